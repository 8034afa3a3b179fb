import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { colourOf, drawn, type Picture } from '../../../bin/admin/inspect/picture.ts';

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

  const flat: Picture = { year: [100, 100], changes: undefined, topics: [] };
  const marked = { style: (name: string, text: string) => `<${name}>${text}</>` };
  const topic = (
    id: string,
    score: number,
    contribution: number,
    signals: Picture['topics'][number]['signals'] = [],
  ) => ({
    ...{ id, score, contribution, signals },
  });

  it('has the last 90 days only if there are more, and no history of one day', () => {
    const rowsOf = (days: number) =>
      drawn({ ...flat, year: Array(days).fill(100) }, plain).map((line) => line.slice(0, 10));
    expect([1, 2, 90, 91].map(rowsOf)).toEqual([
      ...[[], ['  2 days  ', '  change i']],
      ...[
        ['  90 days ', '  change i'],
        ['  91 days ', '  90 days ', '  change i'],
      ],
    ]);
  });

  it('marks what rises and falls, and leaves a change of 0 dim', () => {
    const changes = (week: number, month: number) => ({
      '7day': { change: week, percentage: 0, previousScore: 0 },
      '30day': { change: month, percentage: 0, previousScore: 0 },
    });
    const shown = (week: number, month: number) => drawn({ ...flat, changes: changes(week, month) }, marked)[1];
    expect(shown(0, -0.25)).toBe('  change in 7 days: <dim>0</>, 30 days: <red>-0.2</>');
    expect(shown(0.04, 1.25)).toBe('  change in 7 days: <green>0</>, 30 days: <green>+1.3</>');
    // the first score was a week ago, or a month
    const { '7day': week, '30day': month } = changes(1, 2);
    expect(drawn({ ...flat, changes: { '7day': week } }, plain)[1]).toBe('  change in 7 days: +1, 30 days: -');
    expect(drawn({ ...flat, changes: { '30day': month } }, plain)[1]).toBe('  change in 7 days: -, 30 days: +2');
  });

  it('shows a small change as small: the lowest and the highest block are at least 10 points apart', () => {
    const blocksOf = (...year: number[]) =>
      drawn({ ...flat, year }, { ...plain, unicode: true })[0]?.match(/[▁-█]+/)?.[0];
    expect(blocksOf(100, 101, 102, 105, 109)).toBe('▁▁▂▅█');
    expect(blocksOf(0, 25, 50, 75, 100, 200)).toBe('▁▂▃▄▅█');
  });

  it('stands for several days with one block, their mean', () => {
    const year = Array.from({ length: 100 }, (_, day) => (day < 50 ? 20 : day % 2 === 0 ? 80 : 100));
    const [whole] = drawn({ ...flat, year }, { ...plain, columns: 40 });
    // 40 columns leave room for ten blocks of ten days: 20, then 90
    expect(whole).toBe('  100 days  _____#####  20.0 to 100.0');
  });

  it('shows three signals of the three worst topics, cut at the width of the terminal', () => {
    const four = [1, 2, 3, 4].map((ageDays) => ({ ...signal, ageDays }));
    const topics = [topic('d', 70, 4, four), topic('c', 99, 3), topic('b', 69, 2, four), topic('a', 100, 1, four)];
    const lines = drawn({ ...flat, year: [], topics }, { ...marked, columns: 58 });
    const of = (ageDays: number) =>
      `<dim>      2026-11-19  ${ageDays === 1 ? '1 day' : `${ageDays} days`} old, weight left 0.98, polarity -0.50`.slice(
        0,
        63,
      );
    const row = (id: string, bar: string, figures: string) => `  ${id.padEnd(18)}  ${bar}  ${figures}`;
    expect(lines).toEqual([
      '',
      `<bold>  TOPIC, WORST FIRST  ${' '.repeat(8)}   SCORE  POINTS  SIGNALS</>`,
      row('a', '<green>####</>....', ' 100.0      +1        4'),
      ...[1, 2, 3].map((age) => `${of(age)}</>`),
      row('b', '<red>###</>.....', '  69.0      +2        4'),
      ...[1, 2, 3].map((age) => `${of(age)}</>`),
      row('c', '<yellow>####</>....', '  99.0      +3        0'),
      row('d', '<yellow>###</>.....', '  70.0      +4        4'),
    ]);
  });

  it('keeps a bar of five characters next to a long name', () => {
    const id = 'x'.repeat(30);
    const [, heading, line] = drawn(
      { ...flat, year: [], topics: [topic(id, 200, 0)] },
      { ...plain, columns: 40, unicode: true },
    );
    expect(heading).toBe(`  ${'TOPIC, WORST FIRST'.padEnd(30)}  ${' '.repeat(5)}   SCORE  POINTS  SIGNALS`);
    expect(line).toBe(`  ${id}  █████   200.0       0        0`);
    const [, , half] = drawn(
      { ...flat, year: [], topics: [topic(id, 80, 0)] },
      { ...plain, columns: 40, unicode: true },
    );
    expect(half).toContain('██░░░');
  });

  it.each([
    [69.9, 'red'],
    [70, 'yellow'],
    [99.9, 'yellow'],
    [100, 'green'],
  ])('the score %d is %s', (score, colour) => {
    expect(colourOf(score)).toBe(colour);
  });
});
