import { describe, expect, it } from 'vitest';
import { importedJson, printImported, removalLines, unknownLines } from '../../../bin/admin/import/print.ts';
import type { ImportedWithViews } from '../../../bin/admin/import/run.ts';
import { createProblems } from '../../../import/files/problems.ts';
import type { ImportOptions, Rejected, Report } from '../../../import/import.ts';
import type { Removals } from '../../../import/prune/prune.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';

// What the command import says.

const problemsOf = (...messages: string[]) => {
  const problems = createProblems();
  for (const [at, message] of messages.entries()) problems.add({ file: 'a.csv', line: at + 2, message });
  return problems;
};
const nothing: Removals = { clients: [], portfolios: [], aliases: [], reduced: [], counts: new Map() };
const empty: Report = {
  ...{ files: [], skipped: [], superseded: [], supersededRows: 0, warnings: problemsOf(), unknown: [], signals: [] },
  clients: 4,
};
const fileOf = (kind: string, notes: readonly string[] = []) => ({
  ...{ file: `${kind}.csv`, kind, rows: 3, notes },
  columns: [
    { header: 'Client ID', readAs: 'Client ID', filled: 3, samples: ['c1', 'c 2\n x'] },
    { header: '', readAs: 'not imported', filled: 0, samples: [] },
  ],
});
type Given = Partial<Omit<ImportedWithViews, 'report'>> & { readonly report?: Partial<Report> };
const importedWith = ({ report, ...more }: Given): ImportedWithViews => ({
  ...{ plan: new Map(), removed: nothing, movedReads: 0, closed: { count: 0, unseen: [] }, feeds: [] },
  ...{ dryRun: false, views: 'unchanged', update: { requests: [], clients: 0 }, ...more },
  report: { ...empty, ...report },
});
const said = (given: Given, more: Partial<ImportOptions> = {}) => {
  const out: string[] = [];
  const refuse = () => {
    throw new Error('not printed');
  };
  const terminal = { out: (line: string) => out.push(line), err: refuse, style: (_: string, text: string) => text };
  const context = { open: refuse, terminal, clock: refuse, randomBytes: refuse };
  printImported(context, importedWith(given), { account: asAccount('acme'), ...more });
  return out;
};
const table = '  ADDED  CHANGED  UNCHANGED';
const upToDate = 'The views are up to date.';

describe('an import says', () => {
  it('only that the views are up to date, if there is nothing else', () => {
    expect(said({})).toEqual([table, upToDate]);
  });

  it('what it has read and changed', () => {
    const plan = new Map([
      ['clients', { added: 1, changed: 20, unchanged: 3 }],
      ['notes', { added: 0, changed: 0, unchanged: 0 }],
    ] as const);
    const report: Partial<Report> = {
      files: [fileOf('notes', ['one', 'two\u001b'])],
      superseded: [{ file: 'old', by: 'new', because: 'their times of change' }],
      ...{ supersededRows: 1, unknown: [{ name: 'Uno', rows: 2, proposals: [] }], skipped: ['x.csv'] },
      ...{ warnings: problemsOf('odd'), signals: [{ topic: 'trust', count: 1, samples: ['s'] }] },
      clientsWithoutSignals: 3,
    };
    const closed = {
      count: 2,
      unseen: [{ feed: 'f\u001b', signals: 3, since: '2026-11-01' }],
    };

    expect(said({ plan, report, closed, movedReads: 4 })).toEqual([
      ...['notes.csv: one', 'notes.csv: two\\u001b', 'old: superseded by new, by their times of change; not read'],
      '1 rows are about records of newer files or of earlier rows; those count',
      ...['unknown name "Uno": 2 rows', 'match writes them to a file to review, for aliases.csv.'],
      ...['x.csv: skipped, the mapping does not describe it', 'warning: a.csv:2: odd'],
      ...['         ADDED  CHANGED  UNCHANGED', 'clients  1      20       3', 'notes    0      0        0'],
      '2 open signals ended: they are closed now, or no longer in their file.',
      'warning: f\\u001b: no file has had 3 open signals since 2026-11-01 or earlier; they still count',
      '4 alignment reads were not given for a Monday; they are stored for the Monday of their week.',
      upToDate,
    ]);
  });

  it('in a dry run also how each column is read, and the topics of signals', () => {
    const report: Partial<Report> = {
      files: [{ ...fileOf('clients'), file: 'clients\u001b.csv' }],
      signals: [{ topic: 'trust', count: 2, samples: ['c1 1', 'c2 0'] }],
    };

    expect(said({ dryRun: true, report, closed: { count: 1, unseen: [] } }, { score: true })).toEqual([
      'clients\\u001b.csv: 3 rows, read as clients',
      '  COLUMN       READ AS       FILLED  SAMPLES',
      '  Client ID    Client ID     3       c1 | c 2 x',
      '  (no header)  not imported  0',
      'signals of trust: 2, for example c1 1; c2 0',
      '  WOULD ADD  CHANGED  UNCHANGED',
      '1 open signals would end: they are closed now, or no longer in their file.',
      'Nothing was changed.',
    ]);
  });

  it.each<[string, Given, boolean, string[]]>([
    ['that the views are up to date', { views: 'done' }, false, [upToDate]],
    ['that the account is scored', { views: 'done' }, true, ['The account is scored and its views are up to date.']],
    ['what the worker does', { views: 'asked' }, false, ['The worker was asked to update its views.']],
    ['that the worker scores', { views: 'asked' }, true, ['The worker was asked to score the account.']],
  ])('%s', (_, given, score, expected) => {
    expect(said(given, { score })).toEqual([table, ...expected]);
  });

  const scoredLater = 'Scores are computed at 00:00 UTC. To compute them now: score --account acme';
  it.each<[string, 'signals' | 'scores' | 'notes', [number, number], Given, boolean, boolean]>([
    ['new signals', 'signals', [1, 0], {}, false, true],
    ['changed scores', 'scores', [0, 1], {}, false, true],
    ['signals that did not change', 'signals', [0, 0], {}, false, false],
    ['notes', 'notes', [1, 1], {}, false, false],
    ['signals that are scored now', 'signals', [1, 0], {}, true, false],
    ['signals in a dry run', 'signals', [1, 0], { dryRun: true }, false, false],
  ])('when scores are computed: after %s', (_, kind, [added, changed], given, score, isSaid) => {
    const lines = said({ plan: new Map([[kind, { added, changed, unchanged: 1 }]]), ...given }, { score });

    expect(lines.includes(scoredLater)).toBe(isSaid);
    expect(lines.at(-1) === scoredLater).toBe(isSaid);
  });

  it.each<[string, Partial<Report>, boolean]>([
    ['clients', { files: [fileOf('clients')], clientsWithoutSignals: 3 }, true],
    ['signals', { files: [fileOf('notes'), fileOf('signals')], clientsWithoutSignals: 1 }, true],
    ['clients that all have some', { files: [fileOf('clients')], clientsWithoutSignals: 0 }, false],
    ['an unknown number of clients', { files: [fileOf('clients')] }, false],
    ['notes', { files: [fileOf('notes')], clientsWithoutSignals: 3 }, false],
    ['nothing', { clientsWithoutSignals: 3 }, false],
  ])('how many clients have no signals, after files of %s', (_, report, isSaid) => {
    const found = said({ report }).filter((line) => line.includes('have no signals of the last 90 days'));

    expect(found).toEqual(isSaid ? [expect.stringMatching(`^${report.clientsWithoutSignals} of 4 clients `)] : []);
  });

  it('what was removed, or would be', () => {
    const removed: Removals = {
      ...{ ...nothing, clients: [{ id: 'c1', name: 'One\u001b' }] },
      counts: new Map([
        ['clients', 1],
        ['notes', 2],
      ]),
    };
    expect(said({ removed }, { prune: true })).toEqual([table, 'Removed: clients 1, notes 2.', upToDate]);
    expect(said({}, { prune: true })).toEqual([table, 'Removed: nothing.', upToDate]);
    expect(said({ removed, dryRun: true }, { prune: true })).toEqual([
      ...['  WOULD ADD  CHANGED  UNCHANGED', 'Not in the files: clients 1, notes 2, and all records of these clients'],
      ...['  c1  One\\u001b', 'Nothing was changed.'],
    ]);
    expect(said({ removed, dryRun: true })).toHaveLength(2);
  });

  it('what is wrong with feeds that nobody waits for', () => {
    const fault = { is: 'empty', file: 'a.csv\u001b' } as const;
    const feed = (name: string, more: object) => ({
      feed: name,
      kind: 'notes',
      files: [],
      faults: [fault, fault],
      ...more,
    });

    expect(said({ feeds: [feed('f', {}), feed('watched', { every: 1 })] })).toEqual([
      ...[table, 'note: f: a.csv\\u001b has no rows', 'note: f: a.csv\\u001b has no rows', upToDate],
    ]);
  });

  it('which rows were rejected, why, and where they are', () => {
    const rejected: Rejected = {
      problems: problemsOf('bad\u001b', 'worse'),
      files: [
        { file: 'a.csv', rows: 1, references: 0 },
        { file: 'b.csv', rows: 1, references: 2 },
        { file: 'c.csv', rows: 9, references: 0, refused: 'too many' },
      ],
      written: ['a.csv', 'b.csv'],
    };
    const lines = [
      ...['rejected: a.csv:2: bad\\u001b', 'rejected: a.csv:3: worse', 'a.csv: 1 rows rejected'],
      'b.csv: 3 rows rejected, 2 with an unknown or rejected client',
      'c.csv: nothing of this file is imported: too many',
    ];
    const written = 'Written to away: a.csv, b.csv. Mend and import them.';
    expect(said({ rejected }, { rejects: 'away' })).toEqual([table, ...lines, written, upToDate]);
    expect(said({ rejected: { ...rejected, written: [] } }, { rejects: 'away' })).toEqual([table, ...lines, upToDate]);
    expect(said({ rejected })).toContain('Written to : a.csv, b.csv. Mend and import them.');
  });
});

describe('removals are shown', () => {
  const named = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${letter}${at}`, name: `N${at}` }));
  const counts = new Map([['portfolios', 2]] as const);

  it('with the names of portfolios and clients', () => {
    expect(removalLines({ ...nothing, portfolios: named('p', 2), counts })).toEqual([
      ...['Not in the files: portfolios 2', '  p0  N0', '  p1  N1'],
    ]);
    expect(removalLines({ ...nothing, portfolios: named('p', 1), clients: named('c', 1), counts })).toEqual([
      ...['Not in the files: portfolios 2, and all records of these clients', '  p0  N0', '  c0  N0'],
    ]);
  });

  it('with at most twenty names', () => {
    const lines = (count: number) => removalLines({ ...nothing, clients: named('c', count), counts }).slice(1);

    expect(lines(20).at(-1)).toBe('  c19  N19');
    expect(lines(20)).toHaveLength(20);
    expect(lines(22).slice(-2)).toEqual(['  c19  N19', '  … and 2 more']);
    expect(lines(22)).toHaveLength(21);
  });
});

describe('names that no client has are shown', () => {
  it('with proposals, the first fifty of them', () => {
    const proposals = [
      { id: 'c1', name: 'one' },
      { id: 'c2', name: 'two' },
    ];
    const unknown = (count: number) =>
      unknownLines(Array.from({ length: count }, (_, at) => ({ name: `N${at}`, rows: 3, proposals })));
    const last = 'match writes them to a file to review, for aliases.csv.';

    expect(unknownLines([])).toEqual([]);
    expect(unknown(1)).toEqual(['unknown name "N0": 3 rows; did you mean one (c1), two (c2)?', last]);
    expect(unknown(50)).toHaveLength(51);
    expect(unknown(52).slice(-3)).toEqual([
      ...['unknown name "N49": 3 rows; did you mean one (c1), two (c2)?', '… and 2 more unknown names', last],
    ]);
  });
});

it('as JSON, an import has all of this', () => {
  const feed = { feed: 'f', kind: 'notes', columns: ['A'], files: ['f.csv'], faults: [] };
  const report = {
    ...{ unknown: [{ name: 'Uno', rows: 2, proposals: [] }], signals: [{ topic: 'trust', count: 1, samples: ['s'] }] },
    ...{ superseded: [{ file: 'old', by: 'new', because: 'their times of change' as const }], supersededRows: 2 },
    ...{ files: [fileOf('notes')], skipped: ['x'], clientsWithoutSignals: 3 },
  };
  const closed = { count: 2, unseen: [{ feed: 'f', signals: 3, since: '2026-11-01' }] };
  const plan = new Map([['notes', { added: 1, changed: 0, unchanged: 0 }]] as const);
  const removed = { ...nothing, counts: new Map([['notes', 1]] as const) };
  const files = [{ file: 'a.csv', rows: 1, references: 0 }];
  const given = importedWith({
    ...{ plan, removed, closed, feeds: [feed], movedReads: 3, views: 'done', dryRun: true },
    report: { ...report, warnings: problemsOf('odd') },
  });
  const group = { file: 'a.csv', line: 2, message: 'odd', count: 1, lines: [2] };

  const { columns: _, ...shown } = feed;
  const expected = {
    ...{
      feeds: [shown],
      dryRun: true,
      kinds: { notes: { added: 1, changed: 0, unchanged: 0 } },
      removed: { notes: 1 },
    },
    ...{ movedReads: 3, views: 'done', closed, unknownNames: report.unknown, superseded: report.superseded },
    ...{ supersededRows: 2, files: report.files, skipped: ['x'], signals: report.signals, warnings: [group] },
    ...{ clients: 4, clientsWithoutSignals: 3 },
  };
  expect(JSON.parse(JSON.stringify(importedJson(given)))).toEqual(expected);
  const rejected = { files, written: [], problems: problemsOf('odd') };
  expect(JSON.parse(JSON.stringify(importedJson({ ...given, rejected })))).toEqual({
    ...{ ...expected, rejected: { files, written: [], problems: [group] } },
  });
});
