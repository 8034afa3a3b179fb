import { missingItemKey } from './item-keys.ts';
import { readBatch, readItem } from './read.ts';
import type { RequestTable } from './table.ts';

/** Reads an item that cannot exist, in both ways that requests read, to prepare the connection and the client. */
export async function readNothing(table: RequestTable): Promise<void> {
  await readItem(table, missingItemKey);
  await readBatch(table, [missingItemKey]);
}
