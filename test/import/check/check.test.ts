import { describe, expect, it } from 'vitest';
import { type Checking, checkFiles } from '../../../import/check/check.ts';
import type { Row } from '../../../import/files/kinds/kind.ts';
import { createProblems, problemLines } from '../../../import/files/problems.ts';
import type { Source } from '../../../import/files/source.ts';
import { Rejects, withoutRejects } from '../../../import/rejects/rejects.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import * as facts from '../../support/store/facts.ts';
import { sourceOf, tableWith } from '../sources.ts';

// What a check of files finds, with what is stored: everything that decides whether a row is imported.

const account = asAccount('acme');

async function check(sources: readonly Source[], stored: readonly Fact[] = [], more: Partial<Checking> = {}) {
  const table = await tableWith(account, stored);
  const [problems, warnings] = [createProblems(), createProblems()];
  const factOptions = { now: '2026-11-20T12:00:00.000Z', exact: more.prune ?? false };
  const checked = await checkFiles(sources, { table, account, factOptions, problems, prune: false, warnings, ...more });
  return {
    checked,
    problems: problemLines(problems),
    warnings: problemLines(warnings),
    counts: Object.fromEntries(checked.counts),
  };
}

const clients = sourceOf('clients', 'Client ID,Name\nc1,One\nc2,Two\n');
const one = [facts.aClient('c1', { name: 'One', externalId: 'X1' })];
const signalHead = 'Client ID,Signal ID,Date,Topic,Polarity';
const nameless = { refersByName: true };

it('files without problems are counted, by kind', async () => {
  const { checked, ...found } = await check([
    sourceOf('portfolios', 'Portfolio ID,Name\np1,P\n'),
    clients,
    sourceOf('streams', 'Client ID,Stream ID,Name\nc1,s,S\n'),
    sourceOf('portfolio-members', 'Portfolio ID,Client ID,segment\np1,c1,x\np1,c2,\n'),
    sourceOf(
      'insights',
      'Client ID,Stream ID,Week,Topic,Summary,Sentiment\nc1,s,2026-11-16,a,x,y\nc1,s,2026-11-17,b,x,y\nc1,s,2026-11-24,b,x,y\n',
    ),
    sourceOf(
      'alignment',
      'Client ID,Week,Value,Updated By\nc1,2026-11-16,red,A\nc1,2026-11-17,red,A\nc1,2026-11-16,green,A\nc2,2026-11-18,red,A\nc2,2026-11-19,red,A\n',
    ),
    sourceOf('signals', `${signalHead},Stream ID\nc1,s1,2026-11-18,trust,1,s\nc1,s2,2026-11-19,trust,1,\n`),
  ]);

  expect(found).toEqual({
    ...{ problems: [], warnings: [] },
    counts: { portfolios: 1, clients: 2, streams: 1, 'portfolio-members': 2, insights: 3, alignment: 5, signals: 2 },
  });
  const { movedReads, superseded, isEmpty, unknown, newest } = checked;
  expect({ movedReads, superseded, isEmpty, unknown, newest: Object.fromEntries(newest) }).toEqual({
    ...{ movedReads: 3, superseded: 0, isEmpty: true, unknown: [] },
    newest: { insights: '2026-11-16', alignment: '2026-11-16', signals: '2026-11-19' },
  });
  expect([checked.signals.hasRecent('c1'), checked.signals.hasRecent('c2'), checked.clients.ids()]).toEqual([
    true,
    false,
    ['c1', 'c2'],
  ]);
  expect(checked.named.has('insights c1 s 2026-11-16')).toBe(true);
});

describe('a problem is', () => {
  it.each<[string, () => Source[], string[], (readonly Fact[])?, Partial<Checking>?]>([
    [
      'a record twice, in one file or two',
      () => [clients, sourceOf('clients', 'Service ID,Name\nc1,Uno\n', { name: 'b.csv', feed: 'b' })],
      ['b.csv:2: duplicate of clients.csv:2'],
    ],
    [
      'a record twice that could have an id',
      () => [
        clients,
        sourceOf('notes', 'Client ID,Created At,Created By,Content\nc1,2026-11-01,A,x\nc1,2026-11-01,A,x\n'),
      ],
      ['notes.csv:3: duplicate of notes.csv:2; give both an id if both are meant'],
    ],
    [
      'a record twice that has an id',
      () => [clients, sourceOf('signals', `${signalHead}\nc1,s,2026-11-01,trust,1\nc1,s,2026-11-02,trust,1\n`)],
      ['signals.csv:3: duplicate of signals.csv:2'],
    ],
    [
      'insights of a week in two places',
      () => [
        clients,
        sourceOf('streams', 'Client ID,Stream ID,Name\nc1,s,S\nc1,t,T\n'),
        sourceOf(
          'insights',
          `Client ID,Stream ID,Week,Topic,Summary,Sentiment\nc1,s,2026-11-16,a,x,y\nc1,t,2026-11-17,b,x,y\nc1,s,2026-11-17,b,x,y\n`,
        ),
      ],
      ['insights.csv:4: more insights of the week at insights.csv:2; put the rows of one week together'],
    ],
    [
      'a Client ID of a row with a Service ID, and of one without',
      () => [sourceOf('clients', 'Service ID,Client ID,Name\n,A,One\nx,A,Two\ny,B,Three\nz,B,Four\n,A2,Five\n')],
      ['clients.csv:3, column "Client ID": another row has this Client ID and no Service ID'],
    ],
    [
      'an alias that a client is called',
      () => [clients, sourceOf('aliases', 'Client ID,Name\nc1, TWO\nc1,Uno\n')],
      ['aliases.csv:2, column "Name": " TWO" is the name of a client'],
      [],
      nameless,
    ],
    [
      'a portfolio that neither a file nor the account has',
      () => [
        sourceOf('portfolios', 'Portfolio ID,Name\np1,P\n'),
        clients,
        sourceOf('portfolio-members', 'Portfolio ID,Client ID\np1,c1\np2,c1\np3,c1\n'),
      ],
      ['portfolio-members.csv:4, column "Portfolio ID": there is no portfolio "p3"'],
      [facts.aPortfolio('p2')],
    ],
    [
      'a stream that neither a file nor the account has for the client',
      () => [
        clients,
        sourceOf('streams', 'Client ID,Stream ID,Name\nc1,a,A\n'),
        sourceOf(
          'signals',
          `Client ID,Date,Topic,Polarity,Stream ID\n${['c1,x,a', 'c1,x,b', 'c2,x,a', 'c1,x,c', 'c2,x,b', 'c1,x,', 'c1,y,b'].map((row, at) => row.replace(/,./, `,2026-11-0${at + 1},trust,1`)).join('\n')}`,
        ),
      ],
      ['signals.csv:4, column "Stream ID": the client has no stream "a" (and 2 more like this: lines 5, 6)'],
      [...one, facts.aStream('c1', 'b')],
    ],
    [
      'what cannot be stored, in its column',
      () => [clients, sourceOf('signals', `${signalHead},Weight\nc1,s,1999-01-01,trust,1,0\n`)],
      [
        'signals.csv:2, column "Date": the day is too early',
        'signals.csv:2, column "Weight": expected above 0, up to 1,000; default 1',
      ],
    ],
    [
      'too much for one client',
      () => [
        clients,
        sourceOf(
          'streams',
          `Client ID,Stream ID,Name\n${Array.from({ length: 201 }, (_, at) => `c1,s${at},S`).join('\n')}`,
        ),
      ],
      ['streams.csv:202: the client has more than 200 streams'],
    ],
    [
      'a row about no known client',
      () => [clients, sourceOf('notes', 'Client ID,Created At,Created By,Content\nc3,2026-11-01,A,x\n')],
      ['notes.csv:2, column "Client ID": there is no client with the Client ID "c3"'],
    ],
    [
      'a row about a client that --prune removes',
      () => [
        sourceOf('clients', 'Client ID,Name\nc2,Two\n'),
        sourceOf('notes', 'Client ID,Created At,Created By,Content\nX1,2026-11-01,A,x\n'),
      ],
      ['notes.csv:2, column "Client ID": there is no client with the Client ID "X1"'],
      one,
      { prune: true },
    ],
    [
      'none if the client is stored',
      () => [sourceOf('notes', 'Client ID,Created At,Created By,Content\nX1,2026-11-01,A,x\n')],
      [],
      one,
      { prune: true },
    ],
    [
      'none if the client is one of many',
      () => [sourceOf('scores', 'Client ID,Score\nX9,5\n')],
      [],
      [9, 1, 2].map((at) => facts.aClient(`c${at}`, { externalId: `X${at}` })),
    ],
    [
      'none if mended rows of clients remove no client',
      () => [
        sourceOf('clients', 'Client ID,Name\nc2,Two\n', { isRepair: true }),
        sourceOf('notes', 'Client ID,Created At,Created By,Content\nX1,2026-11-01,A,x\n'),
      ],
      [],
      one,
      { prune: true },
    ],
    [
      'a row about a client that --prune removes, although other files have mended rows',
      () => [
        sourceOf('clients', 'Client ID,Name\nc2,Two\n'),
        sourceOf('notes', 'Client ID,Created At,Created By,Content\nX1,2026-11-01,A,x\n', { isRepair: true }),
      ],
      ['notes.csv:2, column "Client ID": there is no client with the Client ID "X1"'],
      one,
      { prune: true },
    ],
    [
      'as many unknown streams as are looked up at once',
      () => [
        sourceOf(
          'scores',
          `Client ID,Stream ID,Score\n${Array.from({ length: 100 }, (_, at) => `X1,s${at},5`).join('\n')}`,
        ),
      ],
      ['scores.csv:2, column "Stream ID": the client has no stream "s0" (and 99 more like this: lines 3, 4, 5, 6, …)'],
      one,
    ],
    [
      'a row about a stream that --prune removes',
      () => [
        sourceOf('streams', 'Client ID,Stream ID,Name\nX1,a,A\n'),
        sourceOf('scores', 'Client ID,Stream ID,Score\nX1,b,5\n'),
      ],
      ['scores.csv:2, column "Stream ID": the client has no stream "b"'],
      [...one, facts.aStream('c1', 'b')],
      { prune: true },
    ],
    [
      'none if the stream is stored',
      () => [
        sourceOf('streams', 'Client ID,Stream ID,Name\nX1,a,A\n'),
        sourceOf('scores', 'Client ID,Stream ID,Score\nX1,b,5\n'),
      ],
      [],
      [...one, facts.aStream('c1', 'b')],
    ],
    [
      'none if the stream is stored, and no file has streams',
      () => [sourceOf('scores', 'Client ID,Stream ID,Score\nX1,b,5\n')],
      [],
      [...one, facts.aStream('c1', 'b')],
      { prune: true },
    ],
    [
      'none if the stream is stored, and only clients may be removed',
      () => [
        sourceOf('clients', 'Client ID,Name\nX1,One\n'),
        sourceOf('scores', 'Client ID,Stream ID,Score\nX1,b,5\n'),
      ],
      [],
      [...one, facts.aStream('c1', 'b')],
      { prune: true },
    ],
    [
      'a portfolio that --prune removes',
      () => [
        sourceOf('portfolios', 'Portfolio ID,Name\np1,P\n'),
        sourceOf('portfolio-members', 'Portfolio ID,Client ID\np1,X1\np2,X1\n'),
      ],
      ['portfolio-members.csv:3, column "Portfolio ID": there is no portfolio "p2"'],
      [...one, facts.aPortfolio('p2')],
      { prune: true },
    ],
    [
      'a stored alias that --prune removes',
      () => [
        sourceOf('aliases', 'Client ID,Name\nX1,Ein\n'),
        sourceOf('notes', 'Client Name,Created At,Created By,Content\nUno,2026-11-01,A,x\nein,2026-11-02,A,x\n'),
      ],
      ['notes.csv:2, column "Client Name": there is no client with the name "Uno"'],
      [...one, { kind: 'alias', value: { name: 'Uno', clientId: 'c1' } }],
      { ...nameless, prune: true },
    ],
    [
      'none if the alias is stored',
      () => [sourceOf('notes', 'Client Name,Created At,Created By,Content\nUno,2026-11-01,A,x\n')],
      [],
      [...one, { kind: 'alias', value: { name: 'Uno', clientId: 'c1' } }],
      nameless,
    ],
    [
      'a name if no file is known to have names',
      () => [sourceOf('notes', 'Client Name,Created At,Created By,Content\nOne,2026-11-01,A,x\n')],
      ['notes.csv:2, column "Client Name": there is no client with the name "One"'],
      one,
    ],
  ])('%s', async (_, sources, expected, stored, more) => {
    expect((await check(sources(), stored, more)).problems).toEqual(expected);
  });
});

it('a stream that is stored is looked up in batches of 100 rows, at the end of each file at the latest', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => `X1,s${at},5`);
  const scores = (text: string, name: string) =>
    sourceOf('scores', `Client ID,Stream ID,Score\n${text}`, { name, feed: name });

  const { problems } = await check(
    [scores(rows.join('\n'), 'a.csv'), scores('X1,t,5\nX1,s100x,5', 'b.csv')],
    [...one, ...rows.map((_, at) => facts.aStream('c1', `s${at}`))],
  );

  expect(problems).toEqual([
    'b.csv:2, column "Stream ID": the client has no stream "t" (and 1 more like this: line 3)',
  ]);
});

it('rows of other feeds, of the same workbook and alignment reads count although a newer file has them', async () => {
  const notes = (feed: string, origin: string, name: string) =>
    sourceOf('notes', 'Client ID,Note ID,Created At,Created By,Content\nX1,n,2026-11-01,A,x\n', { feed, origin, name });
  const reads = (name: string) =>
    sourceOf('alignment', 'Client ID,Week,Value,Updated By\nX1,2026-11-16,red,A\n', { name, origin: name });
  const week = 'Client ID,Stream ID,Week,Topic,Summary,Sentiment\nX1,s,2026-11-16,a,x,y\nX1,s,2026-11-16,b,x,y\n';
  const insights = (name: string) => sourceOf('insights', week, { name, origin: name });

  const { checked, problems, counts } = await check(
    [
      notes('f', 'new', 'new'),
      notes('f', 'old', 'old'),
      notes('f', 'new', 'sheet'),
      notes('g', 'other', 'other'),
      notes('g', 'last', 'last'),
      reads('a'),
      reads('b'),
      insights('a'),
      insights('b'),
    ],
    [...one, facts.aStream('c1', 's')],
  );

  expect({ superseded: checked.superseded, problems, counts }).toEqual({
    superseded: 3,
    problems: ['sheet:2: duplicate of new:2', 'other:2: duplicate of new:2', 'last:2: duplicate of new:2'],
    counts: { notes: 4, alignment: 2, insights: 2 },
  });
});

it('rows of an open twin are checked for references alone', async () => {
  const bind: Source['mapping'] = {
    ...{ isColumn: () => true, lacks: () => false },
    bind: (headers) => ({ headers, labels: headers, problems: [], notes: [], rowsOf: (row) => [row] }),
  };
  const text = 'Client ID,Signal ID,Since,Topic,Steps\nX1,a,soon,trust,:1\nX9,b,2026-11-01,trust,:1\n';
  const twin = sourceOf('open-signals', text, { mapping: bind });

  expect((await check([twin], one)).problems).toEqual([
    'open-signals.csv:3, column "Client ID": there is no client with the Client ID "X9"',
  ]);
  expect((await check([{ ...twin, skipsUnknownClients: true }], one)).warnings).toHaveLength(1);
  expect((await check([sourceOf('open-signals', text)], one)).problems).toHaveLength(2);
});

describe('rows that name no client of the account are skipped if the mapping says so', () => {
  const notes = sourceOf(
    'notes',
    'Client Name,Created At,Created By,Content\nNobody,2026-11-01,A,x\nOne,2026-11-01,A,x\n',
    {
      skipsUnknownClients: true,
    },
  );

  it('with a warning and proposals', async () => {
    const { checked, problems, warnings, counts } = await check([notes], one, nameless);

    expect({ problems, warnings, counts, unknown: checked.unknown }).toEqual({
      problems: [],
      warnings: ['notes.csv:2, column "Client Name": there is no client with the name "Nobody"; the row is skipped'],
      counts: { notes: 1 },
      unknown: [{ name: 'Nobody', rows: 1, proposals: [] }],
    });
  });

  it('or are problems, with the same proposals', async () => {
    const { checked, problems } = await check([{ ...notes, skipsUnknownClients: false }], one, nameless);

    expect([problems.length, checked.unknown]).toEqual([1, [{ name: 'Nobody', rows: 1, proposals: [] }]]);
  });

  it('also if nobody wants warnings', async () => {
    const silent = { ...nameless, warnings: undefined } as object;

    expect((await check([notes], one, silent)).counts).toEqual({ notes: 1 });
  });

  it('and are rejected if rejects are wanted', async () => {
    const rejects = new Rejects();
    const { problems, warnings } = await check([notes], one, { ...nameless, rejects });

    expect({ problems, warnings, found: rejects.take(() => 9) }).toEqual({ problems: [], warnings: [], found: true });
  });
});

describe('rejects', () => {
  it('have the problems, and say that a client was rejected', async () => {
    const rejects = new Rejects();
    rejects.add({
      file: 'clients.csv',
      line: 7,
      message: 'bad',
      kind: 'clients',
      given: { externalId: 'gone', name: 'Gone' },
    });
    rejects.take(() => 1);
    rejects.take(() => 1);
    const notes = sourceOf(
      'notes',
      'Client ID,Created At,Created By,Content\ngone,2026-11-01,A,x\nnever,2026-11-01,A,x\n',
    );

    const { problems } = await check([notes], one, { rejects });

    expect(problems).toEqual([]);
    expect(problemLines(rejects.problems)).toEqual([
      'clients.csv:7: bad',
      'notes.csv:2, column "Client ID": there is no client with the Client ID "gone"; the client was rejected, clients.csv:7',
      'notes.csv:3, column "Client ID": there is no client with the Client ID "never"',
    ]);
  });

  it('count rows that refer to nothing apart from those with problems of their own', async () => {
    const rejects = new Rejects();
    const files = [
      sourceOf('clients', 'Client ID,Name\nc1,One\ngone,\nc1,Uno\ngone,"  "\n'),
      sourceOf('portfolio-members', 'Portfolio ID,Client ID\np9,c1\n'),
      sourceOf('notes', 'Client ID,Created At,Created By,Content\ngone,2026-11-01,A,x\nc1,2026-11-02,A,y\n'),
      sourceOf('scores', 'Client ID,Stream ID,Score\nc1,s,5\nc1,t,500\n'),
    ];
    let isRepeated = true;
    while (isRepeated) {
      await check(withoutRejects(files, rejects), [], { rejects });
      isRepeated = rejects.take(() => 100);
    }

    expect(rejects.files()).toEqual([
      { file: 'clients.csv', rows: 3, references: 0 },
      { file: 'portfolio-members.csv', rows: 0, references: 1 },
      { file: 'notes.csv', rows: 0, references: 1 },
      { file: 'scores.csv', rows: 1, references: 1 },
    ]);
    expect(
      rejects
        .rows()
        .map(({ file, line, kind, given }) => `${file}:${line} ${kind} ${given?.externalId} ${given?.streamId}`),
    ).toEqual([
      ...['clients.csv:3 clients gone undefined', 'clients.csv:4 clients c1 undefined'],
      ...['clients.csv:5 clients gone undefined', 'scores.csv:3 scores c1 t'],
      ...['portfolio-members.csv:2 portfolio-members c1 undefined', 'notes.csv:2 notes gone undefined'],
      'scores.csv:2 scores c1 s',
    ]);
    expect(problemLines(rejects.problems).slice(0, 3)).toEqual([
      'clients.csv:3, column "Name": is empty; expected text',
      'clients.csv:4: duplicate of clients.csv:2',
      'clients.csv:5, column "Name": the name is empty',
    ]);
  });

  it('of a stored client keep it, although --prune removes those that no file has', async () => {
    const rejects = new Rejects();
    for (const [at, given] of [{ externalId: 'c1' }, { serviceId: 'c2' }, { externalId: 'X3' }].entries()) {
      rejects.add({ file: 'clients.csv', line: at + 2, message: 'bad', kind: 'clients', given });
    }
    const stored = [...one, facts.aClient('c2'), facts.aClient('c3', { externalId: 'X3' })];
    const { checked } = await check([sourceOf('clients', 'Client ID,Name\nnew,New\n')], stored, {
      prune: true,
      rejects,
    });

    expect(checked.clients.ids()).toEqual(['c1', 'c2', 'new']);
    expect(checked.clients.idForRow({ externalId: 'X3' })).toBe('c3');
  });

  it('of a stored portfolio keep it, and its members, although --prune removes those that no file has', async () => {
    const stored = [...one, ...['p2', 'p3'].map((id) => facts.aPortfolio(id))];
    const sources = [
      sourceOf('portfolios', 'Portfolio ID,Name\np1,P\n'),
      sourceOf('portfolio-members', 'Portfolio ID,Client ID\np2,X1\np3,X1\n'),
    ];
    const unknown = async (given?: Row['given']) => {
      const rejects = new Rejects();
      rejects.add({ file: 'clients.csv', line: 5, message: 'bad', kind: 'clients', given: { id: 'p3' } });
      rejects.add({ file: 'portfolios.csv', line: 3, message: 'bad', kind: 'portfolios', ...(given && { given }) });
      for (const _ of [1, 2]) rejects.take(() => 100);
      await check(sources, stored, { prune: true, rejects });
      return problemLines(rejects.problems).slice(2);
    };

    expect(await unknown({ id: 'p2' })).toEqual([
      'portfolio-members.csv:3, column "Portfolio ID": there is no portfolio "p3"',
    ]);
    expect(await unknown()).toEqual([]);
  });
});

describe('a warning says', () => {
  it.each<[string, Source, string[]]>([
    [
      'that a value is left out',
      sourceOf(
        'clients',
        `Client ID,Name,Industry,${Array.from({ length: 30 }, (_, at) => `m${at} (text)`).join(',')}\nc1,One,Food${',x'.repeat(30)}\n`,
      ),
      [
        'clients.csv:2, column "m29": a client has at most 30 metadata values; not imported. Choose others with --metadata',
      ],
    ],
    [
      'that a contact is unlikely',
      sourceOf(
        'clients',
        'Client ID,Name,Last Contact\nc1,One,1989-12-31\nc2,Two,1990-01-01\nc3,Three,2026-11-20\nc4,Four,2026-11-21\nc5,Five,\n',
      ),
      [
        'clients.csv:2, column "Last Contact": the last contact was in 1989; is the cell empty in the source?',
        'clients.csv:5, column "Last Contact": the last contact is in the future, on 2026-11-21',
      ],
    ],
    [
      'that a signal is in the future',
      sourceOf('signals', `${signalHead}\nX1,a,2026-11-21,trust,1\nX1,b,2026-11-20,trust,1\n`),
      ['signals.csv:2, column "Date": the signal is in the future, on 2026-11-21; it counts from that day on'],
    ],
  ])('%s', async (_, source, expected) => {
    const before = sourceOf('scores', 'Client ID,Score\nX1,5\n');
    expect((await check([before, source], one)).warnings).toEqual(expected);
    expect((await check([source], one, { warnings: undefined } as object)).problems).toEqual([]);
  });
});

describe('of an account', () => {
  it.each<[string, Fact[], boolean]>([
    ['nothing', [], true],
    ['a client', one, false],
    ['a portfolio', [facts.aPortfolio('p')], false],
  ])('%s is stored', async (_, stored, isEmpty) => {
    const { checked } = await check([clients], stored);

    expect(checked.isEmpty).toBe(isEmpty);
  });

  it('records are remembered with their places if others are removed', async () => {
    const notes = sourceOf('notes', 'Client ID,Note ID,Created At,Created By,Content\nX1,n,2026-11-01,A,x\n');
    const place = 'notes c1 n 2026-11-01T00:00:00.000Z';

    expect((await check([notes], one, { prune: true })).checked.named.has(place)).toBe(true);
    expect((await check([notes], one)).checked.named.has(place)).toBe(false);
  });
});
