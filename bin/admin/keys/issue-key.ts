import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { activateKey, KeyChanged, removePendingKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { type KnownKey, keysOf } from '../../../shared/table/access/issued-keys.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import type { Target } from '../target/target.ts';

export interface NewKey {
  readonly keyId: string;
  /** The secret. It is nowhere else. */
  readonly apiKey: string;
  readonly customerId: string;
}

/** For whom a key is, and what for: no two keys of an account that work have one name, but where one succeeds the other. */
export interface KeyRequest {
  readonly account: Account;
  readonly name: string;
  readonly rolledFrom?: string;
}

/** The gateway's quota is 10,000, which cannot be raised; the rest is for what else the account runs. */
export const mostGatewayKeys = 9000;

/**
 * The key is shown before it is activated, so none works that nobody has seen. Killed anywhere it leaves at most a
 * pending key, which authenticates nobody and which the next run takes away; killed when the key works already, the next
 * run finds its name taken. What the gateway knows is known to the table before, and forgotten by it after: so nothing
 * is ever left there alone.
 */
export async function issueKey(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  { table, keyPrefix, gateway }: Pick<Target, 'table' | 'keyPrefix' | 'gateway'>,
  { account, name, rolledFrom }: KeyRequest,
  show: (key: NewKey) => void,
): Promise<NewKey> {
  const all = await keysOf(table, gateway ? undefined : account);
  const own = all.filter(({ customerId }) => customerId === account);
  for (const key of own.filter(({ state, name: other }) => state === 'pending' && other === name)) {
    await gateway?.remove(key.keyId);
    await removePendingKey(table, key);
  }
  if (gateway) {
    const second = clock() / 1000;
    for (const key of own.filter((each) => isRevokedOrExpired(each, second))) await gateway.remove(key.keyId);
    if (all.filter((each) => !isRevokedOrExpired(each, second)).length >= mostGatewayKeys) {
      throw new Error(
        `There are ${mostGatewayKeys} keys in this deployment, which is the most that its gateway can hold; revoke some, or deploy a copy in another account or Region.`,
      );
    }
  }
  const apiKey = makeKey(keyPrefix, randomBytes);
  const issued = await writePendingKey(table, { account, apiKey, name, created: clock(), rolledFrom });
  const key = { keyId: issued.keyId, apiKey, customerId: account };
  await gateway?.add(key.keyId, apiKey);
  show(key);
  try {
    await activateKey(table, issued, 'pending');
  } catch (error) {
    // somebody else issues a key of that name, and has taken this one for a left-over
    if (error instanceof KeyChanged) await gateway?.remove(key.keyId);
    throw error;
  }
  return key;
}

/** Whether a key admits nobody any more. */
export function isRevokedOrExpired({ state, expires }: KnownKey, second: number): boolean {
  return state === 'revoked' || (expires !== undefined && expires <= second);
}
