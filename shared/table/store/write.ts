import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './item-keys.ts';
import { backOff, chunks, eachLimit, type Item } from './read.ts';
import { sendOptions, type Table } from './table.ts';

const mostInBatch = 25;
const batchesAtOnce = 4;

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

/** Writes them all in no order, and again what DynamoDB left undone. */
async function writeAll(table: Table, requests: readonly WriteRequest[]): Promise<void> {
  await eachLimit(chunks(requests, mostInBatch), batchesAtOnce, async (chunk) => {
    let left: unknown[] = chunk;
    for (let attempt = 0; left.length > 0; attempt += 1) {
      await backOff(attempt, table);
      const command = new BatchWriteCommand({ RequestItems: { [table.name]: left as never[] } });
      const { UnprocessedItems } = await table.documents.send(command, sendOptions(table));
      left = UnprocessedItems?.[table.name] ?? [];
    }
  });
}
