import { chunks, eachLimit, sendUntilProcessed } from './batches.ts';
import type { ItemKey, KeyRange } from './item-keys.ts';
import type { Item, OutcomeOf, RequestCalls, RequestTable } from './table.ts';

export type { Item };

interface ReadOptions {
  /** Sees every write acknowledged before the read. Costs twice as much. */
  readonly consistent?: boolean;
}

export function readItem(
  table: RequestTable,
  key: ItemKey,
  { consistent = false }: ReadOptions = {},
): Promise<Item | undefined> {
  return table.send('get', { key, consistent }, table);
}

interface RangeOptions extends ReadOptions {
  readonly backwards?: boolean;
  readonly limit?: number;
  /** Only these attributes are transferred; the read units are those of the whole items. */
  readonly attributes?: readonly string[];
}

/** All items of the range in sort key order, one response at a time, because an account may not fit into memory. */
export async function* readRangeInParts(
  table: RequestTable,
  range: KeyRange,
  reading: RangeOptions = {},
): AsyncGenerator<readonly Item[]> {
  for await (const { items } of queryInParts(table, range, reading)) yield items;
}

/** The number of items of the range. */
export async function countRange(table: RequestTable, range: KeyRange, reading: ReadOptions = {}): Promise<number> {
  let sum = 0;
  for await (const { count } of queryInParts(table, range, reading, { countOnly: true })) sum += count;
  return sum;
}

async function* queryInParts(
  table: RequestTable,
  range: KeyRange,
  { consistent = false, backwards = false, limit, attributes }: RangeOptions,
  counting: { readonly countOnly?: true } = {},
): AsyncGenerator<OutcomeOf<RequestCalls, 'query'>> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let after: ItemKey | undefined;
  do {
    const limited = limit && left;
    const asked = { range, consistent, backwards, limit: limited, attributes, after, ...counting };
    const part: OutcomeOf<RequestCalls, 'query'> = await table.send('query', asked, table);
    yield part;
    left -= part.count;
    after = part.next;
  } while (after && left > 0);
}

export async function readRange(table: RequestTable, range: KeyRange, reading: RangeOptions = {}): Promise<Item[]> {
  const items: Item[] = [];
  for await (const part of readRangeInParts(table, range, reading)) items.push(...part);
  return items;
}

const maxBatchSize = 100;
// enough for a page of a thousand entries in one round trip
const concurrentBatches = 10;

/** The items of those keys that exist, in no particular order. */
export async function readBatch(
  table: RequestTable,
  keys: readonly ItemKey[],
  { consistent = false }: ReadOptions = {},
): Promise<Item[]> {
  const found: Item[] = [];
  const read = async (some: readonly ItemKey[]) => {
    const { items, left } = await table.send('getMany', { keys: some, consistent }, table);
    found.push(...items);
    return left;
  };
  await eachLimit(chunks(keys, maxBatchSize), concurrentBatches, (chunk) =>
    sendUntilProcessed(chunk, read, table.signal),
  );
  return found;
}
