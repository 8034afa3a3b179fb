import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { drawn, type Picture } from '../../../bin/admin/inspect/picture.ts';

const signal = { date: '2026-11-19', ageDays: 1, remainingWeight: 0.98, polarity: -0.5, stream: undefined };
const falling: Picture = {
  year: Array.from({ length: 365 }, (_, day) => 120 - day * 0.2),
  changes: {
    '7day': { change: -1.4, percentage: -2.9, previousScore: 48.6 },
    '30day': { change: 6, percentage: 14.6, previousScore: 41.2 },
  },
  topics: [
    { id: 'trust', score: 150, contribution: 10, signals: [] },
    { id: 'timeliness', score: 40, contribution: -20.5, signals: [signal, { ...signal, ageDays: 8, stream: 'web' }] },
    { id: 'advocacy', score: null, contribution: 0, signals: [] },
  ],
};
const plain = { style: (_: string, text: string) => text };
const coloured = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { validateStream: false });

describe('the picture of a client', () => {
  it('has the year, the last 90 days, changes, and topics with the worst first', () => {
    expect(drawn(falling, plain)).toEqual([
      expect.stringMatching(/^ {2}365 days {2}#+\++=+~+-+,+\.+_+ {2}120\.0 to 47\.2$/),
      expect.stringMatching(/^ {2}90 days {3}#+\++=+~+-+,+\.+_+ {2}65\.0 to 47\.2$/),
      '  change in 7 days: -1.4, 30 days: +6',
      '',
      `  TOPIC, WORST FIRST  ${' '.repeat(30)}   SCORE  POINTS  SIGNALS`,
      `  timeliness          ${'#'.repeat(6)}${'.'.repeat(24)}    40.0   -20.5        2`,
      '      2026-11-19  1 day old, weight left 0.98, polarity -0.50',
      '      2026-11-19  8 days old, weight left 0.98, polarity -0.50, stream web',
      `  trust               ${'#'.repeat(23)}${'.'.repeat(7)}   150.0     +10        0`,
    ]);
  });

  it.each([40, 80, 160, 300])('fits into a terminal of %i columns', (columns) => {
    const longest = Math.max(...drawn(falling, { ...plain, columns }).map((line) => line.length));

    expect(longest).toBeLessThanOrEqual(Math.max(columns, 56));
    if (columns === 160) expect(longest).toBeGreaterThan(120);
  });

  it('uses blocks and colours if the terminal supports them', () => {
    const lines = drawn(falling, { style: coloured, unicode: true });

    expect(lines[0]).toMatch(/█+▇+▆+▅+▄+▃+▂+▁+/);
    expect(lines[2]).toContain(coloured('red', '-1.4'));
    expect(lines.find((line) => line.includes('timeliness'))).toContain(coloured('red', '██████'));
    expect(lines.find((line) => line.includes('trust'))).toContain(coloured('green', '█'.repeat(23)));
  });

  it('shows a small polarity with its sign, and none as 0.00', () => {
    const shown = (polarity: number) =>
      drawn(
        {
          year: [],
          changes: undefined,
          topics: [{ id: 'trust', score: 90, contribution: -0.04, signals: [{ ...signal, polarity }] }],
        },
        plain,
      )
        .slice(2)
        .map((line) => line.trim().replaceAll(/ +/g, ' '));

    expect(shown(0.04)).toEqual([expect.stringMatching(/ 90\.0 0 1$/), expect.stringMatching(/polarity \+0\.04$/)]);
    expect(shown(-0.04)[1]).toMatch(/polarity -0\.04$/);
    expect(shown(0)[1]).toMatch(/polarity 0\.00$/);
  });

  it('leaves out empty sections', () => {
    expect(drawn({ year: [], changes: undefined, topics: [] }, plain)).toEqual([]);
    expect(drawn({ year: [100, 100], changes: undefined, topics: [] }, plain)).toEqual([
      '  2 days    __  100.0 to 100.0',
      '  change in 7 days: -, 30 days: -',
    ]);
  });
});
