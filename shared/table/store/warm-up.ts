import { missingItemKey } from './item-keys.ts';
import { readBatch, readItem } from './read.ts';
import type { Table } from './table.ts';

/** Reads that find nothing, of a key that a function may read and that cannot exist: each of the ways that requests use. */
export async function readNothing(table: Table): Promise<void> {
  await Promise.all([readItem(table, missingItemKey), readBatch(table, [missingItemKey])]);
}
