import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { chunks, eachLimit, sendUntilProcessed } from './batches.ts';
import type { ItemKey, KeyRange } from './item-keys.ts';
import { sendOptions, type Table } from './table.ts';

export type Item = Record<string, unknown> & ItemKey;

interface ReadOptions {
  /** Sees every write acknowledged before the read. Costs twice as much. */
  readonly consistent?: boolean;
}

export async function readItem(
  table: Table,
  key: ItemKey,
  { consistent = false }: ReadOptions = {},
): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: table.name, Key: key, ConsistentRead: consistent });
  return (await table.documents.send(command, sendOptions(table))).Item as Item | undefined;
}

interface RangeOptions extends ReadOptions {
  readonly backwards?: boolean;
  readonly limit?: number;
  /** Only these attributes are transferred; the read units are those of the whole items. */
  readonly attributes?: readonly string[];
}

/** All items of the range in sort key order, one response at a time, because an account may not fit into memory. */
export async function* readRangeInParts(
  table: Table,
  range: KeyRange,
  reading: RangeOptions = {},
): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of queryInParts(table, range, reading)) yield Items as Item[];
}

/** The number of items of the range. */
export async function countRange(table: Table, range: KeyRange, reading: ReadOptions = {}): Promise<number> {
  let count = 0;
  for await (const { Count = 0 } of queryInParts(table, range, reading, { Select: 'COUNT' })) count += Count;
  return count;
}

async function* queryInParts(
  table: Table,
  range: KeyRange,
  { consistent = false, backwards = false, limit, attributes }: RangeOptions,
  select: { Select?: 'COUNT' } = {},
): AsyncGenerator<QueryCommandOutput> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let start: Record<string, unknown> | undefined;
  do {
    const part: QueryCommandOutput = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        // DynamoDB accepts no empty string as a sort key
        KeyConditionExpression: range.from === '' ? 'pk = :pk' : 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': range.pk,
          ...(range.from !== '' && { ':from': range.from, ':to': range.to }),
        },
        ScanIndexForward: !backwards,
        ConsistentRead: consistent,
        ...select,
        ...(start && { ExclusiveStartKey: start }),
        ...(limit && { Limit: left }),
        ...(attributes && { ProjectionExpression: attributes.join(', ') }),
      }),
      sendOptions(table),
    );
    yield part;
    left -= part.Count ?? 0;
    start = part.LastEvaluatedKey;
  } while (start && left > 0);
}

export async function readRange(table: Table, range: KeyRange, reading: RangeOptions = {}): Promise<Item[]> {
  const items: Item[] = [];
  for await (const part of readRangeInParts(table, range, reading)) items.push(...part);
  return items;
}

const maxBatchSize = 100;
// enough for a page of a thousand entries in one round trip
const concurrentBatches = 10;

/** The items of those keys that exist, in no particular order. */
export async function readBatch(
  table: Table,
  keys: readonly ItemKey[],
  { consistent = false }: ReadOptions = {},
): Promise<Item[]> {
  const found: Item[] = [];
  const read = async (left: readonly ItemKey[]) => {
    const Keys = left.map(({ pk, sk }) => ({ pk, sk }));
    const command = new BatchGetCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead: consistent } } });
    const { Responses, UnprocessedKeys } = await table.documents.send(command, sendOptions(table));
    found.push(...((Responses?.[table.name] ?? []) as Item[]));
    return (UnprocessedKeys?.[table.name]?.Keys ?? []) as unknown as ItemKey[];
  };
  await eachLimit(chunks(keys, maxBatchSize), concurrentBatches, (chunk) =>
    sendUntilProcessed(chunk, read, table.signal),
  );
  return found;
}
