import { expect, it } from 'vitest';
import { newsOf } from '../../../notices/compose/news.ts';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import type { NightClient } from '../../../shared/domain/morning/night.ts';
import type { NewNight } from '../../../shared/table/views/write/rebuild.ts';

const day = dayOf('2026-11-23');
const idAt = (at: number) => `${at}`.padEnd(64, 'x');
const most = 20_000;

function nightOf(on: number, counts: { readonly changed?: number; readonly left?: number }): NewNight {
  const clients = Array.from({ length: counts.changed ?? 0 }, (_, at) => ({
    ...{ id: idAt(at), name: 'N'.repeat(200), owner: 'O'.repeat(200), portfolios: [idAt(1), idAt(2)] },
    ...{ score: 20, before: 150, change7: -130, moved30: -130, firstDay: at % 2 === 0 ? on : on - 90 },
    ...{ reason: '審'.repeat(500), nextStep: '審'.repeat(500), scoredTopics: 9 },
  })) as unknown as NightClient[];
  const leftAt = dateOf(on - 1);
  const left = Array.from({ length: counts.left ?? 0 }, (_, at) => ({
    id: idAt(at),
    name: 'L',
    portfolios: [],
    leftAt,
  }));
  return { day: on, last: on - 1, clients, left, feeds: [], feedFaults: [], record: () => ({}) as never };
}

it('the news of the largest night fit into an item of the table', () => {
  const news = newsOf(nightOf(day, { changed: most, left: most }), undefined);

  expect(Buffer.byteLength(JSON.stringify(news))).toBeLessThan(400_000);
  expect([news.night.changed.length > 10, news.night.changed.length + news.night.more]).toEqual([true, most / 2]);
});

it('of more leavers than are remembered, none is told twice', () => {
  const first = newsOf(nightOf(day - 1, { changed: 1, left: most }), { said: { left: [], fresh: [], faults: [] } });
  const later = { ...nightOf(day, { changed: 1 }), left: nightOf(day - 1, { left: most }).left };

  expect([first.night.left.length > 0, newsOf(later, first).night.left]).toEqual([true, []]);
});
