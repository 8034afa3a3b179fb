import { emptyTally, plus, type Tally } from '../../../domain/lists/health.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { emptyViewList, type ViewList } from '../model/lists.ts';
import type { PagedList } from '../model/paged-list.ts';
import type { PageRef } from '../model/pages.ts';
import { mergedOrderOf, type Position } from './merged-order.ts';
import type { Derived, PageSource } from './page-store.ts';

/** Where pages are read. */
export interface Reader {
  readonly table: Table;
  readonly pages: PageSource;
}

export const main: readonly number[] = [0];
export const withHidden: readonly number[] = [0, 1];

/** One version of a list: everything it returns belongs to that version, because pages and list items never change. */
export class ListVersion {
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #roster: RosterName;
  readonly #list: string | undefined;
  readonly #parts: readonly PagedList[] | undefined;

  /** `parts` are known from a head; without them the list item names the pages. */
  constructor(
    reader: Reader,
    of: { readonly account: Account; readonly roster: RosterName },
    list: string | undefined,
    parts?: readonly PagedList[],
  ) {
    this.#reader = reader;
    this.#account = of.account;
    this.#roster = of.roster;
    this.#list = list;
    this.#parts = parts;
  }

  /** Computes something from the whole list once per version; the given key names it among what is computed from lists. */
  derived<T>(key: string, make: () => Promise<Derived<T>>): Promise<T> {
    const id = this.#list ?? 'none';
    return this.#reader.pages.derived(`${this.#account} ${this.#roster} ${id} ${key}`, make);
  }

  /** The list item. */
  async details(): Promise<ViewList> {
    if (this.#list === undefined) return emptyViewList;
    const { table, pages } = this.#reader;
    return pages.list(table, this.#account, this.#roster, this.#list);
  }

  async tally(chosen: readonly number[]): Promise<Tally> {
    const parts = await this.#pagedParts();
    return chosen.map((part) => parts[part]?.tally ?? emptyTally).reduce(plus, emptyTally);
  }

  /** The texts of a slice of the merged chosen parts; reads only the pages that hold it. */
  async slice(chosen: readonly number[], offset: number, limit: number): Promise<string[]> {
    return this.textsAt(await this.positions(chosen, offset, limit));
  }

  async textsAt(positions: readonly Position[]): Promise<string[]> {
    const parts = await this.#pagedParts();
    const places = positions.map(({ part, at }) => placeIn(parts[part], at));
    const refs = [...new Map(places.map(({ page }) => [page.id, page])).values()];
    const texts = await this.texts(refs);
    const byPage = new Map(refs.map(({ id }, at) => [id, texts[at] ?? []]));
    return places.map(({ page, at }) => byPage.get(page.id)?.[at] ?? '');
  }

  texts(refs: readonly PageRef[]): Promise<string[][]> {
    const { table, pages } = this.#reader;
    return pages.texts(table, this.#account, this.#roster, refs);
  }

  async #pagedParts(): Promise<readonly PagedList[]> {
    return this.#parts ?? (await this.details()).parts;
  }

  /** The texts of some entries of the merged chosen parts, given by their indexes. */
  async textsOf(chosen: readonly number[], indexes: readonly number[]): Promise<string[]> {
    const [only = 0, ...others] = chosen;
    if (others.length === 0) return this.textsAt(indexes.map((at) => ({ part: only, at })));
    const order = mergedOrderOf(await this.details());
    return this.textsAt(indexes.flatMap((at) => order.slice(chosen, at, 1)));
  }

  /** The positions of a slice of the merged chosen parts. */
  async positions(chosen: readonly number[], offset: number, limit: number): Promise<Position[]> {
    const { total } = await this.tally(chosen);
    const count = Math.max(0, Math.min(limit, total - offset));
    const [only = 0, ...others] = chosen;
    if (count === 0) return [];
    if (others.length === 0) return Array.from({ length: count }, (_, at) => ({ part: only, at: offset + at }));
    return mergedOrderOf(await this.details()).slice(chosen, offset, count);
  }
}

const startsByPart = new WeakMap<PagedList, Uint32Array>();

/** The index of the first entry of each page. Kept as long as the decoded list. */
function startsOf(list: PagedList): Uint32Array {
  const kept = startsByPart.get(list);
  if (kept) return kept;
  let start = 0;
  const starts = Uint32Array.from(list.pages, ({ count }) => {
    start += count;
    return start - count;
  });
  startsByPart.set(list, starts);
  return starts;
}

/** The page that holds an entry, by binary search, and its index there. */
function placeIn(list: PagedList | undefined, at: number): { page: PageRef; at: number } {
  const starts = list ? startsOf(list) : new Uint32Array();
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const page = list?.pages[low];
  if (!page) throw new Error('the order of a list names an entry that no page holds');
  return { page, at: at - (starts[low] ?? 0) };
}
