import { expect, it } from 'vitest';
import type { BoardData } from '../../../../board/data/collect.ts';
import { didItWarn } from '../../../../board/view/track-record.ts';
import { dayOf } from '../../../../shared/domain/dates.ts';
import { tracked, trackRecord } from '../../../../shared/domain/track-record/record.ts';

const day = dayOf('2026-11-20');
const points = Uint16Array.from({ length: 100 }, (_, at) => (at < 60 ? 1200 : 650));
const nights = { last: day - 10, points, models: new Uint8Array(100).fill(2) };
const left = (id: string, more: object) =>
  tracked(
    { id, name: `<${id}>`, archived: false, leftAt: '2026-11-10', reads: [], nights: undefined, ...more },
    day,
    [],
  );

const panelOf = (clients: ReturnType<typeof left>[]) =>
  didItWarn({ overview: { trackRecord: trackRecord(clients, day, { named: true }) } } as unknown as BoardData);

it('the board says what score and people said of each client that left, and nothing if none did', () => {
  const html = panelOf([
    left('a', { nights }),
    left('b', {
      nights: { ...nights, points: points.map(() => 1300) },
      contacts: [day - 85],
      reads: [{ day: day - 40, value: 'red' }],
    }),
  ]);
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  expect(text).toContain('stood below 100 on the day before notice for 1 of 2, at the median for 19.5 days');
  expect(text).toContain('1 of 2 had no ticket, work or meeting in the last 60 days');
  expect(text).toContain('&#60;a&#62; 10 Nov 2026 120.0 120.0 65.0 65.0 39 days');
  expect(text).toMatch(/&#60;b&#62; 10 Nov 2026 130\.0 130\.0 130\.0 130\.0 missed 30 days/);
  expect(panelOf([])).toBe('');
});
