import { emptyTally, plus, type Tally } from '../../../domain/lists/health.ts';
import { chunks } from '../../store/batches.ts';
import { type Account, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { type ClientFields, type EntryFields, hidden, main } from '../model/entries.ts';
import { emptyList, fromListItem, type List, type Part } from '../model/lists.ts';
import { fieldsIn, type PageRef, textsIn } from '../model/pages.ts';
import { mergedOrderOf, type Position } from './merged-order.ts';
import { type Derived, PageStore, type Reader } from './page-store.ts';

export interface Place<Fields extends EntryFields> {
  readonly part: number;
  readonly text: string;
  readonly fields: Fields;
}

/** Includes the hidden part only if requested. */
export function chosenParts(withHidden: boolean): readonly number[] {
  return withHidden ? [main, hidden] : [main];
}

/** One version of a list: everything it returns belongs to that version, because pages and list items never change. */
export class ListVersion<Fields extends EntryFields = ClientFields> {
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #roster: RosterName;
  readonly #id: string | undefined;
  #item: Promise<List> | undefined;

  /** Without an id, the list of an account that has not published anything. */
  constructor(reader: Reader, account: Account, roster: RosterName, id: string | undefined) {
    this.#reader = reader;
    this.#account = account;
    this.#roster = roster;
    this.#id = id;
  }

  /** The list item. */
  item(): Promise<List> {
    this.#item ??= this.#readItem();
    return this.#item;
  }

  async #readItem(): Promise<List> {
    if (this.#id === undefined) return emptyList;
    const { table, pages } = this.#reader;
    const [list = emptyList] = await pages.read(table, [this.#keyOf('LIST', this.#id)], fromListItem);
    return list;
  }

  /** Computes something from the whole list once per version; the given key names it among what is computed from lists. */
  derived<T>(key: string, make: () => Promise<Derived<T>>): Promise<T> {
    return this.#reader.pages.derived(`${this.#account} ${this.#roster} ${this.#id} ${key}`, make);
  }

  async tally(chosen: readonly number[]): Promise<Tally> {
    const { parts } = await this.item();
    return chosen.map((part) => parts[part]?.tally ?? emptyTally).reduce(plus, emptyTally);
  }

  /** The positions of a slice of the merged chosen parts. */
  async positions(chosen: readonly number[], offset: number, limit: number): Promise<Position[]> {
    const { total } = await this.tally(chosen);
    const count = Math.max(0, Math.min(limit, total - offset));
    const [only = main, ...others] = chosen;
    if (others.length === 0) return Array.from({ length: count }, (_, at) => ({ part: only, at: offset + at }));
    return mergedOrderOf(await this.item()).slice(chosen, offset, count);
  }

  /** The texts of a slice of the merged chosen parts; reads only the pages that hold it. */
  async slice(chosen: readonly number[], offset: number, limit: number): Promise<string[]> {
    return this.textsAt(await this.positions(chosen, offset, limit));
  }

  /** The texts of some entries of the merged chosen parts, given by their indexes. */
  async textsOf(chosen: readonly number[], indexes: readonly number[]): Promise<string[]> {
    const [only = main, ...others] = chosen;
    if (others.length === 0) return this.textsAt(indexes.map((at) => ({ part: only, at })));
    const order = mergedOrderOf(await this.item());
    return this.textsAt(indexes.flatMap((at) => order.slice(chosen, at, 1)));
  }

  textsAt(positions: readonly Position[]): Promise<string[]> {
    return this.#at(positions, (refs) => this.pageTexts(refs));
  }

  fieldsAt(positions: readonly Position[]): Promise<Fields[]> {
    return this.#at(positions, (refs) => this.pageFields(refs));
  }

  pageTexts(refs: readonly PageRef[], { table, pages } = this.#reader): Promise<string[][]> {
    return pages.read(table, this.#keysOf('PAGE', refs), textsIn);
  }

  pageFields(refs: readonly PageRef[], { table, pages } = this.#reader): Promise<Fields[][]> {
    return pages.read(table, this.#keysOf('SIDE', refs), fieldsIn as (item: Item) => Fields[]);
  }

  /** All entries of the merged chosen parts, read a few pages at a time, so memory does not grow with the list. */
  async *entries(chosen: readonly number[], tableNow: () => Table): AsyncGenerator<Place<Fields>> {
    const { parts, order } = await this.item();
    const byPart = parts.map((part, at) => this.#entriesOf(part, at, tableNow));
    // one part has the order of its pages
    const [only = main, ...others] = chosen;
    if (others.length === 0) yield* byPart[only] ?? [];
    else
      for (const part of order) {
        const next = chosen.includes(Number(part)) ? await byPart[Number(part)]?.next() : undefined;
        if (next && !next.done) yield next.value;
      }
  }

  async *#entriesOf({ pages }: Part, part: number, tableNow: () => Table): AsyncGenerator<Place<Fields>> {
    // do not cache a long list: it would evict pages that are read more often
    const cache = pages.length <= mostKept ? this.#reader.pages : new PageStore(0);
    for (const refs of chunks(pages, pagesAtOnce)) {
      const reader = { table: tableNow(), pages: cache };
      const [texts, fields] = await Promise.all([this.pageTexts(refs, reader), this.pageFields(refs, reader)]);
      const flat = texts.flat();
      for (const [at, each] of fields.flat().entries()) yield { part, fields: each, text: flat[at] ?? '' };
    }
  }

  async #at<T>(positions: readonly Position[], read: (refs: readonly PageRef[]) => Promise<T[][]>): Promise<T[]> {
    const { parts } = await this.item();
    const places = positions.map(({ part, at }) => placeIn(parts[part], at));
    const refs = [...new Map(places.map(({ page }) => [page.id, page])).values()];
    const found = await read(refs);
    const byPage = new Map(refs.map(({ id }, at) => [id, found[at] ?? []]));
    return places.map(({ page, at }) => byPage.get(page.id)?.[at] as T);
  }

  #keysOf(part: PagePart, refs: readonly PageRef[]) {
    return refs.map(({ id }) => this.#keyOf(part, id));
  }

  #keyOf(part: PagePart, id: string) {
    return pageKey(this.#account, this.#roster, part, id);
  }
}

const pagesAtOnce = 25;
/** About 15,000 clients. */
const mostKept = 250;

const startsByPart = new WeakMap<Part, Uint32Array>();

/** The index of the first entry of each page. Kept as long as the decoded list. */
function startsOf(list: Part): Uint32Array {
  const kept = startsByPart.get(list);
  // Equivalent mutant: `kept` to `false`. Starts that are added up again are the same; this saves adding.
  if (kept) return kept;
  let start = 0;
  const starts = Uint32Array.from(list.pages, ({ count }) => {
    start += count;
    return start - count;
  });
  // Equivalent mutant: `startsByPart.set(list, starts);` to `;`. Starts that are added up again are the same; this
  // saves adding.
  startsByPart.set(list, starts);
  return starts;
}

/** The page that holds an entry, by binary search, and its index there. */
function placeIn(list: Part | undefined, at: number): { page: PageRef; at: number } {
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
