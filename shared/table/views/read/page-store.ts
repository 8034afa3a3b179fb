import { type Account, idIn, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { PagedList } from './head.ts';
import { fieldsIn, type PageRef, textsIn } from './pages.ts';

/** A page is missing: the head that names it has been replaced, and the page deleted since. */
export class PageMissing extends Error {
  override name = 'PageMissing' as const;
}

interface HeldPage {
  readonly entries: readonly unknown[];
  readonly bytes: number;
}

/** Reads pages, and caches the decoded ones (least recently used first out, bounded in bytes): a page never changes. */
export class PageStore {
  readonly #held = new Map<string, HeldPage>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The JSON texts of the entries, page by page. */
  texts(table: Table, account: Account, roster: RosterName, refs: readonly PageRef[]): Promise<string[][]> {
    return this.#pages(table, account, roster, 'PAGE', refs) as Promise<string[][]>;
  }

  /** The fields of the entries, page by page. */
  fields<Fields>(table: Table, account: Account, roster: RosterName, refs: readonly PageRef[]): Promise<Fields[][]> {
    return this.#pages(table, account, roster, 'SIDE', refs) as Promise<Fields[][]>;
  }

  async #pages(table: Table, account: Account, roster: RosterName, part: PagePart, refs: readonly PageRef[]) {
    const itemKeyOf = (id: string) => pageKey(account, roster, part, id);
    const cacheKey = (id: string) => `${account} ${roster} ${part} ${id}`;
    const found = new Map<string, readonly unknown[]>();
    for (const { id } of refs) {
      const entries = this.#take(cacheKey(id));
      if (entries) found.set(id, entries);
    }
    for (const consistent of [false, true]) {
      const missing = refs.filter(({ id }) => !found.has(id)).map(({ id }) => itemKeyOf(id));
      for (const item of await readBatch(table, missing, { consistent })) {
        const entries = part === 'PAGE' ? textsIn(item) : fieldsIn(item);
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

  #take(cacheKey: string): readonly unknown[] | undefined {
    const held = this.#held.get(cacheKey);
    if (!held) return undefined;
    // moved to the end of the map: the least recently used page is evicted first
    this.#held.delete(cacheKey);
    this.#held.set(cacheKey, held);
    return held.entries;
  }

  #keep(cacheKey: string, entries: readonly unknown[], bytes: number): void {
    this.#bytes += bytes - (this.#held.get(cacheKey)?.bytes ?? 0);
    this.#held.delete(cacheKey);
    this.#held.set(cacheKey, { entries, bytes });
    for (const [oldest, held] of this.#held) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#held.delete(oldest);
      this.#bytes -= held.bytes;
    }
  }
}

// a decoded page takes about eight times its stored size
function bytesOf(z: unknown): number {
  return (z as Uint8Array).length * 8;
}

/** The pages that hold a slice of the list, and how many entries of the first page come before the slice. */
export function pagesCovering({ pages }: PagedList, offset: number, limit: number): { refs: PageRef[]; skip: number } {
  const refs: PageRef[] = [];
  let before = 0;
  let skip = 0;
  for (const page of pages) {
    const after = before + page.count;
    if (after > offset && before < offset + limit) {
      if (refs.length === 0) skip = offset - before;
      refs.push(page);
    }
    before = after;
  }
  return { refs, skip };
}
