import { type KeyPrefix, makeKey } from '../../shared/domain/access/api-key.ts';
import { activateKey, KeyChanged, removePendingKey, writePendingKey } from '../../shared/table/access/issue-key.ts';
import { type KnownKey, keysOf } from '../../shared/table/access/issued-keys.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { GatewayKeys } from './gateway-keys.ts';

export interface NewKey {
  readonly keyId: string;
  /** The secret. It is not stored anywhere. */
  readonly apiKey: string;
  readonly customerId: string;
}

/** Where keys are issued. */
export interface IssuingPlace {
  readonly table: Table;
  readonly keyPrefix: KeyPrefix;
  /** Deployments only. */
  readonly gateway?: GatewayKeys;
}

export interface IssuingEffects {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Usable keys of an account have different names, except for a rolled key and its successor. */
export interface KeyRequest {
  readonly account: Account;
  readonly name: string;
  readonly rolledFrom?: string;
}

/** API Gateway's quota is 10,000 and cannot be raised; the rest is left to other APIs of the AWS account. */
const mostGatewayKeys = 9000;

/**
 * Shows the key before activating it, so that no key becomes active unseen. A killed run leaves at most a pending key,
 * which authenticates nobody and which the next run deletes. If the key was active already, the next run reports that
 * its name is in use. Keys are added to the table before the gateway, and deleted from the gateway before the table, so
 * no key remains in the gateway alone.
 */
export async function issueKey(
  { clock, randomBytes }: IssuingEffects,
  { table, keyPrefix, gateway }: IssuingPlace,
  { account, name, rolledFrom }: KeyRequest,
  show: (key: NewKey) => void | Promise<void>,
): Promise<NewKey> {
  const all = await keysOf(table, gateway ? undefined : account);
  const own = all.filter(({ customerId }) => customerId === account);
  for (const key of own.filter(({ state, name: other }) => state === 'pending' && other === name)) {
    await gateway?.remove(key);
    await removePendingKey(table, key);
  }
  if (gateway) {
    const second = clock() / 1000;
    for (const key of own.filter((each) => isRevokedOrExpired(each, second))) await gateway.remove(key);
    if (all.filter((each) => !isRevokedOrExpired(each, second)).length >= mostGatewayKeys) {
      throw new Error(
        `This deployment has ${mostGatewayKeys} keys, the maximum that its API Gateway can hold. Revoke some, or deploy another copy in another AWS account or Region.`,
      );
    }
  }
  const apiKey = makeKey(keyPrefix, randomBytes);
  const issued = await writePendingKey(table, { account, apiKey, name, created: clock(), rolledFrom });
  const key = { keyId: issued.keyId, apiKey, customerId: account };
  const gatewayId = await gateway?.add(key.keyId, apiKey, account);
  // a concurrent `keys issue` with the same name deletes this key as a leftover, at any point
  if (gateway && gatewayId === undefined) throw new KeyChanged(issued, 'pending');
  await show(key);
  try {
    await activateKey(table, { ...issued, ...(gatewayId !== undefined && { gatewayId }) }, 'pending');
  } catch (error) {
    if (error instanceof KeyChanged) await gateway?.remove({ keyId: key.keyId, gatewayId });
    throw error;
  }
  return key;
}

/** Whether a key can no longer be used. */
export function isRevokedOrExpired({ state, expires }: KnownKey, second: number): boolean {
  return state === 'revoked' || (expires !== undefined && expires <= second);
}
