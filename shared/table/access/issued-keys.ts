import { lastMinute } from '../../domain/access/windows.ts';
import type { Scrub } from '../../domain/names-in-text.ts';
import { type Account, apiKeyItemKey, issuedKeyItemKey, issuedKeysRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { entityIn } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { ifConditionHolds, updateItem } from '../store/write.ts';
import { type ApiKey, fromApiKeyItem } from './count-request.ts';

// A key is stored as two items: the authority, which requests check and count on (count-request.ts), and the issued
// key, which the CLI lists. issue-key.ts activates keys, revoke-key.ts ends them.

/** What the CLI shows of a key. The table never holds the secret, only its hash. */
export interface IssuedKey {
  readonly keyId: string;
  readonly hash: string;
  readonly customerId: string;
  readonly name: string;
  readonly created: string;
  readonly lastFour: string;
  readonly state: ApiKey['st'];
  /** The id of the key that this one replaces. */
  readonly rolledFrom?: string;
  /** Its id in API Gateway; absent locally and for keys of older versions. */
  readonly gatewayId?: string;
}

/** An issued key with the current state of its authority. */
export interface KnownKey extends IssuedKey {
  /** Unix seconds */
  readonly expires?: number;
  /** Epoch milliseconds, to the minute. */
  readonly lastUsed?: number;
}

/** Includes keys without an authority, which an interrupted deletion may leave. */
export async function listedKeys(table: Table, account?: Account): Promise<IssuedKey[]> {
  const all = (await readRange(table, issuedKeysRange(), { consistent: true })).map(fromIssuedKeyItem);
  return all.filter(({ customerId }) => account === undefined || customerId === account);
}

/** Takes people out of the names of keys. Returns how many keys have another name. */
export async function scrubKeyNames(table: Table, account: Account, scrub: Scrub, isWritten: boolean): Promise<number> {
  const found = (await listedKeys(table, account)).filter(({ name }) => scrub(name) !== name);
  for (const { keyId, name } of isWritten ? found : []) {
    const names = { '#name': 'name' };
    const values = { ':name': scrub(name), ':before': name };
    const update = { key: issuedKeyItemKey(keyId), update: 'SET #name = :name', condition: '#name = :before' };
    await ifConditionHolds(updateItem(table, { ...update, names, values }));
  }
  return found.length;
}

export function fromIssuedKeyItem(item: Item): IssuedKey {
  return entityIn(item);
}

/** A key with its counted requests by window name. */
export interface CountedKey extends KnownKey {
  readonly counts: ApiKey['w'];
}

/** All keys, or those of an account, read consistently. */
export async function keysOf(table: Table, account?: Account): Promise<KnownKey[]> {
  return (await countedKeysOf(table, account)).map(({ counts: _, ...key }) => key);
}

/** The same keys with their counters. */
export async function countedKeysOf(table: Table, account?: Account): Promise<CountedKey[]> {
  const issued = await listedKeys(table, account);
  const found = await readBatch(
    table,
    issued.map(({ hash }) => apiKeyItemKey(hash)),
    { consistent: true },
  );
  const authorities = new Map(found.map((item) => [item.pk, fromApiKeyItem(item)]));
  return issued.flatMap((key) => {
    const authority = authorities.get(apiKeyItemKey(key.hash).pk);
    return authority ? [{ ...known(key, authority), counts: authority.w }] : [];
  });
}

function known(issued: IssuedKey, { st, exp, w }: ApiKey): KnownKey {
  const { keyId, hash, customerId, name, created, lastFour, rolledFrom, gatewayId } = issued;
  const lastUsed = lastMinute(Object.keys(w));
  return {
    keyId,
    hash,
    customerId,
    name,
    created,
    lastFour,
    state: st,
    ...(rolledFrom !== undefined && { rolledFrom }),
    ...(gatewayId !== undefined && { gatewayId }),
    ...(exp !== undefined && { expires: exp }),
    ...(lastUsed !== undefined && { lastUsed }),
  };
}
