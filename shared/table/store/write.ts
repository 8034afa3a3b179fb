import { chunks, eachLimit, sendUntilProcessed } from './batches.ts';
import type { ItemKey } from './item-keys.ts';
import {
  type CommandOf,
  ConditionFailed,
  type Delete,
  type Item,
  type ManyWrite,
  type Put,
  type RequestCalls,
  type RequestTable,
  type Table,
} from './table.ts';

/** Throws `ConditionFailed`, as the other writes do. Returns the item after the update if it is asked for. */
export function updateItem(table: RequestTable, update: CommandOf<RequestCalls, 'update'>): Promise<Item | undefined> {
  return table.send('update', update, table);
}

export function putItem(table: Table, put: Put): Promise<void> {
  return table.write('put', put, table);
}

export function deleteItem(table: Table, deletion: Delete): Promise<void> {
  return table.write('delete', deletion, table);
}

/** Does a conditional write. Returns false if its condition does not hold. */
export async function ifConditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

const maxBatchSize = 25;
const concurrentBatches = 4;

export function putAll(table: Table, items: readonly Item[]): Promise<void> {
  return writeAll(
    table,
    items.map((item) => ({ put: item })),
  );
}

export function deleteAll(table: Table, keys: readonly ItemKey[]): Promise<void> {
  return writeAll(
    table,
    keys.map((key) => ({ delete: key })),
  );
}

/** Writes in no particular order. */
function writeAll(table: Table, writes: readonly ManyWrite[]): Promise<void> {
  const write = (some: readonly ManyWrite[]) => table.write('writeMany', some, table);
  return eachLimit(chunks(writes, maxBatchSize), concurrentBatches, (chunk) =>
    sendUntilProcessed(chunk, write, table.signal),
  );
}
