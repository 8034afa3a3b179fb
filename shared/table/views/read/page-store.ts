import { type Account, idIn, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import { type Item, readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { fromListItem, type ViewList } from '../model/lists.ts';
import { fieldsIn, type PageRef, textsIn } from '../model/pages.ts';

/** A page is missing, because the head that names it has been replaced and the page deleted. */
export class PageMissing extends Error {
  override name = 'PageMissing' as const;
}

/** Where pages and list items come from. */
export interface PageSource {
  /** The JSON texts of the entries, page by page. */
  texts(table: Table, account: Account, roster: RosterName, refs: readonly PageId[]): Promise<string[][]>;
  /** The fields of the entries, page by page. */
  fields<Fields>(table: Table, account: Account, roster: RosterName, refs: readonly PageId[]): Promise<Fields[][]>;
  list(table: Table, account: Account, roster: RosterName, id: string): Promise<ViewList>;
  /** Something computed from one version of a list. The key must name the version. */
  derived<T>(key: string, make: () => Promise<Derived<T>> | Derived<T>): Promise<T>;
}

/** A computed value and about how much memory it takes. */
export interface Derived<T> {
  readonly value: T;
  readonly bytes: number;
}

type PageId = Pick<PageRef, 'id'>;

/** Reads pages. Caches the decoded ones, which never change, and what is computed from them (LRU, bounded in bytes). */
export class PageStore implements PageSource {
  readonly #held = new Map<string, Derived<unknown>>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  texts(table: Table, account: Account, roster: RosterName, refs: readonly PageId[]): Promise<string[][]> {
    return this.#pages(table, account, roster, 'PAGE', refs) as Promise<string[][]>;
  }

  fields<Fields>(table: Table, account: Account, roster: RosterName, refs: readonly PageId[]): Promise<Fields[][]> {
    return this.#pages(table, account, roster, 'SIDE', refs) as Promise<Fields[][]>;
  }

  async list(table: Table, account: Account, roster: RosterName, id: string): Promise<ViewList> {
    const [[list] = []] = await this.#pages(table, account, roster, 'LIST', [{ id }]);
    return list as ViewList;
  }

  async derived<T>(key: string, make: () => Promise<Derived<T>> | Derived<T>): Promise<T> {
    const cacheKey = `derived ${key}`;
    const kept = this.#take(cacheKey) as T | undefined;
    if (kept !== undefined) return kept;
    const { value, bytes } = await make();
    this.#keep(cacheKey, value, bytes);
    return value;
  }

  async #pages(table: Table, account: Account, roster: RosterName, part: PagePart, refs: readonly PageId[]) {
    const itemKeyOf = (id: string) => pageKey(account, roster, part, id);
    const cacheKey = (id: string) => `${account} ${roster} ${part} ${id}`;
    const found = new Map<string, readonly unknown[]>();
    for (const { id } of refs) {
      const entries = this.#take(cacheKey(id)) as readonly unknown[] | undefined;
      if (entries) found.set(id, entries);
    }
    for (const consistent of [false, true]) {
      const missing = refs.filter(({ id }) => !found.has(id)).map(({ id }) => itemKeyOf(id));
      for (const item of await readBatch(table, missing, { consistent })) {
        const entries = decoders[part](item);
        found.set(idIn(item.sk), entries);
        this.#keep(cacheKey(idIn(item.sk)), entries, bytesOf(item.z));
      }
    }
    return refs.map(({ id }) => {
      const entries = found.get(id);
      if (!entries) throw new PageMissing();
      return entries;
    });
  }

  #take(cacheKey: string): unknown {
    const held = this.#held.get(cacheKey);
    if (!held) return undefined;
    // moved to the end of the map: the least recently used page is evicted first
    this.#held.delete(cacheKey);
    this.#held.set(cacheKey, held);
    return held.value;
  }

  #keep(cacheKey: string, value: unknown, bytes: number): void {
    this.#bytes += bytes - (this.#held.get(cacheKey)?.bytes ?? 0);
    this.#held.delete(cacheKey);
    this.#held.set(cacheKey, { value, bytes });
    for (const [oldest, held] of this.#held) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#held.delete(oldest);
      this.#bytes -= held.bytes;
    }
  }
}

const decoders: Readonly<Record<PagePart, (item: Item) => readonly unknown[]>> = {
  PAGE: textsIn,
  SIDE: fieldsIn,
  LIST: (item) => [fromListItem(item)],
};

// a decoded page takes about eight times its stored size
function bytesOf(z: unknown): number {
  return (z as Uint8Array).length * 8;
}
