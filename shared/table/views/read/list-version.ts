import type { Day } from '../../../domain/dates.ts';
import { emptyTally, plus, type Tally } from '../../../domain/lists/health.ts';
import { chunks } from '../../store/batches.ts';
import { type Account, isList, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import { type Derived, PageCache, type Reader } from '../../store/page-cache.ts';
import type { Item } from '../../store/read.ts';
import type { RequestTable } from '../../store/table.ts';
import type { ClientFields, EntryFields, StoredEntry } from '../model/entries.ts';
import {
  emptyList,
  fromListItem,
  type List,
  type NamedList,
  type PageRef,
  type Part,
  pagesAt,
} from '../model/lists.ts';
import { fieldsIn, textsIn } from '../model/pages.ts';
import { MergedOrder, main, type Position, partsIn } from '../model/parts.ts';

/** One version of a list: everything it returns belongs to that version, because pages and list items never change. */
export class ListVersion<Fields extends EntryFields = ClientFields> {
  /** Identifies an answer from this list: it changes with the list item, and every night. */
  readonly version: string;
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #roster: RosterName;
  readonly #named: NamedList | undefined;
  #item: Promise<List> | undefined;

  /** Without a name, the list of an account that has not published anything. */
  constructor(reader: Reader, account: Account, roster: RosterName, named: NamedList | undefined, night: Day | null) {
    this.version = `${named?.id ?? 'none'}-${night ?? 'none'}`;
    this.#reader = reader;
    this.#account = account;
    this.#roster = roster;
    this.#named = named;
  }

  /** The list item. */
  item(): Promise<List> {
    this.#item ??= this.#readItem([]);
    return this.#item;
  }

  /** Reads the list item with these pages, which the cache then has. */
  async #readItem(pages: readonly PageRef[]): Promise<List> {
    if (!this.#named) return emptyList;
    const keys = [pageKey(this.#account, this.#roster, 'LIST', this.#named.id), ...this.#keysOf('PAGE', pages)];
    const [list = emptyList] = await this.#reader.pages.read<unknown>(this.#reader.table, keys, listOrTexts);
    return list as List;
  }

  /** Computes something from the whole list once per version; the given key names it among what is computed from lists. */
  derived<T>(key: string, make: () => Promise<Derived<T>>): Promise<T> {
    return this.#reader.pages.derived(`${this.#account} ${this.#roster} ${this.#named?.id} ${key}`, make);
  }

  async tally(chosen: readonly number[]): Promise<Tally> {
    const { parts } = await this.item();
    return chosen.map((part) => parts[part]?.tally ?? emptyTally).reduce(plus, emptyTally);
  }

  /** The positions of a slice of the merged chosen parts. */
  async positions(chosen: readonly number[], offset: number, limit: number): Promise<Position[]> {
    const { total } = await this.tally(chosen);
    const count = Math.max(0, Math.min(limit, total - offset));
    return this.positionsOf(
      chosen,
      Array.from({ length: count }, (_, at) => offset + at),
    );
  }

  /** The positions of some entries of the merged chosen parts, given by their indexes. */
  async positionsOf(chosen: readonly number[], indexes: readonly number[]): Promise<Position[]> {
    const [only = main, ...others] = chosen;
    // one part has the order of its pages
    if (others.length === 0) return indexes.map((at) => ({ part: only, at }));
    const merged = await this.derived(`order ${chosen}`, async () => {
      const { order } = await this.item();
      return { value: new MergedOrder(order, chosen), bytes: order.length * bytesPerPosition };
    });
    return indexes.map((index) => merged.position(index));
  }

  /** A page as a request asks for it: the texts of a slice, and the number of all entries of the chosen parts. */
  async page(chosen: readonly number[], { offset, limit }: { readonly offset: number; readonly limit: number }) {
    const isBeginning = offset === 0 && chosen.join() === '0';
    if (isBeginning) this.#item ??= this.#readItem(pagesAt(this.#named?.first ?? [], 0, limit));
    const { total } = await this.tally(chosen);
    return { texts: await this.slice(chosen, offset, limit), total };
  }

  /** The texts of a slice of the merged chosen parts; reads only the pages that hold it. */
  async slice(chosen: readonly number[], offset: number, limit: number): Promise<string[]> {
    const [only = main, ...others] = chosen;
    if (others.length > 0) return this.textsAt(await this.positions(chosen, offset, limit));
    const { parts } = await this.item();
    const end = offset + limit;
    const refs = pagesAt(parts[only]?.pages ?? [], offset, limit);
    const texts = await this.pageTexts(refs);
    return refs.flatMap(({ start }, at) => texts[at]?.slice(Math.max(0, offset - start), end - start) ?? []);
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
  async *entries(chosen: readonly number[], tableNow: () => RequestTable): AsyncGenerator<StoredEntry<Fields>> {
    const { parts, order } = await this.item();
    const byPart = parts.map((part, at) => this.#entriesOf(part, at, tableNow));
    for (const part of partsIn(order)) {
      const next = chosen.includes(part) ? await byPart[part]?.next() : undefined;
      if (next && !next.done) yield next.value;
    }
  }

  async *#entriesOf({ pages }: Part, part: number, tableNow: () => RequestTable): AsyncGenerator<StoredEntry<Fields>> {
    // do not cache a long list: it would evict pages that are read more often
    const cache = pages.length <= mostKept ? this.#reader.pages : new PageCache(0);
    for (const refs of chunks(pages, pagesAtOnce)) {
      const reader = { table: tableNow(), pages: cache };
      const [texts, fields] = await Promise.all([this.pageTexts(refs, reader), this.pageFields(refs, reader)]);
      const flat = texts.flat();
      for (const [at, each] of fields.flat().entries()) yield { part, fields: each, text: flat[at] ?? '' };
    }
  }

  async #at<T>(positions: readonly Position[], read: (refs: readonly PageRef[]) => Promise<T[][]>): Promise<T[]> {
    const { parts } = await this.item();
    const places = positions.map(({ part, at }) => placeIn(parts[part]?.pages ?? [], at));
    const refs = [...new Map(places.map(({ page }) => [page.id, page])).values()];
    const found = await read(refs);
    const byPage = new Map(refs.map(({ id }, at) => [id, found[at] ?? []]));
    return places.map(({ page, at }) => byPage.get(page.id)?.[at] as T);
  }

  #keysOf(part: PagePart, refs: readonly PageRef[]) {
    return refs.map(({ id }) => pageKey(this.#account, this.#roster, part, id));
  }
}

export function readLists(
  { table, pages }: Reader,
  account: Account,
  roster: RosterName,
  ids: readonly string[],
): Promise<List[]> {
  const keys = ids.map((id) => pageKey(account, roster, 'LIST', id));
  return pages.read(table, keys, fromListItem);
}

/** Decodes a list item, or the texts of a page. */
function listOrTexts(item: Item): List | string[] {
  return isList(item) ? fromListItem(item) : textsIn(item);
}

const bytesPerPosition = 8;
const pagesAtOnce = 25;
/** About 15,000 clients. */
const mostKept = 250;

/** The page that holds an entry, by binary search, and its index there. */
function placeIn(pages: readonly PageRef[], at: number): { page: PageRef; at: number } {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const page = pages[low];
  if (!page) throw new Error('the order of a list names an entry that no page holds');
  return { page, at: at - page.start };
}
