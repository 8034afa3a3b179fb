import { describe, expect, it } from 'vitest';
import { changesBy, type Fact, halfRemovedPortfolios, removeOpenSignals } from '../../../shared/table/facts/facts.ts';
import { openSignalsIn } from '../../../shared/table/records/open-signals.ts';
import { type Account, aliasKey, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { dying } from '../../support/faults/dying.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import {
  aClient,
  aMember,
  aNote,
  aPerson,
  aPortfolio,
  aRead,
  aSignal,
  aStream,
  insightsOfWeek,
} from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import {
  asWriter,
  removeAliases,
  removeClient,
  removePortfolio,
  removeRecords,
  type TestWriter,
  writeFacts,
} from '../../support/store/writer.ts';

const db = useMemoryTable();

/** A writer that builds no lists. */
function writerOn(table: Table = slowWrites(db.open())): TestWriter {
  return { ...accountWriter(table), changed: async () => undefined };
}

/** A table that records the input of every write command. */
function recorded(): { table: Table; writes: string[] } {
  const writes: string[] = [];
  const table = db.open();
  aroundCalls(table, (send, command, input) => {
    if (!/Get|Query/.test(command)) writes.push(JSON.stringify(input));
    return send();
  });
  return { table, writes };
}

const items = (customerId: string, start: string) =>
  dumpOf(db.table, customerId).then((all) => all.filter(({ sk }) => sk.startsWith(start)));

const everything: Fact[] = [
  aClient('c', { externalId: 'X', importedScore: 71.5, spotlightSummary: 'Well', metadata: { b: 1, a: 'x', c: true } }),
  aStream('c', 's', { goals: 'Grow', spotlight: 'Good' }),
  aPortfolio('p', { userIds: ['u2', 'u1'], description: 'All of it' }),
  aMember('p', 'c', { tier: 'Gold', segment: '' }),
  aNote('c', 'n'),
  aPerson('c', 'k'),
  insightsOfWeek('c', 's', '2026-11-16'),
  aRead('c', '2026-11-16'),
  aRead('c', '2025-11-17'),
  aSignal('c', 'g', { stream: 's', polarity: -0.3 }),
];

describe('writing facts', () => {
  it('stores every kind of fact, and writes nothing the second time', async () => {
    const { table, writes } = recorded();
    const writer = accountWriter(table);
    const acme = asAccount('twice');
    const first = await writeFacts(writer, acme, everything);
    writes.length = 0;

    const second = await writeFacts(writer, acme, everything);

    expect(first.map(({ kind, stored }) => [kind, stored])).toEqual(
      ['client', 'stream', 'portfolio', 'member', 'note', 'person', 'insights', 'alignment', 'alignment', 'signal'].map(
        (kind) => [kind, undefined],
      ),
    );
    expect(second).toEqual([]);
    expect(writes).toEqual([]);
    const stored = (await dumpOf(db.table, 'twice')).map(({ pk, sk }) => `${pk} ${sk}`);
    const isPart = (key: string) =>
      /^CUST#twice#ROSTER#(clients|streams|alignment|trending\w+|overview) (PAGE|SIDE|LIST)#[\w-]{16}$|^CUST#twice VIEW#/.test(
        key,
      );
    expect(stored.filter(isPart)).not.toEqual([]);
    expect(stored.filter((key) => !isPart(key))).toEqual([
      'CUST#twice CLIENT#c',
      'CUST#twice FACTS',
      'CUST#twice PORTFOLIO#p',
      'CUST#twice ROOT',
      'CUST#twice#CLIENT#c ALIGN#2025',
      'CUST#twice#CLIENT#c ALIGN#2026',
      'CUST#twice#CLIENT#c INSIGHTS#s#2026-11-16',
      'CUST#twice#CLIENT#c NOTE#2026-11-19T10:00:00.000Z#n',
      'CUST#twice#CLIENT#c PERSON#k',
      'CUST#twice#CLIENT#c S#2026-W46',
      'CUST#twice#CLIENT#c STREAM#s',
      'CUST#twice#PORTFOLIO#p MEMBER#c',
    ]);
  });

  it('reports what it would change without changing it', async () => {
    const writer = writerOn();
    const acme = asAccount('dry');
    await writeFacts(writer, acme, [aClient('c'), aStream('c', 's')]);

    const changes = await changesBy(db.table, acme, [
      aClient('c', { name: 'Renamed' }),
      aStream('c', 's'),
      aNote('c', 'n'),
    ]);

    expect(changes.map(({ kind, clientId, stored }) => ({ kind, clientId, stored: stored?.name }))).toEqual([
      { kind: 'client', clientId: 'c', stored: 'Client c' },
      { kind: 'note', clientId: 'c', stored: undefined },
    ]);
    expect(await items('dry', 'NOTE#')).toEqual([]);
  });

  it('signals are read and written once, however many share a week', async () => {
    const { table, calls } = dying(db);
    const acme = asAccount('once');
    const signals = Array.from({ length: 50 }, (_, at) => aSignal('c', `g${at}`, { day: 20_770 + (at % 14) }));
    await writeFacts(writerOn(table), acme, signals);

    expect(calls.filter((call) => call.startsWith('Batch'))).toEqual(['BatchGetItemCommand', 'BatchWriteItemCommand']);
  });

  it('keeps the later of two facts with the same key', async () => {
    const acme = asAccount('later');
    await writeFacts(writerOn(), acme, [aClient('c', { name: 'Old' }), aClient('c', { name: 'New' })]);

    expect(await items('later', 'CLIENT#')).toMatchObject([{ name: 'New' }]);
  });

  it('drops unknown fields and normalizes times', async () => {
    const acme = asAccount('strict');
    const note = aNote('c', 'n', { createdAt: '2026-11-19T10:00:00Z' });
    await writeFacts(writerOn(), acme, [{ ...note, value: { ...note.value, mood: 'good' } as typeof note.value }]);

    expect(await items('strict', 'NOTE#')).toEqual([
      {
        pk: 'CUST#strict#CLIENT#c',
        sk: 'NOTE#2026-11-19T10:00:00.000Z#n',
        v: 3,
        id: 'n',
        clientId: 'c',
        content: 'Note n',
        createdAt: '2026-11-19T10:00:00.000Z',
        createdBy: 'Ada',
        type: 'call',
      },
    ]);
  });
});

describe('alignment reads', () => {
  const weekIn = (read: string) => read.split(' ')[0];
  const years = async (customerId: string) =>
    (await items(customerId, 'ALIGN#')).map(({ year, carried, reads }) => ({
      year,
      carried: carried === null ? null : weekIn(String(carried)),
      reads: (reads as string[]).map(weekIn),
    }));

  it('are stored under the Monday of their week', async () => {
    await writeFacts(writerOn(), asAccount('monday'), [aRead('c', '2026-11-22'), aRead('c', '2025-01-01')]);

    expect(await years('monday')).toEqual([
      // 1 January 2025 was a Wednesday
      { year: '2024', carried: null, reads: ['2024-12-30'] },
      { year: '2025', carried: '2024-12-30', reads: [] },
      { year: '2026', carried: '2024-12-30', reads: ['2026-11-16'] },
    ]);
  });

  it('that are filed late correct their year and the read carried into later years', async () => {
    const acme = asAccount('late');
    await writeFacts(writerOn(), acme, [aRead('c', '2024-03-04'), aRead('c', '2026-03-02')]);
    const changes = await writeFacts(writerOn(), acme, [aRead('c', '2024-12-02')]);

    expect(changes.map(({ item }) => item.sk)).toEqual(['ALIGN#2024', 'ALIGN#2025', 'ALIGN#2026']);
    expect(await years('late')).toEqual([
      { year: '2024', carried: null, reads: ['2024-03-04', '2024-12-02'] },
      { year: '2025', carried: '2024-12-02', reads: [] },
      { year: '2026', carried: '2024-12-02', reads: ['2026-03-02'] },
    ]);
  });

  it('of one client do not affect another', async () => {
    const acme = asAccount('apart');
    await writeFacts(writerOn(), acme, [aRead('c', '2026-11-16', { value: 'red' })]);
    const [change] = await changesBy(db.table, acme, [aRead('c1', '2026-11-09')]);

    expect(change?.item).toMatchObject({ pk: 'CUST#apart#CLIENT#c1', carried: null });
    expect(change?.item.reads).toEqual([expect.stringMatching(/^2026-11-09 /)]);
  });
});

describe('signals', () => {
  it('are added to those of the same client and week, and replace the one with the same name', async () => {
    const acme = asAccount('merge');
    // a Sunday and the Monday after it
    await writeFacts(writerOn(), acme, [aSignal('c', 'a', { day: 20_772 }), aSignal('c', 'b', { day: 20_773 })]);
    await writeFacts(writerOn(), acme, [
      aSignal('c', 'c', { day: 20_770, stream: 's' }),
      ...[1, -1].map((polarity) => aSignal('c', 'b', { day: 20_774, polarity })),
    ]);

    expect(await items('merge', 'S#')).toEqual([
      {
        pk: 'CUST#merge#CLIENT#c',
        sk: 'S#2026-W46',
        v: 3,
        clientId: 'c',
        signals: 'a 20772 trust 0.5 1\nc 20770 trust 0.5 1 s',
        // 400 days after the end of the week
        ttl: (20_773 + 400) * 86_400,
      },
      {
        pk: 'CUST#merge#CLIENT#c',
        sk: 'S#2026-W47',
        v: 3,
        clientId: 'c',
        signals: 'b 20774 trust -1 1',
        ttl: (20_780 + 400) * 86_400,
      },
    ]);
  });
});

it('open signals are added to those of their client, and replace the one of the same feed and id', async () => {
  const acme = asAccount('open');
  const value = { feed: 'crm', since: 20_700, topic: 'trust', steps: [{ polarity: -1 }], weight: 1, seen: 20_770 };
  const open = (id: string, weight: number, clientId = 'c'): Fact => {
    return { kind: 'open-signal', clientId, value: { ...value, id, weight } };
  };
  await writeFacts(writerOn(), acme, [open('a', 1), open('b', 1), open('a', 4, 'd')]);

  const changes = await writeFacts(writerOn(), acme, [open('b', 9), open('b', 2), open('c', 3), open('e', 5, 'd')]);

  expect(changes.map(({ kind, clientId }) => `${kind} ${clientId}`)).toEqual(['open-signal c', 'open-signal d']);
  const stored = (await items('open', 'S#')).map((item) => openSignalsIn(item).map(({ id, weight }) => id + weight));
  expect(stored).toEqual([
    ['a1', 'b2', 'c3'],
    ['a4', 'e5'],
  ]);
  expect(await writeFacts(writerOn(), acme, [open('c', 3)])).toEqual([]);
});

it('a note whose time was corrected is moved, and others of its client stay', async () => {
  const acme = asAccount('moved');
  const createdAt = '2026-11-18T10:00:00.000Z';
  await writeFacts(writerOn(), acme, [aClient('c'), aNote('c', 'n'), aNote('c', 'o'), aNote('d', 'n')]);
  const facts = [aNote('c', 'n', { createdAt }), aNote('c', 'o', { content: 'Changed' }), aPerson('c', 'n')];

  const changes = await writeFacts(writerOn(), acme, [...facts, aNote('c', 'p')]);

  const from = { pk: 'CUST#moved#CLIENT#c', sk: 'NOTE#2026-11-19T10:00:00.000Z#n' };
  expect(Object.fromEntries(changes.map(({ kind, item, movedFrom }) => [`${kind} ${item.id}`, movedFrom]))).toEqual({
    ...{ 'note n': from, 'note o': undefined, 'person n': undefined, 'note p': undefined },
  });
  expect((await items('moved', 'NOTE#')).map(({ pk, sk }) => `${pk.slice(-1)} ${sk.slice(5)}`)).toEqual([
    ...['c 2026-11-18T10:00:00.000Z#n', 'c 2026-11-19T10:00:00.000Z#o', 'c 2026-11-19T10:00:00.000Z#p'],
    'd 2026-11-19T10:00:00.000Z#n',
  ]);
});

it('notes of many clients are moved, and reads of many clients stored, in one write', async () => {
  const acme = asAccount('many');
  const ids = Array.from({ length: 20 }, (_, at) => `c${at}`);
  await writeFacts(
    writerOn(),
    acme,
    ids.map((id) => aNote(id, 'n')),
  );
  const corrected = ids.map((id) => aNote(id, 'n', { createdAt: '2026-11-18T10:00:00.000Z' }));
  const reads = ids.map((id) => aRead(id, '2026-11-16'));
  const changes = await writeFacts(writerOn(), acme, [...corrected, ...reads]);

  expect(changes.flatMap(({ movedFrom }) => movedFrom?.pk.slice('CUST#many#CLIENT#'.length) ?? [])).toEqual(ids);
  expect(changes.flatMap(({ kind, clientId }) => (kind === 'alignment' ? [clientId] : [])).sort()).toEqual(ids.sort());
});

it('another name of a client is a fact of no client', async () => {
  const alias: Fact = { kind: 'alias', value: { name: 'One', clientId: 'c' } };

  const [change] = await writeFacts(writerOn(), asAccount('named'), [alias]);
  expect(change).toMatchObject({ kind: 'alias', item: { name: 'One' } });
});

describe('removing', () => {
  const facts = (customerId: string) =>
    dumpOf(db.table, customerId).then((all) => all.map(({ pk, sk }) => `${pk} ${sk}`));

  it('a client removes all its records, and none of another client', async () => {
    const acme = asAccount('gone');
    const writer = accountWriter(db.table);
    const aliases = ['c one', 'c two', 'c1 one'].map((name): Fact => {
      return { kind: 'alias', value: { name, clientId: name.split(' ')[0] ?? '' } };
    });
    await writeFacts(writer, acme, [...everything, ...aliases, aClient('c1'), aMember('p', 'c1'), aNote('c1', 'n')]);

    await removeClient(writer, acme, 'c');

    const left = await facts('gone');
    expect(left.filter((name) => !/ROSTER#|ROOT|VIEW#/.test(name))).toEqual([
      `CUST#gone ${aliasKey(acme, 'c1 one').sk}`,
      'CUST#gone CLIENT#c1',
      'CUST#gone FACTS',
      'CUST#gone PORTFOLIO#p',
      'CUST#gone#CLIENT#c1 NOTE#2026-11-19T10:00:00.000Z#n',
      'CUST#gone#PORTFOLIO#p MEMBER#c1',
    ]);
    await removeAliases(writer, acme, ['C1 One']);
    expect((await facts('gone')).filter((name) => left.includes(name))).toEqual(left.slice(1));
  });

  it('a portfolio removes its memberships and keeps the clients', async () => {
    const acme = asAccount('apart2');
    const writer = writerOn();
    await writeFacts(writer, acme, [
      aClient('c'),
      aPortfolio('p'),
      aPortfolio('p1'),
      aMember('p', 'c'),
      aMember('p1', 'c'),
    ]);

    await removePortfolio(writer, acme, 'p');

    expect(await facts('apart2')).toEqual([
      'CUST#apart2 CLIENT#c',
      'CUST#apart2 FACTS',
      'CUST#apart2 PORTFOLIO#p1',
      'CUST#apart2#PORTFOLIO#p1 MEMBER#c',
    ]);
  });

  it('a portfolio is finished when it is repeated after an interruption', async () => {
    const acme = asAccount('half');
    const writer = writerOn();
    await writeFacts(writer, acme, [aClient('c'), aPortfolio('p'), aMember('p', 'c')]);
    const table = db.open();
    aroundCalls(table, (send, _, input) =>
      JSON.stringify(input).includes('"MEMBER#c"') ? Promise.reject(new Error('killed')) : send(),
    );
    await expect(removePortfolio({ ...writer, table }, acme, 'p')).rejects.toThrow('killed');
    expect(await halfRemovedPortfolios(db.table, acme)).toEqual(['p']);

    await removePortfolio(writer, acme, 'p');

    expect(await facts('half')).toEqual(['CUST#half CLIENT#c', 'CUST#half FACTS']);
    expect(await halfRemovedPortfolios(db.table, acme)).toEqual([]);
  });

  it('a client finds its memberships in all portfolios', async () => {
    const acme = asAccount('member');
    const writer = writerOn();
    const portfolios = ['p1', 'p2'].flatMap((id) => [aPortfolio(id), aMember(id, 'c'), aMember(id, 'd')]);
    await writeFacts(writer, acme, [aClient('c'), aClient('d'), ...portfolios]);

    await removeClient(writer, acme, 'c');

    expect((await items('member', 'MEMBER#')).map(({ clientId }) => clientId)).toEqual(['d', 'd']);
  });

  it('one of the facts of a record replaces the record, which is never away', async () => {
    const acme = asAccount('part');
    const writer = writerOn();
    await writeFacts(writer, acme, [aClient('c'), aSignal('c', 'a'), aSignal('c', 'b'), aNote('c', 'n')]);
    const [week] = await items('part', 'S#');
    const [note] = await items('part', 'NOTE#');
    if (!week || !note) throw new Error('a record is missing');
    const replacement = { ...week, signals: String(week.signals).split('\n')[1] };
    const table = db.open();
    const seen: number[] = [];
    aroundCalls(table, async (send) => {
      const answer = await send();
      seen.push((await items('part', 'S#')).length);
      return answer;
    });

    await removeRecords({ ...writer, table }, acme, [
      { clientId: 'c', key: week, replacement },
      { clientId: 'c', key: note },
    ]);

    // a night in between finds the facts that stay
    expect(seen).toEqual(seen.map(() => 1));

    expect(await items('part', 'S#')).toEqual([replacement]);
    expect(await items('part', 'NOTE#')).toEqual([]);
  });
});

it.each<[string, (writer: TestWriter, account: Account, key: Item) => Promise<unknown>]>([
  ['writes facts', (writer, account) => writeFacts(writer, account, [aClient('d')])],
  ['removes a client', (writer, account) => removeClient(writer, account, 'c')],
  ['removes records', (writer, account, key) => removeRecords(writer, account, [{ clientId: 'c', key }])],
  [
    'removes open signals',
    (writer, account, key) => asWriter(writer, account, (each) => removeOpenSignals(each, [{ key }])),
  ],
  ['removes other names', (writer, account) => removeAliases(writer, account, ['One'])],
  ['removes a portfolio', (writer, account) => removePortfolio(writer, account, 'p')],
])('a writer that must stop changes nothing when it %s', async (what, run) => {
  const account = asAccount(`stops-${what.replaceAll(' ', '-')}`);
  const alias: Fact = { kind: 'alias', value: { name: 'One', clientId: 'c' } };
  await writeFacts(writerOn(), account, [aClient('c'), aNote('c', 'n'), aPortfolio('p'), aMember('p', 'c'), alias]);
  const before = await items(account, '');
  const stopped = { ...writerOn(), confirm: () => Promise.reject(new Error('taken over')) };

  await expect(run(stopped, account, before.find(({ sk }) => sk.startsWith('NOTE#')) as Item)).rejects.toThrow(
    'taken over',
  );

  expect(await items(account, '')).toEqual(before);
});
