import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import { type Fact, removeClient, writeFacts } from '../../../shared/table/facts/facts.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { toStreamItem } from '../../../shared/table/records/streams.ts';
import { asAccount, historyKey, rootKey, scoreKey, streamScoreKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { type EntryFields, entryOf, inOrder } from '../../../shared/table/views/model/entries.ts';
import type { ListVersion } from '../../../shared/table/views/read/list-version.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { areShown } from '../../../shared/table/views/write/are-shown.ts';
import { deleteUnreferenced } from '../../../shared/table/views/write/delete-unreferenced.ts';
import { project } from '../../../shared/table/views/write/project.ts';
import type { OnProgress } from '../../../shared/table/views/write/publish.ts';
import { holdsAsync } from '../../support/holds.ts';
import { type StaleStore, staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { readViews } from '../../support/rosters/reading.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aMember, aNote, aPortfolio, aStream } from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';

// What a change of facts writes and deletes of the views of a small account. Other files kill writers and overtake them.

const acme = asAccount('acme');
const strong = { consistent: true };
let store: StaleStore;
let table: Table;
beforeEach(() => {
  // reads that need not be consistent miss what was written in the last three seconds
  store = staleReads(() => 0.999, 'item');
  table = slowWrites(memTable(store, 'job'));
});

const root = async () => (await readRoot(table, acme, strong)) ?? expect.unreachable();
const silent = () => ({ ...accountWriter(table), project: async () => undefined });
/** Projects these clients. Returns the lists and pages that it has read. */
async function projected(...ids: string[]) {
  const pages = new PageStore(1_000_000);
  const asked: string[] = [];
  const all = pages.read.bind(pages);
  pages.read = (from, keys, decode) => {
    asked.push(...keys.map(({ pk, sk }) => `${pk.split('#')[3] ?? ''} ${sk.split('#')[0]}`.trim()));
    return all(from, keys, decode);
  };
  await project(table, acme, ids, pages);
  return asked;
}
const written = (...facts: Fact[]) => writeFacts(accountWriter(table), acme, facts);
const shown = async () => {
  store.settle();
  const { clients, streams, view } = await readViews(table, acme);
  return {
    clients: clients.map(({ part, text }) => `${JSON.parse(text ?? '').name} ${part}`),
    streams: streams.map(({ part, text }) => `${JSON.parse(text ?? '').name} ${part}`),
    portfolios: view.portfolios.map(({ name, clients: { main, hidden } }) => `${name} ${main.total} ${hidden.total}`),
  };
};

describe('a list shows entries', () => {
  interface Fields extends EntryFields {
    readonly more: string;
  }
  const fields = fc.record({
    name: fc.constantFrom('a', 'b', 'Ä'),
    score: fc.constantFrom(1, 2, 3),
    more: fc.constantFrom('x', 'y'),
  });
  const lists = fc.record({
    parts: fc.tuple(fc.array(fields, { maxLength: 12 }), fc.array(fields, { maxLength: 12 })),
    perPage: fc.integer({ min: 1, max: 4 }),
  });

  /** A list of these entries, some a page, and how many pages were read. */
  function listOf(given: readonly (readonly Omit<Fields, 'id'>[])[], perPage: number) {
    const entries = given.map((part, at) =>
      inOrder(
        part.map((each, id) => entryOf({ text: `t${at} ${id}`, fields: { ...each, id: `i${at} ${id}` }, part: at })),
      ),
    );
    const pages = entries.map((part) =>
      Array.from({ length: Math.ceil(part.length / perPage) }, (_, at) => part.slice(at * perPage, (at + 1) * perPage)),
    );
    const read: string[] = [];
    const pagesOf = (refs: readonly { readonly id: string }[]) =>
      refs.map(({ id }) => {
        const [part = 0, at = 0] = id.split(' ').map(Number);
        return pages[part]?.[at] ?? [];
      });
    const list = {
      item: async () => ({
        parts: pages.map((part, at) => ({ pages: part.map((_, page) => ({ id: `${at} ${page}` })) })),
      }),
      pageFields: async (refs: { id: string }[]) => {
        read.push(...refs.map(({ id }) => id));
        return pagesOf(refs).map((page) => page.map((entry) => entry.fields));
      },
      pageTexts: async (refs: { id: string }[]) => pagesOf(refs).map((page) => page.map(({ text }) => text)),
    } as unknown as ListVersion<Fields>;
    return { list, read, entries, pages };
  }

  it('that it has, and reads few pages to know', async () => {
    await holdsAsync(
      fc.asyncProperty(lists, async ({ parts, perPage }) => {
        const { list, read, entries, pages } = listOf(parts, perPage);
        expect(await areShown(list, entries.flat())).toBe(true);
        const most = (part: number) => Math.floor(Math.log2(pages[part]?.length || 1)) + 1;
        expect(read.length).toBeLessThanOrEqual(entries.reduce((sum, part, at) => sum + part.length * most(at), 0));
      }),
    );
  });

  it('unless one of them has another text, other fields, another part or is not there', async () => {
    await holdsAsync(
      fc.asyncProperty(lists, fc.nat(), async ({ parts, perPage }, nth) => {
        const { list, entries } = listOf(parts, perPage);
        const all = entries.flat();
        const one = all[nth % all.length];
        if (!one) return;
        const { text, fields: before, part } = one;
        const others = [
          entryOf({ text: 'other', fields: before, part }),
          entryOf({ text, fields: { ...before, more: 'z' }, part }),
          entryOf({ text, fields: { ...before, score: before.score + 0.5 }, part }),
          entryOf({ text, fields: { ...before, score: 9 }, part }),
          entryOf({ text, fields: { ...before, score: 0 }, part }),
          entryOf({ text, fields: { ...before, id: `${before.id}x` }, part }),
          entryOf({ text, fields: before, part: 1 - part }),
          entryOf({ text, fields: before, part: 7 }),
        ];
        for (const other of others) {
          expect(await areShown(list, [other])).toBe(false);
          expect(await areShown(list, [...all, other])).toBe(false);
        }
      }),
    );
  });
});

describe('a projection', () => {
  const facts = [
    aClient('c1', { name: 'One' }),
    aClient('c2', { name: 'Two', archived: true }),
    aStream('c1', 's1', { name: 'First' }),
    aStream('c2', 's2', { name: 'Second', state: 'inactive' }),
    aStream('c2', 's3', { name: 'Third', state: 'inactive' }),
    aClient('c3', { name: 'Three' }),
    aStream('c3', 's4', { name: 'Fourth' }),
    aStream('c3', 's5', { name: 'Fifth', state: 'inactive' }),
    aPortfolio('p', { name: 'P' }),
    aMember('p', 'c2'),
  ];
  const all = {
    clients: ['One 0', 'Three 0', 'Two 1'],
    streams: ['Fifth 1', 'First 0', 'Fourth 0', 'Second 3', 'Third 3'],
    portfolios: ['P 0 1'],
  };

  it('shows what changed, and publishes nothing if nothing that is shown did', async () => {
    await written(...facts);
    expect(await shown()).toEqual(all);
    const before = await root();
    await writeFacts(silent(), acme, [aNote('c1', 'n1')]);
    const place = (roster: string) => [`${roster} LIST`, `${roster} SIDE`, `${roster} PAGE`];
    expect(await projected('c1')).toEqual(['VIEW', ...place('clients'), ...place('streams')]);
    await projected('c1', 'c2', 'c1');
    expect(await projected()).toEqual(['VIEW']);
    expect(await root()).toEqual(before);

    await writeFacts(silent(), acme, [aStream('c2', 's3', { name: 'Third!', state: 'inactive' })]);
    // one change of all streams, and none of the clients
    const ofStreams = await projected('c2');
    expect(ofStreams.filter((each) => each.startsWith('clients'))).toEqual(place('clients'));
    expect(await shown()).toEqual({ ...all, streams: ['Fifth 1', 'First 0', 'Fourth 0', 'Second 3', 'Third! 3'] });
    const { live } = await root();
    expect(live?.lists.clients).toBe(before.live?.lists.clients);
    await writeFacts(silent(), acme, [aClient('c1', { name: 'One', favorite: true })]);
    const ofClients = await projected('c1');
    expect(ofClients.filter((each) => each.startsWith('streams'))).toEqual(place('streams'));
    // that of all clients and that of favorites are replaced
    expect(ofClients.slice(ofClients.lastIndexOf('VIEW'))).toEqual(['VIEW', 'clients LIST', 'clients LIST']);
    const { live: after } = await root();
    await written(aPortfolio('p', { name: 'Q' }));
    expect(await shown()).toMatchObject({ portfolios: ['Q 0 1'] });
    expect((await root()).live?.lists).toEqual(after?.lists);
    await written(aMember('p', 'c1'));
    expect(await shown()).toMatchObject({ portfolios: ['Q 1 1'] });
    expect((await root()).live?.lists.streams).toBe(live?.lists.streams);
  });

  it('of a client that is gone takes its inactive streams and its scores away, and nothing of others', async () => {
    await written(...facts);
    const score = {
      ...{ history: undefined, topics: [], source: 'chr2' as const, model: 1, notes: 0 },
      ...{ latestRead: null, projectedMark: '' },
    };
    await removeClient(silent(), acme, 'c2');
    // a night that ran meanwhile, and a fact of a client that is made again
    const stream = toStreamItem(acme, aStream('c2', 's9').value);
    await putAll(table, [...['c1', 'c2'].map((id) => toScoreItem(acme, id, score)), stream]);
    await projected('c2');

    const others = {
      clients: ['One 0', 'Three 0'],
      streams: ['Fifth 1', 'First 0', 'Fourth 0'],
      portfolios: ['P 0 0'],
    };
    expect(await shown()).toEqual(others);
    const left = [scoreKey(acme, 'c1'), scoreKey(acme, 'c2'), stream].map((key) => readItem(table, key, strong));
    expect((await Promise.all(left)).map((item) => item !== undefined)).toEqual([true, false, true]);
    await removeClient(silent(), acme, 'c3');
    await projected('c3');
    expect(await shown()).toEqual({ ...others, clients: ['One 0'], streams: ['First 0'] });
  });

  it('without a root publishes nothing, and still deletes the scores of clients that are gone', async () => {
    await writeFacts(silent(), acme, facts);
    await deleteAll(table, [rootKey(acme)]);
    await removeClient(silent(), acme, 'c2');
    const scores = [scoreKey(acme, 'c2'), historyKey(acme, 'c2'), streamScoreKey(acme, 'c2', 's2')];
    await putAll(
      table,
      scores.map((key) => ({ ...key, v: 1 })),
    );
    await projected('c1', 'c2');

    expect(await Promise.all(scores.map((key) => readItem(table, key, strong)))).toEqual(scores.map(() => undefined));
    expect((await dumpOf(table, acme)).filter(({ sk }) => /^(PAGE|LIST|VIEW|ROOT)/.test(sk))).toEqual([]);
  });

  it('deletes the scores of many clients that are gone', async () => {
    const gone = Array.from({ length: 20 }, (_, at) => `g${at}`);
    await putAll(
      table,
      gone.map((id) => ({ ...scoreKey(acme, id), v: 1 })),
    );
    await projected(...gone);

    expect(await Promise.all(gone.map((id) => readItem(table, scoreKey(acme, id), strong)))).toEqual(
      gone.map(() => undefined),
    );
  });

  it('tells how many clients and pages are done, of how many', async () => {
    await createAccount(table, acme, 'Acme');
    const ids = Array.from({ length: 30 }, (_, at) => `c${at}`);
    // the lists of all clients and of one portfolio have a page in common, and two others are the same list
    const clients = ids.flatMap((id) => [aClient(id), aPortfolio(`p-${id}`), aMember(`p-${id}`, id), aMember('p', id)]);
    await writeFacts(silent(), acme, [...['p', 'none', 'nobody'].map((id) => aPortfolio(id)), ...clients]);
    const told: Parameters<OnProgress>[] = [];
    await project(table, acme, [...ids, ...ids, 'gone'], new PageStore(0), (...step) => told.push(step));

    const of = (phase: string) => told.filter(([each]) => each === phase);
    expect(of('clients')).toEqual(Array(30).fill(['clients', 1, 30]));
    expect(of('counts')).toEqual(Array(30).fill(['counts', 1, 31]));
    const pages = of('pages');
    const [[, , total] = []] = pages;
    expect(pages.map(([, count, most]) => [count <= 50, most])).toEqual(pages.map(() => [true, total]));
    expect(pages.reduce((sum, [, count]) => sum + count, 0)).toBe(total);
    expect([total, pages.length, told.at(-1)?.[0]]).toEqual([expect.any(Number), 2, 'pages']);
    expect(await shown()).toMatchObject({ clients: { length: 30 }, streams: [], portfolios: { length: 33 } });
  });
});

describe('a deletion of what nothing leads to', () => {
  const hour = 3_600_000;
  const publish = (name: string) =>
    written(aClient('c1', { name, favorite: true }), aStream('c1', 's1', { name }), aPortfolio('p', { name }));
  const stored = async () =>
    (await dumpOf(table, acme)).filter(({ sk }) => /^(PAGE|SIDE|LIST|NAMES?|VIEW)/.test(sk)).length;

  it('of an account that has published nothing does not begin', async () => {
    expect(await deleteUnreferenced(table, acme, hour)).toBe(0);
    await createAccount(table, acme, 'Acme');
    const before = await root();
    expect(await deleteUnreferenced(table, acme, hour)).toBe(0);
    expect(await root()).toEqual(before);
  });

  it('begins an hour after the one before, remembers the last two, and says how much it deleted', async () => {
    await publish('A');
    const [{ live: a }, ofA] = [await root(), await stored()];
    expect(await deleteUnreferenced(table, acme, hour)).toBe(0);
    expect(await root()).toMatchObject({ round: 1, deletions: [{ at: hour, live: a }] });
    await publish('B');
    const { live: b } = await root();
    const more = (await stored()) - ofA;
    expect(await deleteUnreferenced(table, acme, 2 * hour - 1)).toBe(0);
    expect((await root()).round).toBe(1);
    expect(await deleteUnreferenced(table, acme, 2 * hour)).toBe(0);
    expect((await root()).deletions).toEqual([
      { at: 2 * hour, live: b },
      { at: hour, live: a },
    ]);
    // what was put since the last deletion but one began stays
    await publish('B2');
    await publish('C');
    const all = await stored();
    // of ranges that take several responses too
    const slow = slowWrites(memTable(store, 'job'));
    aroundCalls(slow, (send, command, input) => send(command.startsWith('Query') ? { ...input, Limit: 1 } : input));
    const gone = await deleteUnreferenced(slow, acme, 7 * hour);
    // the second version replaced as much as it added
    expect([gone, await stored()]).toEqual([more, all - more]);
    expect((await root()).deletions.map(({ at }) => at / hour)).toEqual([7, 2]);
    store.settle();
    expect(await deleteUnreferenced(table, acme, 7 * hour)).toBe(0);
    expect(await shown()).toEqual({ clients: ['C 0'], streams: ['C 0'], portfolios: ['C 0 0'] });
  });
});
