import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { apiKeyItemKey, type ItemKey, issuedKeyItemKey } from '../store/item-keys.ts';
import { readItem } from '../store/read.ts';
import { sendOptions, type Table, wasRetried } from '../store/table.ts';
import type { ApiKey } from './count-request.ts';
import { fromIssuedKeyItem, type IssuedKey } from './issued-keys.ts';

// Revoking, suspending and expiring are single writes to the authority. Requests write that item all the time, so a
// transaction would conflict with them. The issued key, which the CLI lists, is updated afterwards.

export class NoSuchKey extends Error {
  override name = 'NoSuchKey' as const;
  readonly keyId: string;

  constructor(keyId: string) {
    super(`There is no key ${keyId}.`);
    this.keyId = keyId;
  }
}

/** Revokes the key permanently: requests counted afterwards are refused. */
export async function revokeKey(table: Table, keyId: string): Promise<IssuedKey> {
  const item = await readItem(table, issuedKeyItemKey(keyId), { consistent: true });
  if (!item) throw new NoSuchKey(keyId);
  const issued = fromIssuedKeyItem(item);
  const left = await setState(table, apiKeyItemKey(issued.hash), 'st', 'revoked');
  if (left === undefined) throw new NoSuchKey(keyId);
  await setState(table, issuedKeyItemKey(keyId), 'state', 'revoked');
  return { ...issued, state: 'revoked' };
}

/** Suspends an active key until its account is resumed. Returns the state of the key afterwards. */
export async function suspendKey(table: Table, { hash, keyId }: IssuedKey): Promise<ApiKey['st'] | undefined> {
  const left = await setState(table, apiKeyItemKey(hash), 'st', 'suspended', 'active');
  if (left === 'suspended') await setState(table, issuedKeyItemKey(keyId), 'state', 'suspended', 'active');
  return left;
}

/**
 * Sets the second from which the key admits no request. Returns false if the key is not active or expires already.
 * A single write, because a transaction on this item would conflict with the requests that are counted on it.
 */
export async function expireKey(table: Table, { hash }: Pick<IssuedKey, 'hash'>, second: number): Promise<boolean> {
  const active: ApiKey['st'] = 'active';
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyItemKey(hash),
        UpdateExpression: 'SET #exp = :second',
        ConditionExpression: '#st = :active AND attribute_not_exists(#exp)',
        ExpressionAttributeNames: { '#st': 'st', '#exp': 'exp' },
        ExpressionAttributeValues: { ':active': active, ':second': second },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      sendOptions(table),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const stored = error.Item && unmarshall(error.Item);
    return wasRetried(error) && stored?.st === active && stored.exp === second;
  }
}

/** Returns the state of the item afterwards: unchanged if it was not `from`, `undefined` if there is no such item. */
async function setState(
  table: Table,
  Key: ItemKey,
  attribute: 'st' | 'state',
  to: ApiKey['st'],
  from?: ApiKey['st'],
): Promise<ApiKey['st'] | undefined> {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...Key },
        UpdateExpression: 'SET #state = :to',
        ConditionExpression: from ? '#state = :from' : 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#state': attribute },
        ExpressionAttributeValues: { ':to': to, ...(from && { ':from': from }) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      sendOptions(table),
    );
    return to;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && unmarshall(error.Item)[attribute];
  }
}
