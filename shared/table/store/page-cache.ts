import type { ItemKey } from './item-keys.ts';
import { type Item, readBatch } from './read.ts';
import type { RequestTable } from './table.ts';

/** An immutable item is missing, because what named it was replaced long ago and the item has been deleted. */
export class PageMissing extends Error {
  override name = 'PageMissing' as const;

  constructor({ pk, sk }: ItemKey) {
    super(`The root of an account leads to ${pk} / ${sk}, which is not stored. \`rebuild\` stores it again.`);
  }
}

/** A computed value and about how much memory it takes. */
export interface Derived<T> {
  readonly value: T;
  readonly bytes: number;
}

/** Where pages, list items and portfolio views are read. */
export interface Reader {
  readonly table: RequestTable;
  readonly pages: PageCache;
}

/** Reads immutable items. Caches the decoded ones, and what is computed from them (LRU, bounded in bytes). */
export class PageCache {
  readonly #held = new Map<string, Derived<unknown>>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The decoded items, in the order of the keys. An item must always be decoded in the same way. */
  async read<T>(table: RequestTable, keys: readonly ItemKey[], decode: (item: Item) => T): Promise<T[]> {
    const found = new Map<string, T>();
    for (const key of keys) {
      const kept = this.#take(nameOf(key)) as T | undefined;
      if (kept !== undefined) found.set(nameOf(key), kept);
    }
    for (const consistent of [false, true]) {
      const missing = keys.filter((key) => !found.has(nameOf(key)));
      if (missing.length === 0) break;
      for (const item of await readBatch(table, missing, { consistent })) {
        const value = decode(item);
        found.set(nameOf(item), value);
        this.#keep(nameOf(item), value, decodedBytes(item));
      }
    }
    return keys.map((key) => {
      const value = found.get(nameOf(key));
      if (value === undefined) throw new PageMissing(key);
      return value;
    });
  }

  /** Something computed from one version of a list. The key must name the version. */
  async derived<T>(key: string, make: () => Promise<Derived<T>>): Promise<T> {
    const cacheKey = `derived ${key}`;
    const kept = this.#take(cacheKey) as T | undefined;
    if (kept !== undefined) return kept;
    const { value, bytes } = await make();
    this.#keep(cacheKey, value, bytes);
    return value;
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

const nameOf = ({ pk, sk }: ItemKey) => `${pk} ${sk}`;

// a decoded page takes about eight times its stored size
function decodedBytes({ z }: Item): number {
  return (z as Uint8Array).length * 8;
}
