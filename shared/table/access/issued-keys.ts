import { lastMinute } from '../../domain/access/windows.ts';
import { type Account, apiKeyItemKey, issuedKeysRange } from '../store/item-keys.ts';
import { readBatch, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { ApiKey } from './count-request.ts';

// A key is two items: its authority, which requests ask, and this one, which people ask. How a right is given is in
// issuance.ts, how one is taken away in withdrawal.ts.

/** What people see of a key. The secret itself is nowhere: the table holds its hash. */
export interface IssuedKey {
  readonly keyId: string;
  readonly hash: string;
  readonly customerId: string;
  readonly name: string;
  readonly created: string;
  readonly lastFour: string;
  readonly state: ApiKey['st'];
  /** The key that it was issued in the place of. */
  readonly rolledFrom?: string;
}

/** With what its authority says now. */
export interface KnownKey extends IssuedKey {
  /** Unix seconds */
  readonly expires?: number;
  /** Epoch milliseconds, to the minute. */
  readonly lastUsed?: number;
}

/** Also those without an authority, which a deletion that was killed has left. */
export async function listedKeys(table: Table, account?: Account): Promise<IssuedKey[]> {
  const all = (await readRange(table, issuedKeysRange(), { consistent: true })) as unknown as IssuedKey[];
  return all.filter(({ customerId }) => account === undefined || customerId === account);
}

/** All keys, or those of an account, with every write seen that was acknowledged before. */
export async function keysOf(table: Table, account?: Account): Promise<KnownKey[]> {
  const issued = await listedKeys(table, account);
  const found = await readBatch(
    table,
    issued.map(({ hash }) => apiKeyItemKey(hash)),
    { consistent: true },
  );
  const authorities = new Map(found.map((item) => [item.pk, item as unknown as ApiKey]));
  return issued.flatMap((key) => {
    const authority = authorities.get(apiKeyItemKey(key.hash).pk);
    return authority ? [known(key, authority)] : [];
  });
}

function known(issued: IssuedKey, { st, exp, w }: ApiKey): KnownKey {
  const { keyId, hash, customerId, name, created, lastFour, rolledFrom } = issued;
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
    ...(exp !== undefined && { expires: exp }),
    ...(lastUsed !== undefined && { lastUsed }),
  };
}
