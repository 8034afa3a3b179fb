import { describe, expect, it } from 'vitest';
import {
  type Account,
  asAccount,
  type PagePart,
  pageKey,
  type RosterName,
} from '../../../shared/table/store/item-keys.ts';
import { itemVersion } from '../../../shared/table/store/stored-item.ts';
import type { CommandOf, OutcomeOf, RequestCalls, Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { compress, fieldsIn, textsIn } from '../../../shared/table/views/model/pages.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const keysOf = (account: Account, roster: RosterName, part: PagePart, ids: readonly string[]) =>
  ids.map((id) => pageKey(account, roster, part, id));
const texts = (store: PageStore, table: Table, account: Account, ...ids: string[]) =>
  store.read(table, keysOf(account, 'clients', 'PAGE', ids), textsIn);
const fields = (store: PageStore, table: Table, ...ids: string[]) =>
  store.read(table, keysOf(acme, 'clients', 'SIDE', ids), fieldsIn);

function page(customerId: string, sk: string, text: string) {
  return { pk: `CUST#${customerId}#ROSTER#clients`, sk, v: itemVersion, z: compress(text), round: 0 };
}

/** Counts reads of the table; `hide` removes items that an eventually consistent read does not return yet. */
function reading(hide: (sk: string) => boolean = () => false) {
  const batches: { keys: number; consistent: boolean }[] = [];
  const table = db.open();
  aroundCalls(table, async (send, _, command) => {
    const { keys, consistent } = command as CommandOf<RequestCalls, 'getMany'>;
    batches.push({ keys: keys.length, consistent });
    const { items, left } = (await send()) as OutcomeOf<RequestCalls, 'getMany'>;
    return { items: consistent ? items : items.filter(({ sk }) => !hide(sk)), left };
  });
  return { table, batches };
}

describe('pages of a roster', () => {
  it('are read once, texts and fields separately, in the requested order', async () => {
    await putAll(db.table, [
      page('acme', 'PAGE#one', '{"id":1}\n{"id":2}'),
      page('acme', 'SIDE#one', '[{"id":"1"},{"id":"2"}]'),
      page('acme', 'PAGE#two', '{"id":3}\n{"id":4}'),
    ]);
    const store = new PageStore(1_000_000);
    const { table, batches } = reading();

    const both = await texts(store, table, acme, 'two', 'one');
    const again = await texts(store, table, acme, 'one', 'two');
    const fieldsByPage = await fields(store, table, 'one');

    expect(both).toEqual([
      ['{"id":3}', '{"id":4}'],
      ['{"id":1}', '{"id":2}'],
    ]);
    expect(again).toEqual([both[1], both[0]]);
    expect(fieldsByPage).toEqual([[{ id: '1' }, { id: '2' }]]);
    expect(batches).toEqual([
      { keys: 2, consistent: false },
      { keys: 1, consistent: false },
    ]);
  });

  it('of one account are never returned for another, even if their ids are equal', async () => {
    await putAll(db.table, [page('acme', 'PAGE#same', '"ours"'), page('acme2', 'PAGE#same', '"theirs"')]);
    const store = new PageStore(1_000_000);

    expect(await texts(store, db.table, acme, 'same')).toEqual([['"ours"']]);
    expect(await texts(store, db.table, asAccount('acme2'), 'same')).toEqual([['"theirs"']]);
    await expect(store.read(db.table, keysOf(acme, 'streams', 'PAGE', ['same']), textsIn)).rejects.toThrow(PageMissing);
  });

  it('missing from an eventually consistent read are read again strongly consistent', async () => {
    await putAll(db.table, [page('acme', 'PAGE#old', '"old"'), page('acme', 'PAGE#new', '"new"')]);
    const { table, batches } = reading((sk) => sk === 'PAGE#new');

    const both = await texts(new PageStore(1_000_000), table, acme, 'old', 'new');

    expect(both).toEqual([['"old"'], ['"new"']]);
    expect(batches).toEqual([
      { keys: 2, consistent: false },
      { keys: 1, consistent: true },
    ]);
  });

  it('that do not exist are reported as missing', async () => {
    const { table, batches } = reading();

    const read = fields(new PageStore(1_000_000), table, 'never');

    await expect(read).rejects.toThrow(PageMissing);
    expect(batches.map(({ consistent }) => consistent)).toEqual([false, true]);
  });

  it('are cached within the bound, the least recently used evicted first', async () => {
    const noise = (at: number) =>
      JSON.stringify(Array.from({ length: 200 }, (_, each) => (each * 7919 * (at + 3)) % 99_991));
    const items = [0, 1, 2].map((at) => page('acme', `PAGE#n${at}`, noise(at)));
    await putAll(db.table, items);
    const largest = Math.max(...items.map(({ z }) => z.length));
    const store = new PageStore(8 * largest * 2);
    const { table, batches } = reading();
    const read = (id: string) => texts(store, table, acme, id);

    for (const id of ['n0', 'n1', 'n0', 'n2', 'n0', 'n1']) await read(id);

    // n2 evicted n1, the least recently used
    expect(batches).toHaveLength(4);
  });

  it('share the bound with what is computed from them, which is computed once', async () => {
    const store = new PageStore(100);
    const made: string[] = [];
    const derived = (key: string, bytes: number) =>
      store.derived(key, async () => {
        made.push(key);
        return { value: key, bytes };
      });
    for (const key of ['a', 'a', 'b', 'a', 'b']) expect(await derived(key, 50)).toBe(key);
    expect(made).toEqual(['a', 'b']);
    // a is the least recently used
    for (const key of ['c', 'b', 'a']) await derived(key, 50);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
    made.length = 0;
    // what two compute at once takes its memory once
    const fresh = new PageStore(100);
    const both = ['x', 'x'].map((key) => fresh.derived(key, async () => ({ value: key, bytes: 50 })));
    await Promise.all(both);
    const again = (key: string) => fresh.derived(key, async () => ({ value: made.push(key), bytes: 50 }));
    for (const key of ['y', 'x', 'y']) await again(key);
    expect(made).toEqual(['y']);
  });
});
