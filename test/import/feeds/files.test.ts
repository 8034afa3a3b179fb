import { describe, expect, it } from 'vitest';
import { feedNames } from '../../../import/feeds/feed-names.ts';
import { recordsOfFeeds } from '../../../import/feeds/feed-records.ts';
import { dateInName, dayInName, laterNames } from '../../../import/feeds/name-date.ts';
import { newestOf } from '../../../import/feeds/newest.ts';
import { isOpenTwin } from '../../../import/feeds/open-twin.ts';
import type { Source } from '../../../import/files/source.ts';
import { type LoadedMapping, parseMapping } from '../../../import/mapping/load.ts';
import { sourceOf } from '../sources.ts';

// Which files belong together, and which of them is the newest.

describe('the date in the name of a file', () => {
  it.each<[string, string | undefined, (string | undefined)?]>([
    // a day with a time
    ['export-20261129-0215', '2026-11-29T02:15:00'],
    ['tickets 2026-11-29T02_15_30Z (1)', '2026-11-29T02:15:30'],
    ['a 2026-11-29 at 23.59', '2026-11-29T23:59:00'],
    ['a 2026-11-29 AT 23h59m58', '2026-11-29T23:59:58'],
    ['a_2026.11.29_02-15-30', '2026-11-29T02:15:30'],
    ['2026-11-29-2400', undefined],
    ['2026-13-29-0215', undefined],
    // a day
    ['Accounts_2026_11_29', '2026-11-29'],
    ['20261129', '2026-11-29'],
    ['x20261129y', '2026-11-29'],
    ['2026.02.30', undefined],
    ['umsatz 29.11.2026', '2026-11-29'],
    ['umsatz 1-31-2026', '2026-01-31'],
    ['umsatz 3.3.2026', '2026-03-03'],
    ['umsatz 03.04.2026', undefined],
    ['umsatz 32.13.2026', undefined],
    ['29 Nov 2026 report', '2026-11-29'],
    ['29november2026', '2026-11-29'],
    ['1_DEC_2026', '2026-12-01'],
    ['November 29, 2026', '2026-11-29'],
    ['jan1-2026', '2026-01-01'],
    // a week, a quarter, a month or a year
    ['2026-W48', '2026-11-23', undefined],
    ['2026 week 1', '2025-12-29', undefined],
    ['2027-W01', '2027-01-04', undefined],
    ['2026KW2', '2026-01-05', undefined],
    ['KW48-2026', '2026-11-23', undefined],
    ['week 1 2026', '2025-12-29', undefined],
    ['w1.2026', '2025-12-29', undefined],
    ['Q4 2026', '2026-10', undefined],
    ['q12026', '2026-01', undefined],
    ['2026-Q2', '2026-04', undefined],
    ['2026q3', '2026-07', undefined],
    ['2026-Q5', '2026', undefined],
    ['nps 2026-10', '2026-10', undefined],
    ['nps 2026.01', '2026-01', undefined],
    ['nps 2026_13', '2026', undefined],
    ['oct-2026', '2026-10', undefined],
    ['September2026', '2026-09', undefined],
    ['2026 Feb', '2026-02', undefined],
    ...['Mar', 'April', 'May', 'jun', 'July', 'AUG'].map((month, at): [string, string] => [
      `${month} 2026`,
      `2026-0${at + 3}`,
    ]),
    ['customers 2026', '2026', undefined],
    ['customers 2049', '2049', undefined],
    ['customers 2050', undefined],
    ['clients-2', undefined],
    ['12026', undefined],
    ['20261', undefined],
    ['', undefined],
  ])('%j is %s', (name, date, ...[day = date?.slice(0, 10)]) => {
    const isDay = /^\d{4}-\d\d-\d\d/.test(date ?? '') && !/w|week|kw/i.test(name);

    expect([dateInName(name), dayInName(name)]).toEqual([date, isDay ? day : undefined]);
  });

  it.each([
    ['Accounts_2026_11_29', 'Accounts*'],
    ['NPS Q4 2026 (2)', 'NPS*'],
    ['2026-11 invoices', '* invoices*'],
    ['2026-W48 a 7', '* a*'],
    ['clients', 'clients*'],
    ['clients copy', 'clients*'],
    ['Kopie von clients', '* von clients*'],
    ['copyright', 'copyright*'],
    ['a 12 - 13 b', 'a* b*'],
    ['export-20261129-0215', 'export*'],
    ['clients 2026-11-29.12', 'clients*'],
  ])('%j is left out of the pattern for later files: %s', (stem, pattern) => {
    expect(laterNames(stem)).toBe(pattern);
  });
});

describe('a feed is called', () => {
  const mapping = (name: string, ...files: object[]): LoadedMapping => ({
    ...parseMapping(
      JSON.stringify({ version: 1, files: files.map((file) => ({ match: { name: 'x' }, columns: {}, ...file })) }),
      name,
    ),
    name,
  });

  it('as the mapping says, or by the names of mapping and kind, with a number for the second of them', () => {
    const [first, second] = [
      mapping(
        '/a/b.c/Zoho CRM (new).JSON',
        { kind: 'clients' },
        { kind: 'clients', feed: 'own' },
        { kind: 'notes' },
        { kind: 'clients' },
      ),
      mapping(`C:\\maps\\${'x'.repeat(50)}.json.json`, { kind: 'clients' }),
    ];
    const third = mapping('maps/Zoho CRM (new).json', { kind: 'clients' }, { kind: 'scores' });
    const names = feedNames([first, second, third]);

    expect([...first.files, ...second.files, ...third.files].map((file) => names.get(file))).toEqual([
      ...['Zoho-CRM-new-/clients', 'own', 'Zoho-CRM-new-/notes', 'Zoho-CRM-new-/clients-2'],
      ...[`${'x'.repeat(40)}/clients`, 'Zoho-CRM-new-/clients-3', 'Zoho-CRM-new-/scores'],
    ]);
  });
});

describe('of the files of a feed', () => {
  const file = (origin: string, more: Partial<Source> = {}) =>
    sourceOf('notes', '', { name: origin, origin, changedAt: 0, ...more });
  const read = (...files: Source[]) => {
    const { sources, superseded } = newestOf(files);
    return {
      read: sources.map(({ name }) => name),
      superseded: superseded.map((each) => Object.values(each).join(', ')),
    };
  };
  const full = { contains: 'full' } as const;

  it.each<[string, Source[], ReturnType<typeof read>]>([
    [
      'the newest full one is read, by the dates in their names',
      [file('a 2026-11-01', { ...full, changedAt: 9 }), file('b 2026-11-03', full), file('c 2026-11-02', full)],
      {
        read: ['b 2026-11-03'],
        superseded: [
          'c 2026-11-02, b 2026-11-03, the dates in their names',
          'a 2026-11-01, b 2026-11-03, the dates in their names',
        ],
      },
    ],
    [
      'the one that was changed last is read if one has no date',
      [
        file('a 2026-11-01', { ...full, changedAt: 1 }),
        // the date of a sheet is not that of its file
        file('b', { ...full, name: 'b [2026-10-01]', changedAt: 3 }),
        file('c 2026-11-02', { ...full, changedAt: 2 }),
      ],
      {
        read: ['b [2026-10-01]'],
        superseded: ['c 2026-11-02, b, their times of change', 'a 2026-11-01, b, their times of change'],
      },
    ],
    [
      'the one that was changed last is read if the dates are the same',
      [
        file('a 2026-11-01', { ...full, changedAt: 1 }),
        file('b 2026-11-01', { ...full, changedAt: 2 }),
        file('c 2026-10-01', full),
      ],
      {
        read: ['b 2026-11-01'],
        superseded: [
          'a 2026-11-01, b 2026-11-01, their times of change',
          'c 2026-10-01, b 2026-11-01, the dates in their names',
        ],
      },
    ],
    [
      'all parts are read, the newest first',
      [file('a 2026-11-01'), file('b 2026-11-03'), file('c 2026-11-02')],
      { read: ['b 2026-11-03', 'c 2026-11-02', 'a 2026-11-01'], superseded: [] },
    ],
    [
      'all sheets of the newest workbook are read',
      [
        file('old', full),
        file('new', { ...full, name: 'one', changedAt: 1 }),
        file('new', { ...full, name: 'two', changedAt: 1 }),
      ],
      { read: ['one', 'two'], superseded: ['old, new, their times of change'] },
    ],
    [
      'mended rows are read beside the newest',
      [
        file('b', { ...full, changedAt: 2 }),
        file('mended', { contains: 'parts', changedAt: 1 }),
        file('other', { ...full, feed: 'g' }),
      ],
      { read: ['b', 'mended', 'other'], superseded: [] },
    ],
    ['nothing is read', [], { read: [], superseded: [] }],
  ])('%s', (_, files, expected) => {
    expect(read(...files)).toEqual(expected);
  });

  it('the sources are as they were', () => {
    const source = file('a 2026-11-01');

    expect(newestOf([source]).sources).toEqual([source]);
    expect(Object.keys(newestOf([source]).sources[0] ?? {})).not.toContain('date');
  });

  it('a record counts in the newest that has it, and in all rows of that file unless lines count once', () => {
    const [a, b, sheet] = [file('a'), file('b'), file('a', { name: 'sheet' })];
    const once = file('once', { feed: 'g', countsLinesOnce: true });
    const recordsOf = recordsOfFeeds([a, b, sheet, once, file('alone', { feed: 'h' })]);
    const isKnown = (source: Source, id: string) => recordsOf(source)?.isKnown(id);

    expect([
      isKnown(a, '1'),
      isKnown(a, '1'),
      isKnown(b, '1'),
      isKnown(b, 'x'),
      isKnown(a, 'X'),
      isKnown(a, 'x'),
      isKnown(sheet, '1'),
    ]).toEqual([...[false, false, true, false, false, true, false]]);
    expect([
      isKnown(once, '1'),
      isKnown(once, '1'),
      isKnown(once, ''),
      isKnown(once, ''),
      isKnown(b, ''),
      isKnown(b, ''),
    ]).toEqual([...[false, true, false, false, false, false]]);
    expect(recordsOf(file('alone', { feed: 'h' }))).toBe(undefined);
    expect(recordsOf(file('x', { feed: 'unknown' }))).toBe(undefined);
    expect(recordsOf(sourceOf('signals', '', { feed: 'notes' }))).toBe(undefined);
  });

  it('open signals are read from the rows of signals, or from a file of their own', () => {
    const mapping = {} as NonNullable<Source['mapping']>;

    expect(
      [
        sourceOf('open-signals', '', { mapping }),
        sourceOf('open-signals', ''),
        sourceOf('signals', '', { mapping }),
      ].map(isOpenTwin),
    ).toEqual([...[true, false, false]]);
  });
});
