import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunks, eachLimit, sendUntilProcessed } from './batches.ts';
import type { ItemKey } from './item-keys.ts';
import type { Item } from './read.ts';
import { sendOptions, type Table } from './table.ts';

/** Does a conditional write. Returns false if its condition does not hold. */
export async function ifConditionHolds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const maxBatchSize = 25;
const concurrentBatches = 4;

export function putAll(table: Table, items: readonly Item[]): Promise<void> {
  return writeAll(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

export function deleteAll(table: Table, keys: readonly ItemKey[]): Promise<void> {
  return writeAll(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
}

type WriteRequest = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: { pk: string; sk: string } } };

/** Writes in no particular order. */
async function writeAll(table: Table, requests: readonly WriteRequest[]): Promise<void> {
  const write = async (left: readonly WriteRequest[]) => {
    const command = new BatchWriteCommand({ RequestItems: { [table.name]: [...left] } });
    const { UnprocessedItems } = await table.documents.send(command, sendOptions(table));
    return (UnprocessedItems?.[table.name] ?? []) as WriteRequest[];
  };
  await eachLimit(chunks(requests, maxBatchSize), concurrentBatches, (chunk) =>
    sendUntilProcessed(chunk, write, table.signal),
  );
}
