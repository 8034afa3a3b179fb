import { describe, expect, it } from 'vitest';
import { feedsAfter, recordsAfter, silentFeeds, type Watched } from '../../../import/feeds/watched-feeds.ts';
import type { KindName } from '../../../import/files/kinds/kind.ts';
import type { Source } from '../../../import/files/source.ts';
import type { Inspection } from '../../../import/inspect.ts';
import { Rejects } from '../../../import/rejects/rejects.ts';
import type { FeedRecord } from '../../../shared/domain/feeds.ts';
import { sourceOf } from '../sources.ts';

// What an import learns about the feeds of an account. A feed is the kind of its files here, if a test does not say more.

const now = '2026-11-20T12:00:00.000Z';

interface File extends Partial<Omit<Inspection, 'source'>> {
  readonly kind?: KindName;
  readonly rows?: number;
  readonly source?: Partial<Source>;
}

const aFile = (name: string, { kind = 'notes', rows = 1, source = {}, ...more }: File = {}): Inspection => ({
  report: { file: name, kind, rows, columns: [], notes: [] },
  ...{ headers: ['Client ID', 'Content'], used: ['Client ID'], isUnreadable: false },
  source: sourceOf(kind, '', { name, origin: name, changedAt: Date.parse('2026-11-19'), ...source }),
  ...more,
});
const watched = (more: Partial<Watched>): Watched => ({ stored: [], expected: [], inspected: [], now, ...more });
const reportsOf = (more: Partial<Watched>, rejects?: Rejects, newest: Record<string, string> = {}) =>
  feedsAfter(watched(more), new Map(Object.entries(newest)), rejects);
const record = (more: Partial<FeedRecord> = {}): FeedRecord => ({ feed: 'notes', kind: 'notes', faults: [], ...more });
const read = { feed: 'notes', kind: 'notes', at: now, rows: 1, rejected: 0, columns: ['Client ID'] };
const daily = [{ feed: 'notes', kind: 'notes', every: 1 }] as const;

describe('a feed with files', () => {
  it('has the time, the rows, the newest date and the columns of this import', () => {
    const rejects = new Rejects();
    rejects.add({ file: 'b', line: 2, message: 'bad' });
    const files = [aFile('a 2026-11-18', { rows: 5, used: ['x', 'y'] }), aFile('b', { rows: 7, used: ['z'] })];

    expect(reportsOf({ inspected: files }, rejects, { notes: '2026-11-17' })).toEqual([
      {
        ...{
          ...read,
          rows: 12,
          rejected: 1,
          newest: '2026-11-17',
          dated: '2026-11-18',
          columns: ['x', 'y'],
          faults: [],
        },
        files: ['a 2026-11-18', 'b'],
      },
    ]);
  });

  it.each<[string, string, number, string | undefined, string]>([
    ['the day in its name', 'a 2026-11-18', 0, undefined, '2026-11-18'],
    ['the day on which it was changed', 'a', Date.parse('2026-11-17T23:59:59Z'), undefined, '2026-11-17'],
    ['today at the latest', 'a 2026-11-21', 0, undefined, '2026-11-20'],
    ['that of an earlier file if it is newer', 'a 2026-11-18', 0, '2026-11-19', '2026-11-19'],
    ['its own if it is newer than that of earlier files', 'a 2026-11-18', 0, '2026-11-17', '2026-11-18'],
  ])('has as its date %s', (_, name, changedAt, before, dated) => {
    const stored = before === undefined ? [] : [record({ dated: before })];

    expect(reportsOf({ inspected: [aFile(name, { source: { changedAt } })], stored })[0]?.dated).toBe(dated);
  });

  it('is expected again as the command, the mapping or an earlier import says', () => {
    const inspected = [aFile('a 2026-11-20'), aFile('b 2026-11-20', { kind: 'signals' })];
    const stored = [
      record({ every: 30 }),
      record({ feed: 'streams', kind: 'streams', every: 9, due: '2026-12-01', dated: '2026-11-22' }),
    ];
    const mapping = [{ feed: 'signals', kind: 'signals', every: 7 }] as const;
    const due = (more: Partial<Watched>) =>
      reportsOf({ inspected, stored, ...more }).map((each) => `${each.feed} ${each.every} ${each.due}`);

    expect(due({})).toEqual(['notes 30 2026-12-20', 'signals undefined undefined']);
    expect(due({ expected: mapping })).toEqual(['notes 30 2026-12-20', 'signals 7 2026-11-27']);
    const absent = { feed: 'own', kind: 'notes' } as const;
    expect(due({ expected: [...mapping, absent], every: 2 })).toEqual(['notes 2 2026-11-22', 'signals 7 2026-11-27']);
  });

  const rejected = (...files: string[]) => {
    const rejects = new Rejects();
    for (const file of files) rejects.add({ file, line: 1, message: 'bad', whole: true });
    return rejects;
  };

  it.each<[string, Partial<Watched>, Rejects | undefined, unknown[]]>([
    ['nothing', { inspected: [aFile('a')], expected: daily }, undefined, []],
    [
      'that its file is empty',
      { inspected: [aFile('a', { rows: 0 }), aFile('b', { rows: 0 })], expected: daily },
      undefined,
      [{ is: 'empty', file: 'a' }],
    ],
    ['nothing if another file has rows', { inspected: [aFile('a', { rows: 0 }), aFile('b')] }, undefined, []],
    [
      'that a file is refused, which is none without a line',
      {
        inspected: [
          aFile('a', { rows: 0 }),
          aFile('b', { source: { origin: 'book.xlsx' } }),
          aFile('c', { rows: 0, isUnreadable: true }),
        ],
      },
      rejected('a', 'b', 'c'),
      [
        { is: 'refused', file: 'b' },
        { is: 'refused', file: 'c' },
      ],
    ],
    [
      'that a column is no longer there',
      {
        inspected: [aFile('a', { headers: ['CLIENT id', 'Own'] })],
        stored: [record({ columns: ['Client ID', 'own', 'Content', 'Else'] })],
      },
      undefined,
      [{ is: 'columns', file: 'a', columns: ['Content', 'Else'] }],
    ],
    [
      'that a column is no longer there, in the newest file that is not refused',
      { inspected: [aFile('a'), aFile('b')], stored: [record({ columns: ['Client ID', 'Else'] })] },
      rejected('a'),
      [
        { is: 'refused', file: 'a' },
        { is: 'columns', file: 'b', columns: ['Else'] },
      ],
    ],
    [
      'that the mapping lacks a column',
      {
        inspected: [
          aFile('a', {
            source: {
              mapping: {
                isColumn: () => true,
                lacks: (header) => header === 'Else',
                bind: () => expect.fail('not read'),
              },
            },
          }),
        ],
        stored: [record({ columns: ['Client ID', 'Own', 'Else'] })],
      },
      undefined,
      [{ is: 'columns', file: 'a', columns: ['Else'] }],
    ],
    [
      'that it is late, by the date of its file',
      { inspected: [aFile('a 2026-11-18'), aFile('b 2026-11-17')], expected: daily },
      undefined,
      [{ is: 'late', file: 'a 2026-11-18' }],
    ],
    [
      'that it is late on the day itself if it had been late',
      {
        inspected: [aFile('a 2026-11-19')],
        expected: daily,
        stored: [record({ dated: '2026-11-19', at: now, faults: [{ is: 'late' }] })],
      },
      undefined,
      [{ is: 'late', file: 'a 2026-11-19' }],
    ],
    [
      'that it is late on the day itself if the file is an old one',
      {
        inspected: [aFile('a 2026-11-19')],
        expected: daily,
        stored: [record({ dated: '2026-11-19', at: '2026-11-19T12:00:00.000Z' })],
      },
      undefined,
      [{ is: 'late', file: 'a 2026-11-19' }],
    ],
    [
      'nothing on the day itself if an import of today has read the last file',
      { inspected: [aFile('a 2026-11-19')], expected: daily, stored: [record({ dated: '2026-11-19', at: now })] },
      undefined,
      [],
    ],
    [
      'nothing on the day itself if the file is a new one',
      {
        inspected: [aFile('a 2026-11-19')],
        expected: daily,
        stored: [record({ dated: '2026-11-18', faults: [{ is: 'missing' }] })],
      },
      undefined,
      [],
    ],
    [
      'nothing on the day itself if files arrive one by one',
      {
        inspected: [aFile('a 2026-11-19')],
        expected: daily,
        stored: [record({ dated: '2026-11-19', at: '2026-11-19' })],
        arrivals: true,
      },
      undefined,
      [],
    ],
    [
      'not that an empty file is late, too',
      { inspected: [aFile('a 2026-11-01', { rows: 0 })], expected: daily },
      undefined,
      [{ is: 'empty', file: 'a 2026-11-01' }],
    ],
    [
      'not that a refused file is late, too',
      { inspected: [aFile('a 2026-11-01')], expected: daily },
      rejected('a 2026-11-01'),
      [{ is: 'refused', file: 'a 2026-11-01' }],
    ],
  ])('says %s', (_, more, rejects, faults) => {
    expect(reportsOf(more, rejects)[0]?.faults).toEqual(faults);
  });

  it('keeps what was known if nothing of its files is read', () => {
    const before = record({ newest: '2026-10-01', dated: '2026-10-02', columns: ['x'] });

    expect(
      reportsOf({ inspected: [aFile('a', { used: ['y'] })], stored: [before] }, rejected('a'), { notes: '2026-11-01' }),
    ).toEqual([{ ...before, at: now, rows: 1, rejected: 0, faults: [{ is: 'refused', file: 'a' }], files: ['a'] }]);
    expect(reportsOf({ inspected: [aFile('a')], expected: daily }, rejected('a'))).toEqual([
      {
        ...{ feed: 'notes', kind: 'notes', at: now, rows: 1, rejected: 0, every: 1, due: '2026-11-21' },
        ...{ faults: [{ is: 'refused', file: 'a' }], files: ['a'] },
      },
    ]);
  });

  it('remembers columns that are gone, and at most 200', () => {
    const columns = (used: string[], before: string[]) =>
      reportsOf({ inspected: [aFile('a', { used, headers: used })], stored: [record({ columns: before })] })[0]
        ?.columns;
    const many = Array.from({ length: 201 }, (_, at) => `m${at}`);

    expect(columns(['x', 'y'], ['gone', 'y'])).toEqual(['x', 'y', 'gone']);
    expect(columns(many, ['gone'])).toEqual(many.slice(0, 200));
  });
});

describe('a feed without a file', () => {
  const stored = (more: Partial<FeedRecord> = {}) =>
    record({ every: 2, due: '2026-11-19', dated: '2026-11-17', at: '2026-11-17T12:00:00.000Z', rows: 3, ...more });
  const missing = (given: FeedRecord, more: Partial<Watched> = {}) => reportsOf({ stored: [given], ...more });

  it.each<[string, FeedRecord, Partial<Watched>, FeedRecord | undefined]>([
    ['is missing when it was due', stored(), {}, stored({ faults: [{ is: 'missing' }] })],
    [
      'keeps what else was wrong',
      stored({ faults: [{ is: 'late' }, { is: 'missing' }, { is: 'empty', file: 'a' }] }),
      {},
      stored({ faults: [{ is: 'missing' }, { is: 'empty', file: 'a' }] }),
    ],
    ['is not missing before', stored({ dated: '2026-11-19', due: '2026-11-21' }), {}, undefined],
    [
      'is missing on the day itself',
      stored({ dated: '2026-11-18', due: '2026-11-20' }),
      {},
      stored({ dated: '2026-11-18', due: '2026-11-20', faults: [{ is: 'missing' }] }),
    ],
    [
      'is not missing on the day itself if files arrive one by one',
      stored({ dated: '2026-11-18', due: '2026-11-20' }),
      { arrivals: true },
      undefined,
    ],
    [
      'is not missing on the day itself if an import of today read a file',
      stored({ dated: '2026-11-18', due: '2026-11-20', at: now }),
      {},
      undefined,
    ],
    [
      'stays missing on the day itself',
      stored({ dated: '2026-11-18', due: '2026-11-20', at: now, faults: [{ is: 'missing' }] }),
      {},
      stored({ dated: '2026-11-18', due: '2026-11-20', at: now, faults: [{ is: 'missing' }] }),
    ],
    [
      'has another day if it is expected at another rhythm',
      stored({ every: 9, due: '2026-11-26' }),
      { expected: [{ feed: 'notes', kind: 'notes', every: 5 }] },
      stored({ every: 5, due: '2026-11-22' }),
    ],
    [
      'that never came is expected at another rhythm from then on',
      record({ every: 3, due: '2026-11-30' }),
      { expected: [{ feed: 'notes', kind: 'notes', every: 5 }] },
      record({ every: 5, due: '2026-11-30' }),
    ],
    ['that nobody waits for is not missing', record({ dated: '2026-01-01' }), {}, undefined],
    [
      'is not missing if this import has only mended rows',
      stored(),
      { inspected: [aFile('m', { kind: 'signals', source: { isRepair: true } })] },
      undefined,
    ],
    [
      'is missing if it has another file beside mended rows',
      stored(),
      { inspected: [aFile('m', { kind: 'signals', source: { isRepair: true } }), aFile('s', { kind: 'streams' })] },
      stored({ faults: [{ is: 'missing' }] }),
    ],
  ])('%s', (_, given, more, expected) => {
    const found = missing(given, more).filter(({ feed }) => feed === 'notes');

    expect(found).toEqual(expected === undefined ? [] : [{ ...expected, files: [] }]);
  });

  it('that never came is missing today, or at its first day if files arrive one by one', () => {
    const expected = [{ feed: 'own', kind: 'notes', every: 3 }] as const;
    const never = { feed: 'own', kind: 'notes', every: 3, files: [] };

    // another feed of its kind did
    const stored = [record({ dated: '2026-11-19' })];
    expect(reportsOf({ expected, stored })).toEqual([{ ...never, due: '2026-11-20', faults: [{ is: 'missing' }] }]);
    expect(reportsOf({ expected, arrivals: true })).toEqual([{ ...never, due: '2026-11-23', faults: [] }]);
    const waiting = record({ feed: 'own', every: 3, due: '2026-11-19' });
    expect(reportsOf({ expected, arrivals: true, stored: [waiting] })).toEqual([
      { ...waiting, faults: [{ is: 'missing' }], files: [] },
    ]);
  });

  it('of a mapping that is gone is not awaited, and of a kind it is', () => {
    const all = [stored(), stored({ feed: 'hubspot/notes' })];

    expect(reportsOf({ stored: all }).map(({ feed }) => feed)).toEqual(['notes']);
  });
});

describe('a feed is silent', () => {
  const silent = (more: Partial<Watched>) => silentFeeds(watched(more)).map(({ feed }) => feed);

  it('if somebody waits for it and it brings no rows', () => {
    expect(silent({ expected: daily })).toEqual(['notes']);
    expect(silent({ expected: daily, inspected: [aFile('a', { rows: 0 })] })).toEqual(['notes']);
    expect(silent({ expected: daily, inspected: [aFile('a', { source: { isRepair: true } })] })).toEqual(['notes']);
    expect(silent({ expected: daily, inspected: [aFile('a', { rows: 0 }), aFile('b')] })).toEqual([]);
    expect(silent({ expected: [{ feed: 'notes', kind: 'notes' }] })).toEqual([]);
    expect(silent({ inspected: [aFile('a', { rows: 0 })], every: 1 })).toEqual(['notes']);
  });

  it('not by the open signals that are read from it', () => {
    const mapping = {} as NonNullable<Source['mapping']>;
    const twin = aFile('a', { kind: 'open-signals', source: { mapping, feed: 'bills' } });

    expect(silent({ inspected: [twin], every: 1 })).toEqual([]);
    expect(reportsOf({ inspected: [twin] })).toEqual([]);
  });
});

it('the records after an import are those of its feeds, and the others as they were', () => {
  const [old, other] = [record({ rows: 1 }), record({ feed: 'other' })];
  const report = { ...record({ rows: 2 }), files: ['a'] };

  expect(recordsAfter([old, other], [report])).toEqual([other, record({ rows: 2 })]);
});
