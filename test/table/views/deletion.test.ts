import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteUnreferenced } from '../../../shared/table/views/write/delete-unreferenced.ts';
import { type StaleStore, staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { readViews } from '../../support/rosters/reading.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aPortfolio, aStream } from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { writeFacts } from '../../support/store/writer.ts';

// What is deleted of the views of a small account. Other files kill writers and overtake them.

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
    aroundCalls(slow, (send, command, input) => send(command === 'query' ? { ...input, limit: 1 } : input));
    const gone = await deleteUnreferenced(slow, acme, 7 * hour);
    // the second version replaced as much as it added
    expect([gone, await stored()]).toEqual([more, all - more]);
    expect((await root()).deletions.map(({ at }) => at / hour)).toEqual([7, 2]);
    store.settle();
    expect(await deleteUnreferenced(table, acme, 7 * hour)).toBe(0);
    expect(await shown()).toEqual({ clients: ['C 0'], streams: ['C 0'], portfolios: ['C 0 0'] });
  });
});
