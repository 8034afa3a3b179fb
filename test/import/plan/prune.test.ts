import { describe, expect, it } from 'vitest';
import { createNameIndex } from '../../../import/check/name-index.ts';
import type { KindName } from '../../../import/files/kinds/kind.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { findRemovals, removeUnnamed } from '../../../import/prune/prune.ts';
import { unnamedIn } from '../../../import/prune/removals.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { dumpOf } from '../../support/store/dump.ts';
import * as facts from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { asWriter } from '../../support/store/writer.ts';
import { tableWith, writerOf } from '../sources.ts';

// What a prune removes: stored records that no file names, of the kinds that have a file.

const account = asAccount('acme');
const day = dayOf('2026-11-16');
const open = (id: string): Fact => ({
  ...{ kind: 'open-signal', clientId: 'c1' },
  value: { id, feed: 'bills', since: day, topic: 'trust', steps: [{ polarity: -1 }], weight: 1, seen: day },
});
const insightsOf = (clientId: string, streamId: string, weekDate: string, ...topics: string[]): Fact => ({
  kind: 'insights',
  value: {
    ...{ clientId, streamId, weekDate },
    insights: topics.map((topic) => ({ topic, summary: 'x', sentiment: 'positive' })),
  },
});
const stored: Fact[] = [
  ...[facts.aClient('c1', { importedScore: 0 }), facts.aClient('c2', { importedScore: 6 }), facts.aClient('c3')],
  ...[facts.aPortfolio('p1'), facts.aPortfolio('p2', { name: 'Second' })],
  ...['c1', 'c2', 'c3'].flatMap((id) => [facts.aMember('p1', id), facts.aMember('p2', id)]),
  ...['Uno', 'Ein '].map((name): Fact => ({ kind: 'alias', value: { name, clientId: 'c1' } })),
  ...[
    facts.aStream('c1', 's', { importedScore: 0 }),
    facts.aStream('c1', 't', { importedScore: 8 }),
    facts.aStream('c1', 'u'),
  ],
  ...[
    facts.insightsOfWeek('c1', 's', '2026-11-16'),
    insightsOf('c1', 's', '2026-11-09', 'Late', 'Later'),
    facts.insightsOfWeek('c1', 't', '2026-11-16'),
  ],
  ...[facts.aNote('c1', 'n'), facts.aNote('c1', 'm'), facts.aPerson('c1', 'p'), facts.aPerson('c1', 'q')],
  ...['2025-11-17', '2026-11-02', '2026-11-09', '2026-11-16'].map((week) => facts.aRead('c1', week)),
  ...[
    facts.aSignal('c1', 'a', { day }),
    facts.aSignal('c1', 'b', { day: day + 1 }),
    facts.aSignal('c1', 'c', { day: day + 7 }),
  ],
  ...[open('o'), open('x')],
  facts.aNote('c2', 'n'),
];

/** The names of everything that is stored. */
const names = [
  ...[
    'clients c1',
    'clients c2',
    'clients c3',
    'scores c1 ',
    'scores c2 ',
    'portfolios p1',
    'portfolios p2',
    'aliases uno',
    'aliases ein',
  ],
  ...['p1', 'p2'].flatMap((id) => ['c1', 'c2', 'c3'].map((client) => `portfolio-members ${id} ${client}`)),
  ...['streams c1 s', 'streams c1 t', 'streams c1 u', 'scores c1 s', 'scores c1 t'],
  ...['insights c1 s 2026-11-16', 'insights c1 s 2026-11-09', 'insights c1 t 2026-11-16'],
  ...['c1 n', 'c1 m', 'c2 n'].map((name) => `notes ${name} 2026-11-19T10:00:00.000Z`),
  ...['key-people c1 p', 'key-people c1 q', 'open-signals c1 bills o', 'open-signals c1 bills x'],
  ...['2025-11-17', '2026-11-02', '2026-11-09', '2026-11-16'].map((week) => `alignment c1 ${week}`),
  ...['signals c1 a 2026-W47', 'signals c1 b 2026-W47', 'signals c1 c 2026-W48'],
];

async function world(given: readonly KindName[], unnamed: readonly string[]) {
  const table = await tableWith(account, stored);
  const named = createNameIndex();
  for (const name of names) if (!unnamed.includes(name)) named.add(name, 1);
  const kindsGiven = new Set(given);
  return { table, given: kindsGiven, isUnnamed: unnamedIn(kindsGiven, named) };
}
async function pruned(given: readonly KindName[], unnamed: readonly string[]) {
  const { table, given: kindsGiven, isUnnamed } = await world(given, unnamed);
  const before = await dumpOf(table, account);
  const lines: string[] = [];
  let searched = 0;
  const removals = await findRemovals(table, account, kindsGiven, isUnnamed, {
    onClients: (count) => {
      searched += count;
    },
    onChange: (line) => lines.push(line),
  });
  const told: number[] = [];
  slowWrites(table);
  await asWriter(writerOf(table), account, (writer) =>
    removeUnnamed(writer, account, removals, isUnnamed, (count) => told.push(count)),
  );
  const after = new Map((await dumpOf(table, account)).map((item) => [`${item.pk} ${item.sk}`, item]));
  const changed = before.flatMap((item) => {
    if (item.sk === 'FACTS') return [];
    const name = `${item.pk.replace('CUST#acme', '').replace('#CLIENT#', '')} ${item.sk}`.trim();
    const now = after.get(`${item.pk} ${item.sk}`);
    if (!now) return [`- ${name}`];
    return JSON.stringify(item) === JSON.stringify(now) ? [] : [`~ ${name}`];
  });
  const { counts, reduced } = removals;
  expect(searched).toBe(3);
  expect(told.reduce((sum, count) => sum + count, 0)).toBe([...counts.values()].reduce((sum, count) => sum + count, 0));
  return { counts: Object.fromEntries(counts), reduced, lines, changed: changed.sort(), removals };
}

const allKinds = kinds.map(({ name }) => name);

describe('a prune', () => {
  it.each<
    [string, readonly KindName[], readonly string[], Record<string, number>, readonly string[], readonly string[]]
  >([
    ['removes nothing that is named', allKinds, [], {}, [], []],
    ['removes nothing of a kind without a file', [], names, {}, [], []],
    ['of signals leaves open ones', ['signals'], names.filter((name) => name.startsWith('open-signals')), {}, [], []],
    [
      'removes a note and a person',
      ['notes', 'key-people'],
      ['notes c1 n 2026-11-19T10:00:00.000Z', 'key-people c1 q', 'notes c2 n 2026-11-19T10:00:00.000Z'],
      { notes: 2, 'key-people': 1 },
      ['notes of c1: 1 removed', 'key-people of c1: 1 removed', 'notes of c2: 1 removed'],
      [
        '- c1 NOTE#2026-11-19T10:00:00.000Z#n',
        '- c1 PERSON#q',
        '- c2 NOTE#2026-11-19T10:00:00.000Z#n',
        // their counts
        ...['~ CLIENT#c1', '~ CLIENT#c2'],
      ],
    ],
    [
      'removes some signals of a week, and the whole week',
      ['signals'],
      ['signals c1 a 2026-W47', 'signals c1 c 2026-W48'],
      { signals: 2 },
      ['signals of c1: 1 removed', 'signals of c1: 1 removed'],
      ['- c1 S#2026-W48', '~ c1 S#2026-W47'],
    ],
    [
      'removes some open signals',
      ['open-signals'],
      ['open-signals c1 bills o'],
      { 'open-signals': 1 },
      ['open-signals of c1: 1 removed'],
      ['~ c1 S#TODAY'],
    ],
    [
      'removes all open signals',
      ['open-signals'],
      ['open-signals c1 bills o', 'open-signals c1 bills x'],
      { 'open-signals': 2 },
      ['open-signals of c1: 2 removed'],
      ['- c1 S#TODAY'],
    ],
    [
      'removes some reads of a year, and the last of an earlier one, which the later one repeats',
      ['alignment'],
      ['alignment c1 2025-11-17', 'alignment c1 2026-11-09'],
      { alignment: 2 },
      ['alignment of c1: 1 removed', 'alignment of c1: 1 removed'],
      ['- c1 ALIGN#2025', '~ c1 ALIGN#2026'],
    ],
    [
      'changes the later years if only the last read of an earlier one is removed',
      ['alignment'],
      ['alignment c1 2025-11-17'],
      { alignment: 1 },
      ['alignment of c1: 1 removed'],
      ['- c1 ALIGN#2025', '~ c1 ALIGN#2026'],
    ],
    [
      'removes a week of insights',
      ['insights'],
      ['insights c1 s 2026-11-09'],
      { insights: 2 },
      ['insights of c1: 2 removed'],
      ['- c1 INSIGHTS#s#2026-11-09'],
    ],
    [
      'removes a stream with its insights and its score',
      ['streams'],
      ['streams c1 t'],
      { streams: 1, insights: 1 },
      ['streams of c1: 1 removed', 'insights of c1: 1 removed'],
      ['- c1 INSIGHTS#t#2026-11-16', '- c1 STREAM#t'],
    ],
    [
      'removes imported scores if only these have a file',
      ['scores'],
      ['scores c1 s', 'scores c2 '],
      { scores: 2 },
      ['scores of c1: 1 removed', 'scores of c2: 1 removed'],
      ['~ CLIENT#c2', '~ c1 STREAM#s'],
    ],
    [
      'removes imported scores of clients and of streams that stay',
      ['scores', 'streams'],
      ['scores c1 ', 'scores c1 s', 'scores c1 t', 'streams c1 t'],
      { scores: 2, streams: 1, insights: 1 },
      ['streams of c1: 1 removed', 'insights of c1: 1 removed', 'scores of c1: 2 removed'],
      ['- c1 INSIGHTS#t#2026-11-16', '- c1 STREAM#t', '~ CLIENT#c1', '~ c1 STREAM#s'],
    ],
    [
      'removes a client with all its records, which are not counted',
      allKinds,
      names.filter((name) => /\bc2\b/.test(name)),
      { clients: 1 },
      ['client c2: removed'],
      ['#PORTFOLIO#p1 MEMBER#c2', '#PORTFOLIO#p2 MEMBER#c2', 'CLIENT#c2', 'c2 NOTE#2026-11-19T10:00:00.000Z#n'].map(
        (name) => `- ${name}`,
      ),
    ],
    [
      'removes a portfolio with its members, which are not counted',
      ['portfolios', 'portfolio-members'],
      names.filter((name) => /\bp2\b/.test(name)),
      { portfolios: 1 },
      ['portfolio p2: removed'],
      ['#PORTFOLIO#p2 MEMBER#c1', '#PORTFOLIO#p2 MEMBER#c2', '#PORTFOLIO#p2 MEMBER#c3', 'PORTFOLIO#p2'].map(
        (name) => `- ${name}`,
      ),
    ],
    [
      'removes members, and counts those of clients that stay',
      ['clients', 'portfolio-members'],
      ['clients c2', 'portfolio-members p1 c1', 'portfolio-members p1 c2', 'portfolio-members p2 c3'],
      { clients: 1, 'portfolio-members': 2 },
      ['client c2: removed', 'member of p1 c1: removed', 'member of p2 c3: removed'],
      [
        ...[
          '#PORTFOLIO#p1 MEMBER#c1',
          '#PORTFOLIO#p1 MEMBER#c2',
          '#PORTFOLIO#p2 MEMBER#c2',
          '#PORTFOLIO#p2 MEMBER#c3',
          'CLIENT#c2',
        ],
        'c2 NOTE#2026-11-19T10:00:00.000Z#n',
      ].map((name) => `- ${name}`),
    ],
    [
      'removes aliases',
      ['aliases'],
      ['aliases ein', 'aliases uno'],
      { aliases: 2 },
      ['alias Ein : removed', 'alias Uno: removed'],
      ['- ALIAS#', '- ALIAS#'],
    ],
  ])('%s', async (_, given, unnamed, counts, lines, changed) => {
    const found = await pruned(given, unnamed);
    const keys = (all: readonly string[]) => all.map((line) => line.replace(/ALIAS#.*/, 'ALIAS#'));

    expect({ counts: found.counts, lines: found.lines.sort(), changed: keys(found.changed) }).toEqual({
      counts,
      lines: lines.toSorted(),
      changed: keys(changed),
    });
  });

  it('tells the clients that lose records, and what else goes by its name', async () => {
    const { removals } = await pruned(allKinds, [
      'clients c3',
      'portfolios p2',
      'aliases uno',
      'scores c2 ',
      'notes c1 n 2026-11-19T10:00:00.000Z',
    ]);

    expect({ ...removals, counts: [...removals.counts] }).toEqual({
      clients: [{ id: 'c3', name: 'Client c3' }],
      portfolios: [{ id: 'p2', name: 'Second' }],
      ...{ aliases: ['Uno'], reduced: ['c1', 'c2'] },
      counts: [
        ['aliases', 1],
        ['clients', 1],
        ['portfolios', 1],
        ['notes', 1],
        ['scores', 1],
      ],
    });
  });

  it('completes the removal of a portfolio that a killed run has begun', async () => {
    const { table, given, isUnnamed } = await world(['portfolios'], ['portfolios p2']);
    const found = async (isAny = isUnnamed) => (await findRemovals(table, account, given, isAny)).portfolios;
    await putAll(table, [{ pk: 'CUST#acme#GONE', sk: 'PORTFOLIO#p2', v: 3 }]);
    expect(await found()).toEqual([{ id: 'p2', name: 'Second' }]);
    await deleteAll(table, [{ pk: 'CUST#acme', sk: 'PORTFOLIO#p2' }]);

    expect(await found()).toEqual([{ id: 'p2', name: '(partly removed)' }]);
    expect(await found(() => false)).toEqual([]);
  });

  it('reads the records of clients only if it may remove some', async () => {
    const { table } = await world([], []);
    const searched = await findRemovals(
      table,
      account,
      new Set<KindName>(['clients', 'aliases', 'portfolios', 'portfolio-members']),
      (kind) => kind === 'notes',
    );

    expect(searched.reduced).toEqual([]);
  });

  it('does many clients in batches', async () => {
    const many = Array.from({ length: 26 }, (_, at) => `m${`${at}`.padStart(2, '0')}`);
    const table = await tableWith(
      account,
      many.flatMap((id) => [facts.aClient(id), facts.aNote(id, 'n')]),
    );
    const given = new Set<KindName>(['notes']);
    const isUnnamed = unnamedIn(given, createNameIndex());
    const told: number[] = [];
    const removals = await findRemovals(table, account, given, isUnnamed);
    await asWriter(writerOf(table), account, (writer) =>
      removeUnnamed(writer, account, removals, isUnnamed, (count) => told.push(count)),
    );

    expect(told).toEqual([25, 1]);
    expect((await dumpOf(table, account)).length).toBe(27);
  });
});

it('a prune removes all members of a large portfolio', async () => {
  const ids = Array.from({ length: 1001 }, (_, at) => `c${at}`);
  const table = await tableWith(account, [
    ...[...ids.map((id) => facts.aClient(id)), facts.aPortfolio('p')],
    ...ids.map((id) => facts.aMember('p', id)),
  ]);
  const given = new Set<KindName>(['portfolio-members']);
  const isUnnamed = unnamedIn(given, createNameIndex());
  const removals = await findRemovals(table, account, given, isUnnamed);

  await asWriter(writerOf(table), account, (writer) => removeUnnamed(writer, account, removals, isUnnamed));

  expect((await dumpOf(table, account)).filter(({ sk }) => sk.startsWith('MEMBER#'))).toEqual([]);
});
