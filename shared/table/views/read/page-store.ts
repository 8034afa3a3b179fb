import { type Account, idIn, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { PagedList } from './head.ts';
import { fieldsIn, type PageRef, textsIn } from './pages.ts';

/** A page that a head names is not there: the head has been replaced, and the page swept since. */
export class PageMissing extends Error {
  override name = 'PageGone' as const;
}

interface Held {
  readonly lines: readonly unknown[];
  readonly bytes: number;
}

/**
 * Pages never change, so a container keeps those it has decoded, as many as a bound in bytes allows, the last used
 * longest. What is kept is found by account and page; without it every answer is the same.
 */
export class PageStore {
  readonly #held = new Map<string, Held>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The JSON texts of the entries, page by page. */
  texts(table: Table, account: Account, roster: RosterName, refs: readonly PageRef[]): Promise<string[][]> {
    return this.#pages(table, account, roster, 'PAGE', refs) as Promise<string[][]>;
  }

  /** What lies beside the entries, page by page. */
  fields<Side>(table: Table, account: Account, roster: RosterName, refs: readonly PageRef[]): Promise<Side[][]> {
    return this.#pages(table, account, roster, 'SIDE', refs) as Promise<Side[][]>;
  }

  async #pages(table: Table, account: Account, roster: RosterName, part: PagePart, refs: readonly PageRef[]) {
    const itemKeyOf = (id: string) => pageKey(account, roster, part, id);
    const cacheKey = (id: string) => `${account} ${roster} ${part} ${id}`;
    const found = new Map<string, readonly unknown[]>();
    for (const { id } of refs) {
      const lines = this.#take(cacheKey(id));
      if (lines) found.set(id, lines);
    }
    for (const consistent of [false, true]) {
      const missing = refs.filter(({ id }) => !found.has(id)).map(({ id }) => itemKeyOf(id));
      for (const item of await readBatch(table, missing, { consistent })) {
        const lines = part === 'PAGE' ? textsIn(item) : fieldsIn(item);
        found.set(idIn(item.sk), lines);
        this.#keep(cacheKey(idIn(item.sk)), lines, bytesOf(item.z));
      }
    }
    return refs.map(({ id }) => {
      const lines = found.get(id);
      if (!lines) throw new PageMissing();
      return lines;
    });
  }

  #take(name: string): readonly unknown[] | undefined {
    const held = this.#held.get(name);
    if (!held) return undefined;
    // the last used is the last to go
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.lines;
  }

  #keep(name: string, lines: readonly unknown[], bytes: number): void {
    this.#bytes += bytes - (this.#held.get(name)?.bytes ?? 0);
    this.#held.delete(name);
    this.#held.set(name, { lines, bytes });
    for (const [oldest, held] of this.#held) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#held.delete(oldest);
      this.#bytes -= held.bytes;
    }
  }
}

// decoded, a page takes some eight times what it takes on the wire
function bytesOf(z: unknown): number {
  return (z as Uint8Array).length * 8;
}

/** The pages that a stretch of the list touches, and how many entries of the first of them lie before it. */
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
