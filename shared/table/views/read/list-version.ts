import { emptyTally, plus, type Tally } from '../../../domain/lists/health.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { ViewList } from '../model/lists.ts';
import type { PagedList } from '../model/paged-list.ts';
import type { PageRef } from '../model/pages.ts';
import { emptyViewList } from '../model/view-lists.ts';
import type { PageSource } from './page-store.ts';

/** Where pages are read. */
export interface Reader {
  readonly table: Table;
  readonly pages: PageSource;
}

/** The place of an entry: the part of the list that it belongs to, and its index there. */
export interface Position {
  readonly part: number;
  readonly at: number;
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
    return this.textsAt(await this.#positions(chosen, offset, limit));
  }

  /** The positions of the whole merged list, in order. */
  async positions(chosen: readonly number[]): Promise<Position[]> {
    return this.#positions(chosen, 0, Number.POSITIVE_INFINITY);
  }

  async textsAt(positions: readonly Position[]): Promise<string[]> {
    const starts = (await this.#pagedParts()).map(({ pages }) => pageStarts(pages));
    const places = positions.map(({ part, at }) => placeIn(starts[part] ?? [], at));
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

  async #positions(chosen: readonly number[], offset: number, limit: number): Promise<Position[]> {
    const { total } = await this.tally(chosen);
    const count = Math.max(0, Math.min(limit, total - offset));
    const [only = 0, ...others] = chosen;
    if (count === 0) return [];
    if (others.length === 0) return Array.from({ length: count }, (_, at) => ({ part: only, at: offset + at }));
    return mergedPositions((await this.details()).order, chosen, offset, count);
  }
}

function mergedPositions(order: string, chosen: readonly number[], offset: number, count: number): Position[] {
  const seen: number[] = [];
  const found: Position[] = [];
  let before = 0;
  for (let entry = 0; entry < order.length && found.length < count; entry += 1) {
    const part = order.charCodeAt(entry) - zero;
    const at = seen[part] ?? 0;
    seen[part] = at + 1;
    if (!chosen.includes(part)) continue;
    if (before >= offset) found.push({ part, at });
    before += 1;
  }
  return found;
}

const zero = '0'.charCodeAt(0);

interface PageStart {
  readonly page: PageRef;
  readonly start: number;
}

function pageStarts(pages: readonly PageRef[]): PageStart[] {
  let start = 0;
  return pages.map((page) => {
    const begun = { page, start };
    start += page.count;
    return begun;
  });
}

/** The page that holds an entry, by binary search, and its index there. */
function placeIn(starts: readonly PageStart[], at: number): { page: PageRef; at: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const found = starts[low];
  if (!found) throw new Error('the order of a list names an entry that no page holds');
  return { page: found.page, at: at - found.start };
}
