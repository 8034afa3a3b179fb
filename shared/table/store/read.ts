import { setTimeout } from 'node:timers/promises';
import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { ItemKey, KeyRange } from './item-keys.ts';
import { sendOptions, type Table } from './table.ts';

export type Item = Record<string, unknown> & ItemKey;

interface ReadOptions {
  /** Sees every write that was acknowledged before; costs twice. */
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
  /** The attributes that are wanted; it costs what the whole items do, but not their way here. */
  readonly attributes?: readonly string[];
}

/** All items of the range, in the order of their sort keys, a part at a time: what a client has fits, an account may not. */
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
  { consistent = false, backwards = false, limit: most, attributes: only }: RangeOptions,
  select: { Select?: 'COUNT' } = {},
): AsyncGenerator<QueryCommandOutput> {
  let left = most ?? Number.POSITIVE_INFINITY;
  let start: Record<string, unknown> | undefined;
  do {
    const part: QueryCommandOutput = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        // an empty string is no sort key
        KeyConditionExpression: range.from === '' ? 'pk = :pk' : 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': range.pk,
          ...(range.from !== '' && { ':from': range.from, ':to': range.to }),
        },
        ScanIndexForward: !backwards,
        ConsistentRead: consistent,
        ...select,
        ...(start && { ExclusiveStartKey: start }),
        ...(most && { Limit: left }),
        ...(only && { ProjectionExpression: only.join(', ') }),
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

const mostInBatch = 100;
// a page of a thousand entries in one round trip
const batchesAtOnce = 10;

/** The items of those keys that exist, in no order. */
export async function readBatch(
  table: Table,
  keys: readonly ItemKey[],
  { consistent = false }: ReadOptions = {},
): Promise<Item[]> {
  const found: Item[] = [];
  await eachLimit(chunks(keys, mostInBatch), batchesAtOnce, async (chunk) => {
    let Keys: Record<string, unknown>[] = [...chunk] as unknown as Record<string, unknown>[];
    for (let attempt = 0; Keys.length > 0; attempt += 1) {
      await backOff(attempt, table);
      const command = new BatchGetCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead: consistent } } });
      const { Responses, UnprocessedKeys } = await table.documents.send(command, sendOptions(table));
      found.push(...((Responses?.[table.name] ?? []) as Item[]));
      Keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  });
  return found;
}

export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Works through the list, so many at a time: fan-out that a partition and a socket pool can bear. */
export async function eachLimit<T>(
  list: readonly T[],
  atOnce: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const rest = list.values();
  const worker = async () => {
    for (const entry of rest) await work(entry);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
}

/** What a batch left undone was throttled: a partition needs a moment. */
export async function backOff(attempt: number, { signal }: Table): Promise<void> {
  if (attempt > 0) await setTimeout(Math.min(2000, 25 * 2 ** attempt), undefined, signal && { signal });
}
