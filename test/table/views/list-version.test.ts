import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { ListDescription } from '../../../shared/table/views/model/descriptions.ts';
import type { Placed } from '../../../shared/table/views/model/entries.ts';
import { builtMemberList, builtRoster } from '../../../shared/table/views/model/rosters.ts';
import { ListVersion } from '../../../shared/table/views/read/list-version.ts';
import { MergedOrder } from '../../../shared/table/views/read/merged-order.ts';
import { type PageSource, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { holds } from '../../domain/holds.ts';

interface Entry {
  readonly id: string;
}

const parts = 4;
const described: ListDescription<Entry> = { parts, shown: ({ id, part }) => ({ text: `"${id}"`, part }) };
const placed = (of: readonly number[]): Placed<Entry>[] =>
  of.map((part, at) => ({ part, id: `e${at}`, score: 0, foldedName: '', entry: { id: `e${at}` } }));

/** Reads pages and list items from memory, and notes which pages were read. */
class Memory implements PageSource {
  readonly read: string[] = [];
  readonly #pages: ReadonlyMap<string, string>;
  readonly #lists: ReadonlyMap<string, Awaited<ReturnType<PageSource['list']>>>;
  readonly derived = new PageStore(1000).derived;

  constructor(built: Pick<ReturnType<typeof builtRoster>, 'pages' | 'lists'>) {
    this.#pages = new Map(built.pages.map(({ id, text }) => [id, text]));
    this.#lists = new Map(built.lists.map(({ id, list }) => [id, list]));
  }

  async texts(_: Table, __: unknown, ___: unknown, refs: readonly { readonly id: string }[]): Promise<string[][]> {
    this.read.push(...refs.map(({ id }) => id));
    return refs.map(({ id }) => this.#pages.get(id)?.split('\n') ?? []);
  }

  async fields<Fields>(): Promise<Fields[][]> {
    return [];
  }

  async list(_: Table, __: unknown, ___: unknown, id: string) {
    return this.#lists.get(id) ?? expect.unreachable();
  }
}

const of = { account: asAccount('acme'), roster: 'clients' as const };
const plan = fc.record({
  partOfEach: fc.array(fc.nat({ max: parts - 1 }), { maxLength: 900, size: 'max' }),
  chosen: fc.uniqueArray(fc.nat({ max: parts - 1 }), { minLength: 1 }),
  offset: fc.nat({ max: 950 }),
  limit: fc.integer({ min: 1, max: 120 }),
});

describe('a slice of a list', () => {
  it('has the entries of the chosen parts in the order of the whole list, and reads only their pages', async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.boolean(), async ({ partOfEach, chosen, offset, limit }, isOfHead) => {
        const entries = placed(partOfEach);
        const roster = builtRoster(described, entries, null);
        const members = builtMemberList(described, entries, {});
        const memory = new Memory(isOfHead ? roster : { pages: members.pages, lists: [members] });
        const reader = { table: {} as Table, pages: memory };
        const list = isOfHead
          ? new ListVersion(reader, of, roster.head.list, roster.head.parts)
          : new ListVersion(reader, of, members.id);

        const texts = await list.slice(chosen, offset, limit);
        const { total } = await list.tally(chosen);

        const all = entries.filter(({ part }) => chosen.includes(part)).map(({ id }) => `"${id}"`);
        expect(texts).toEqual(all.slice(offset, offset + limit));
        expect(total).toBe(all.length);
        // a page holds 33 entries or more, unless it is the only one of its part
        expect(memory.read.length).toBeLessThanOrEqual(chosen.length * (2 + Math.ceil(limit / 33)));
        const some = [...all.keys()].filter((at) => at % 7 === offset % 7);
        expect(await list.textsOf(chosen, some)).toEqual(some.map((at) => all[at]));
      }),
      { numRuns: 60 },
    );
  });

  it('of an account without views is empty', async () => {
    const reader = { table: {} as Table, pages: new Memory({ pages: [], lists: [] }) };

    expect(await new ListVersion(reader, of, undefined).slice([0, 1], 0, 10)).toEqual([]);
  });
});

describe('the order of a merged list', () => {
  it('gives every position, from any offset', () => {
    holds(
      fc.property(plan, ({ partOfEach, chosen, offset, limit }) => {
        const seen = new Map<number, number>();
        const all = partOfEach.map((part) => {
          const at = seen.get(part) ?? 0;
          seen.set(part, at + 1);
          return { part, at };
        });
        const ofChosen = all.filter(({ part }) => chosen.includes(part));
        const order = new MergedOrder(partOfEach.join(''));

        for (const from of [offset, 0, Math.floor(offset / 2), offset + limit]) {
          expect(order.slice(chosen, from, limit)).toEqual(ofChosen.slice(from, from + limit));
        }
        expect(order.slice([0], 0, limit)).toEqual(all.filter(({ part }) => part === 0).slice(0, limit));
      }),
    );
  });

  it.each([1, 255, 256, 257, 512])('of %i entries ends where the list ends', (count) => {
    const order = new MergedOrder('0'.repeat(count));

    expect(order.slice([0], count - 1, 5)).toEqual([{ part: 0, at: count - 1 }]);
    expect(order.slice([0], count, 5)).toEqual([]);
  });
});
