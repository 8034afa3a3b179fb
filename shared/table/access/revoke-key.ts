import { apiKeyItemKey, type ItemKey, issuedKeyItemKey } from '../store/item-keys.ts';
import { readItem } from '../store/read.ts';
import { ConditionFailed, type Table } from '../store/table.ts';
import { updateItem } from '../store/write.ts';
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
    await updateItem(table, {
      key: apiKeyItemKey(hash),
      update: 'SET #exp = :second',
      condition: '#st = :active AND attribute_not_exists(#exp)',
      names: { '#st': 'st', '#exp': 'exp' },
      values: { ':active': active, ':second': second },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const { item, wasRetried } = error;
    return wasRetried && item?.st === active && item.exp === second;
  }
}

/** Returns the state of the item afterwards: unchanged if it was not `from`, `undefined` if there is no such item. */
async function setState(
  table: Table,
  key: ItemKey,
  attribute: 'st' | 'state',
  to: ApiKey['st'],
  from?: ApiKey['st'],
): Promise<ApiKey['st'] | undefined> {
  try {
    await updateItem(table, {
      key,
      update: 'SET #state = :to',
      condition: from ? '#state = :from' : 'attribute_exists(pk)',
      names: { '#state': attribute },
      values: { ':to': to, ...(from && { ':from': from }) },
    });
    return to;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.item?.[attribute] as ApiKey['st'] | undefined;
  }
}
