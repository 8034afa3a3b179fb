import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Counts, Names } from '../../domain/access/windows.ts';
import { windows } from '../../domain/access/windows.ts';
import { apiKeyItemKey } from '../store/item-keys.ts';
import { sendOptions, type Table } from '../store/table.ts';

/**
 * The authority on a key, and its counters. Every request writes it, so it holds nothing else and stays below 1,024
 * bytes: one write unit. What people want to know of a key lies under its id.
 */
export interface ApiKey {
  /** `pending` until it is activated, which demands that its account is active. */
  readonly st: 'active' | 'pending' | 'revoked' | 'suspended';
  /** Unix seconds */
  readonly exp?: number;
  readonly customerId: string;
  readonly keyId: string;
  /** Counters and request ids by the names of their windows. Only `countRequest` writes here. */
  readonly w: Counts;
}

export interface CountedRequest {
  /** Random, and the same for every attempt to send this request: a repeated write is recognised by it. */
  readonly id: Uint8Array;
  readonly names: Names;
  /** Unix seconds */
  readonly second: number;
}

/** `key` as it is after the request was counted, or as it was found instead; `undefined` when there is none. */
export interface Outcome {
  readonly counted: boolean;
  readonly key: ApiKey | undefined;
}

/**
 * One conditional write is authentication, revocation, expiry, suspension and three windows at once, exactly once per
 * request even when the SDK repeats it: `list_append` leaves the id behind that the condition looks for.
 */
export async function countRequest(
  table: Table,
  hash: string,
  request: CountedRequest,
  over: readonly string[],
): Promise<Outcome> {
  const { m, h, d, r } = request.names;
  const [minute, hour, day] = windows;
  const increment = (name: string) => `#w.${name} = if_not_exists(#w.${name}, :0) + :1`;
  const below = (name: string) => `(attribute_not_exists(#w.${name}) OR #w.${name} < :${name.slice(1)}l)`;
  const remove = over.length > 0 ? ` REMOVE ${over.map((_, at) => `#w.#x${at}`).join(', ')}` : '';
  const command = new UpdateCommand({
    TableName: table.name,
    Key: apiKeyItemKey(hash),
    UpdateExpression: `SET ${increment('#m')}, ${increment('#h')}, ${increment('#d')}, #w.#r = list_append(if_not_exists(#w.#r, :none), :ids)${remove}`,
    ConditionExpression: `#st = :active AND (attribute_not_exists(#exp) OR #exp > :now) AND ${below('#m')} AND ${below('#h')} AND ${below('#d')} AND NOT contains(#w.#r, :id)`,
    ExpressionAttributeNames: {
      '#w': 'w',
      '#st': 'st',
      '#exp': 'exp',
      '#m': m,
      '#h': h,
      '#d': d,
      '#r': r,
      ...Object.fromEntries(over.map((name, at) => [`#x${at}`, name])),
    },
    ExpressionAttributeValues: {
      ':0': 0,
      ':1': 1,
      ':none': [],
      ':ids': [request.id],
      ':id': request.id,
      ':active': 'active',
      ':now': request.second,
      ':ml': minute.limit,
      ':hl': hour.limit,
      ':dl': day.limit,
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await table.documents.send(command, sendOptions(table));
    return { counted: true, key: Attributes as unknown as ApiKey };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // raw attribute values, even through the document client
    const key = error.Item && (unmarshall(error.Item) as unknown as ApiKey);
    return { counted: key !== undefined && hasCounted(key, r, request.id), key };
  }
}

/** An attempt whose answer was lost has counted: the repeat finds its own id. */
function hasCounted({ w }: ApiKey, idsName: string, id: Uint8Array): boolean {
  const ids = w[idsName];
  return Array.isArray(ids) && ids.some((held: Uint8Array) => Buffer.compare(held, id) === 0);
}

/** Forgets windows that are over; for a key that so many containers served that one request could not do it. */
export async function removeExpiredWindows(table: Table, hash: string, over: readonly string[]): Promise<void> {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: apiKeyItemKey(hash),
      UpdateExpression: `REMOVE ${over.map((_, at) => `#w.#x${at}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#w': 'w', ...Object.fromEntries(over.map((name, at) => [`#x${at}`, name])) },
    }),
    sendOptions(table),
  );
}
