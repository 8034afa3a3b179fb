import { describe, expect, it } from 'vitest';
import { type Checking, checkFiles } from '../../../import/check/check.ts';
import { createProblems, problemLines } from '../../../import/files/problems.ts';
import type { Source } from '../../../import/files/source.ts';
import { planImport, unchanged } from '../../../import/plan.ts';
import { Rejects } from '../../../import/rejects/rejects.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import * as facts from '../../support/store/facts.ts';
import { sourceOf, tableWith } from '../sources.ts';

// What an import would add and change, told before anything is written.

const account = asAccount('acme');

async function planned(
  sources: readonly Source[],
  stored: readonly Fact[] = [],
  more: Partial<Checking> & { quiet?: boolean } = {},
) {
  const table = await tableWith(account, stored);
  const problems = createProblems();
  const factOptions = { now: '2026-11-20T12:00:00.000Z', exact: more.prune ?? false };
  let bytes = 0;
  const checking = { table, account, factOptions, problems, prune: false, ...more };
  const checked = await checkFiles(sources, checking);
  const lines: string[] = [];
  const counting = {
    ...checking,
    onBytes: (count: number) => {
      bytes += count;
    },
  };
  const { plan } = await planImport(sources, checked, counting, more.quiet ? undefined : (line) => lines.push(line));
  const counts = Object.fromEntries(
    [...plan].map(([kind, { added, changed, unchanged: same }]) => [kind, `${added} ${changed} ${same}`]),
  );
  return { counts, lines, problems: problemLines(problems), bytes, checked };
}

const one = facts.aClient('c1', { name: 'One', metadata: { industry: 'Food', tier: 1 }, importedScore: 7 });
const clients = sourceOf('clients', 'Client ID,Name\nc1,One\nc2,Two\n');
const signalHead = 'Service ID,Signal ID,Date,Topic,Polarity';
const day = dayOf('2026-11-16');
const open = (id: string, given: object = {}): Fact => ({
  ...{ kind: 'open-signal', clientId: 'c1' },
  value: {
    id,
    feed: 'bills',
    since: day,
    topic: 'trust',
    steps: [{ most: 5 }, { polarity: -1 }],
    weight: 1,
    seen: day,
    ...given,
  },
});
const openHead = 'Service ID,Signal ID,Feed,Since,Topic,Steps,Weight,Stream ID';
const reads = [
  facts.aRead('c1', '2026-11-02', { updatedAt: '2026-11-03T00:00:00.000Z' }),
  facts.aRead('c1', '2026-11-09', { updatedAt: '2026-11-10T00:00:00.000Z' }),
];
const readHead = 'Service ID,Week,Value,Updated At,Updated By';
const insightHead = 'Service ID,Stream ID,Week,Topic,Summary,Sentiment';
const insights = [facts.aStream('c1', 's'), facts.insightsOfWeek('c1', 's', '2026-11-16', 'Late')];

describe('of an import', () => {
  it.each<[string, () => Source[], Fact[], Record<string, string>, string[]]>([
    [
      'into an empty account, everything is added',
      () => [clients, sourceOf('signals', `${signalHead}\nc1,s,2026-11-16,trust,1\nc1,t,2026-11-17,trust,1\n`)],
      [],
      { clients: '2 0 0', signals: '2 0 0' },
      [
        ...['client c1: added', 'client c2: added'],
        ...[
          'signal of c1 s (none) -> "2026-11-16 trust 1 weight 1"',
          'signal of c1 t (none) -> "2026-11-17 trust 1 weight 1"',
        ],
      ],
    ],
    [
      'of clients, each value that changes is told',
      () => [
        sourceOf(
          'clients',
          'Client ID,Name,Favorite,Industry,tier (number),Location\nc1,Uno,true,,2,Bonn\nc2,Two,,,,\nc3,Three,,,,\n',
        ),
      ],
      [one, facts.aClient('c2', { name: 'Two', externalId: 'c2', metadata: {} })],
      { clients: '1 1 1' },
      [
        ...[
          'client c1: name "One" -> "Uno"',
          'client c1: favorite false -> true',
          'client c1: metadata.industry "Food" -> (none)',
        ],
        ...[
          'client c1: metadata.tier 1 -> 2',
          'client c1: metadata.location (none) -> "Bonn"',
          'client c1: externalId (none) -> "c1"',
        ],
        'client c3: added',
      ],
    ],
    [
      'of other records, too',
      () => [
        sourceOf('portfolios', 'Portfolio ID,Name,User IDs\np1,P,u;v\np2,Q,u;v\n'),
        sourceOf('aliases', 'Service ID,Name\nc1,Uno\nc1,Ein\n'),
        sourceOf('streams', 'Service ID,Stream ID,Name\nc1,s,T\n'),
        sourceOf('portfolio-members', 'Portfolio ID,Service ID,a\np1,c1,x\n'),
        sourceOf(
          'notes',
          'Service ID,Note ID,Created At,Created By,Type,Content\nc1,n,2026-11-20T10:00:00Z,Ada,call,Note n\nc1,m,2026-11-01,A,call,x\n',
        ),
      ],
      [
        ...[
          one,
          facts.aClient('c2'),
          facts.aPortfolio('p1'),
          facts.aPortfolio('p2', { userIds: ['u', 'v'] }),
          facts.aStream('c1', 's'),
          facts.aMember('p1', 'c1'),
          facts.aNote('c1', 'n'),
        ],
        { kind: 'alias', value: { name: 'Uno', clientId: 'c2' } },
      ],
      { portfolios: '0 2 0', aliases: '1 1 0', streams: '0 1 0', 'portfolio-members': '0 1 0', notes: '1 1 0' },
      [
        ...['portfolio p1: name "Portfolio p1" -> "P"', 'portfolio p1: userIds (none) -> ["u","v"]'],
        // a list that stays is no change
        'portfolio p2: name "Portfolio p2" -> "Q"',
        ...['alias Uno of c1: changed', 'alias Ein of c1: added', 'stream s of c1: name "Stream s" -> "T"'],
        ...['member of c1: extraColumns.a (none) -> "x"', 'note n of c1: added', 'note m of c1: added'],
      ],
    ],
    [
      'of signals, those of a week are counted one by one',
      () => [
        sourceOf(
          'signals',
          `${signalHead},Weight,Stream ID\nc1,same,2026-11-16,trust,0.5,2,s\nc1,other,2026-11-17,trust,-1,1,\nc1,new,2026-11-16,trust,1,1,\nc1,else,2026-11-09,trust,1,1,s\nc1,first,2026-11-02,trust,1,1,\nc2,same,2026-11-16,trust,1,1,\n`,
        ),
      ],
      [
        ...[one, facts.aClient('c2'), facts.aStream('c1', 's')],
        facts.aSignal('c1', 'same', { day, weight: 2, stream: 's' }),
        ...[facts.aSignal('c1', 'other', { day: day + 1 }), facts.aSignal('c1', 'else', { day: day - 7, polarity: 1 })],
      ],
      { signals: '3 2 1' },
      [
        ...[
          'signal of c1 other "2026-11-17 trust 0.5 weight 1" -> "2026-11-17 trust -1 weight 1"',
          'signal of c1 else "2026-11-09 trust 1 weight 1" -> "2026-11-09 trust 1 weight 1 s"',
        ],
        ...[
          'signal of c1 new (none) -> "2026-11-16 trust 1 weight 1"',
          'signal of c1 first (none) -> "2026-11-02 trust 1 weight 1"',
          'signal of c2 same (none) -> "2026-11-16 trust 1 weight 1"',
        ],
      ],
    ],
    [
      'of open signals, being seen again is no change',
      () => [
        sourceOf(
          'open-signals',
          `${openHead}\nc1,same,bills,2026-11-16,trust,"5:,:-1",1,\nc1,other,bills,2026-11-16,trust,:1,1,s\nc1,new,bills,2026-11-16,trust,:1,1,\nc1,same,deals,2026-11-16,trust,:1,1,\n`,
        ),
      ],
      [one, facts.aStream('c1', 's'), open('same'), open('other'), open('left')],
      { 'open-signals': '2 1 1' },
      [
        'open signal of c1 bills other "since 2026-11-16 trust 5:,:-1 weight 1" -> "since 2026-11-16 trust :1 weight 1 s"',
        'open signal of c1 bills new (none) -> "since 2026-11-16 trust :1 weight 1"',
        'open signal of c1 deals same (none) -> "since 2026-11-16 trust :1 weight 1"',
      ],
    ],
    [
      'of open signals of another client, those of the first are unchanged',
      () => [
        sourceOf(
          'open-signals',
          `${openHead},Seen\nc1,same,bills,2026-11-16,trust,"5:,:-1",1,,2026-11-16\nc2,new,bills,2026-11-16,trust,:1,1,,\n`,
        ),
      ],
      [one, facts.aClient('c2'), open('same')],
      { 'open-signals': '1 0 1' },
      ['open signal of c2 bills new (none) -> "since 2026-11-16 trust :1 weight 1"'],
    ],
    [
      'of alignment reads, an older one is no change',
      () => [
        sourceOf(
          'alignment',
          `${readHead}\nc1,2026-11-02,red,2026-11-02T00:00:00Z,A\nc1,2026-11-09,red,2026-11-11T00:00:00Z,A\nc1,2026-11-09,red,2026-11-10T00:00:00Z,A\nc1,2026-11-16,red,,A\nc1,2026-11-16,green,,A\nc1,2026-11-16,green,,A\nc2,2026-11-09,red,2026-11-11T00:00:00Z,A\n`,
        ),
      ],
      [one, facts.aClient('c2'), ...reads],
      { alignment: '2 2 3' },
      ['alignment of c1: reads […] -> […]', 'alignment of c2: added'],
    ],
    [
      'of stored alignment reads, nothing is compared again',
      () => [sourceOf('alignment', `${readHead}\nc1,2026-11-09,green,2026-11-10T00:00:00Z,Ben Larsson\n`)],
      [one, ...reads],
      { alignment: '0 0 1' },
      [],
    ],
    [
      'of insights, those of a week are counted one by one',
      () => [
        sourceOf(
          'insights',
          `${insightHead}\nc1,s,2026-11-16,timeliness,Late,positive\nc1,s,2026-11-16,new,x,y\nc1,s,2026-11-23,timeliness,x,y\n`,
        ),
      ],
      [one, ...insights],
      { insights: '2 0 1' },
      ['insights of c1: added', 'insights of c1: insights […] -> […]'],
    ],
    [
      'of insights that replace others, these are changed',
      () => [
        sourceOf(
          'insights',
          `${insightHead}\nc1,s,2026-11-16,timeliness,On time,positive\nc1,s,2026-11-16,timeliness,More,positive\n`,
        ),
      ],
      [one, ...insights],
      { insights: '1 1 0' },
      ['insights of c1: insights […] -> […]'],
    ],
    [
      'of insights with another one of a topic, it is added',
      () => [
        sourceOf(
          'insights',
          `${insightHead}\nc1,s,2026-11-16,timeliness,Late,positive\nc1,s,2026-11-16,timeliness,More,positive\n`,
        ),
      ],
      [one, ...insights],
      { insights: '1 0 1' },
      ['insights of c1: insights […] -> […]'],
    ],
    ['of nothing, nothing is told', () => [], [one], {}, []],
  ])('%s', async (_, sources, stored, counts, lines) => {
    const found = await planned(sources(), stored);

    expect(found).toMatchObject({ counts, problems: [] });
    const shown = found.lines.map((line) => line.replace(/\[.*\] -> \[.*\]/, '[…] -> […]'));
    expect(shown.toSorted()).toEqual(lines.toSorted());
  });

  it('the counts are the same if nobody asks for the lines', async () => {
    const source = sourceOf('clients', 'Client ID,Name\nc1,Uno\nc2,Two\n');

    expect(await planned([source], [one], { quiet: true })).toMatchObject({
      counts: { clients: '1 1 0' },
      bytes: 29,
      lines: [],
    });
    expect(await planned([source], [], { quiet: true })).toMatchObject({ counts: { clients: '2 0 0' }, bytes: 0 });
  });

  it('several files of a kind are counted together', async () => {
    const another = sourceOf('clients', 'Client ID,Name\nc3,Three\n', { name: 'b.csv', feed: 'b', origin: 'b.csv' });

    expect((await planned([clients, another], [one])).counts).toEqual({ clients: '2 1 0' });
  });

  it('the later parts change nothing', async () => {
    const { checked } = await planned([clients], [one]);

    expect(Object.fromEntries(unchanged(checked))).toEqual({ clients: { added: 0, changed: 0, unchanged: 2 } });
  });
});

describe('a problem is', () => {
  const many = Array.from({ length: 201 }, (_, at) => `p${at},P`);
  const portfolios = () => sourceOf('portfolios', `Portfolio ID,Name\n${many.join('\n')}`);

  it('that an account would have too many portfolios, also an empty one', async () => {
    const problems = ['portfolios.csv:2: from here on: an account has at most 200 portfolios'];

    expect(await planned([portfolios()], [], { quiet: true })).toMatchObject({
      problems,
      counts: { portfolios: '201 0 0' },
    });
    expect((await planned([portfolios()], [one])).problems).toEqual(problems);
  });

  it('that several stored signals have the cells of a row', async () => {
    const source = sourceOf(
      'signals',
      'Service ID,Date,Topic,Polarity\nc1,2026-11-15,trust,1\nc1,2026-11-16,trust,0.5\n',
    );
    const stored = [one, facts.aSignal('c1', 'a', { day }), facts.aSignal('c1', 'b', { day })];

    expect((await planned([source], stored)).problems).toEqual([
      'signals.csv:3: matches several stored signals; add the columns Weight and Stream ID, or Signal ID',
    ]);
  });

  it('told to the rejects if there are any', async () => {
    const rejects = new Rejects();
    const { problems } = await planned([portfolios()], [], { rejects });

    expect(problems).toEqual([]);
    expect(rejects.isRefused('portfolios.csv')).toBe(true);
  });
});

describe('of an import that prunes', () => {
  it('records that a row without an id was matched with are named', async () => {
    const sources = [
      sourceOf('key-people', 'Service ID,Name\nc1,Person p\n'),
      sourceOf('signals', 'Service ID,Date,Topic,Polarity\nc1,2026-11-16,trust,0.5\n'),
      sourceOf('notes', 'Service ID,Created At,Created By,Content\nc1,2026-11-16,A,x\n'),
    ];
    const stored = [one, facts.aPerson('c1', 'p'), facts.aSignal('c1', 's', { day })];
    const named = async (prune: boolean) => {
      const { checked } = await planned(sources, stored, { prune });
      return ['key-people c1 p', 'signals c1 s', 'signals c1 s 2026-W47'].map((name) => checked.named.has(name));
    };

    expect(await named(true)).toEqual([true, true, true]);
    expect(await named(false)).toEqual([false, false, false]);
  });
});
