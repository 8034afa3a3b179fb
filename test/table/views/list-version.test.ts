import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAccount, type ItemKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { type BuiltList, builtList, toListItem } from '../../../shared/table/views/model/lists.ts';
import { toPageItems } from '../../../shared/table/views/model/pages.ts';
import { ListVersion } from '../../../shared/table/views/read/list-version.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { namesIn } from '../../../shared/table/views/read/scoped-clients.ts';
import { holdsAsync } from '../../support/holds.ts';

const parts = 4;
const account = asAccount('acme');
const linesOf = (partOfEach: readonly number[]) =>
  partOfEach.map((part, at) => ({ part, id: `e${at}`, text: `"e${at}"`, score: 0, foldedName: '' }));

/** A store that has this list in memory, and notes which pages are read. */
function storing(list: BuiltList | undefined) {
  const read: string[] = [];
  const items = list
    ? [...list.pages.flatMap((page) => toPageItems(account, 'clients', page, 0)), toListItem(account, list, 0)]
    : [];
  const cache = new PageStore(1_000_000);
  const pages = {
    derived: cache.derived.bind(cache),
    read: async <T>(_: Table, keys: readonly ItemKey[], decode: (item: Item) => T) => {
      read.push(...keys.map(({ sk }) => sk).filter((sk) => sk.startsWith('PAGE#')));
      return keys.map(({ sk }) => decode(items.find((item) => item.sk === sk) ?? expect.unreachable()));
    },
  };
  return { read, reader: { table: {} as Table, pages: pages as unknown as PageStore } };
}

const plan = fc.record({
  partOfEach: fc.array(fc.nat({ max: parts - 1 }), { maxLength: 900, size: 'max' }),
  chosen: fc.uniqueArray(fc.nat({ max: parts - 1 }), { minLength: 1 }),
  offset: fc.nat({ max: 950 }),
  limit: fc.integer({ min: 1, max: 120 }),
});

describe('a slice of a list', () => {
  it('has the entries of the chosen parts in the order of the whole list, and reads only their pages', async () => {
    await holdsAsync(
      fc.asyncProperty(plan, async ({ partOfEach, chosen, offset, limit }) => {
        const entries = linesOf(partOfEach);
        const built = builtList('clients', { parts, lines: entries });
        const { reader, read } = storing(built);
        const list = new ListVersion(reader, account, 'clients', built.id, null);

        const texts = await list.slice(chosen, offset, limit);
        const { total } = await list.tally(chosen);

        const all = entries.filter(({ part }) => chosen.includes(part)).map(({ id }) => `"${id}"`);
        expect(texts).toEqual(all.slice(offset, offset + limit));
        expect(total).toBe(all.length);
        // a cut leaves at least 33 entries, or a third, on each side
        expect(read.length).toBeLessThanOrEqual(chosen.length * (2 + Math.ceil(limit / 33)));
        const some = [...all.keys()].filter((at) => at % 7 === offset % 7);
        expect(await list.textsAt(await list.positionsOf(chosen, some))).toEqual(some.map((at) => all[at]));
        expect(await list.slice(chosen, 0, limit)).toEqual(all.slice(0, limit));
      }),
      { numRuns: 60 },
    );
  });

  it('counts what is kept of the whole list with its size', async () => {
    const lines = linesOf([0, 0, 1]).map((line) => ({ ...line, text: `{"name":"${line.id}"}` }));
    const built = builtList('clients', { parts, lines });
    const { reader } = storing(built);
    const kept: object[] = [];
    const derived: PageStore['derived'] = async (key, make) => {
      const { value, bytes } = await make();
      kept.push({ key, bytes });
      return value;
    };
    const pages = { read: reader.pages.read, derived } as PageStore;
    const list = new ListVersion({ ...reader, pages }, account, 'clients', built.id, null);
    await list.positionsOf([0, 1], [2]);
    const names = await namesIn(list, [0]);

    expect(kept).toEqual([
      { key: `acme clients ${built.id} order 0,1`, bytes: 3 * 8 },
      { key: `acme clients ${built.id} names 0`, bytes: names.bytes },
    ]);
  });

  it('of an account without views is empty', async () => {
    const list = new ListVersion(storing(undefined).reader, account, 'clients', undefined, null);

    expect(await list.slice([0, 1], 0, 10)).toEqual([]);
  });
});
