import { makeKey } from '../../shared/domain/api-key.ts';
import { activateKey, keysOf, removePendingKey, writePendingKey } from '../../shared/table/issued-keys.ts';
import type { Account } from '../../shared/table/keys.ts';
import type { Context } from './context.ts';
import type { Target } from './target.ts';

export interface NewKey {
  readonly keyId: string;
  /** The secret. It is nowhere else. */
  readonly apiKey: string;
  readonly customerId: string;
}

/** Killed anywhere it leaves at most a pending key, which authenticates nobody and which the next run takes away. */
export async function issueKey(
  { clock, randomBytes }: Context,
  { table, keyPrefix }: Target,
  account: Account,
  name: string,
): Promise<NewKey> {
  const left = (await keysOf(table, account)).filter((key) => key.state === 'pending' && key.name === name);
  for (const key of left) await removePendingKey(table, key);
  const apiKey = makeKey(keyPrefix, randomBytes);
  const issued = await writePendingKey(table, account, apiKey, name, new Date(clock()).toISOString());
  await activateKey(table, issued, 'pending');
  return { keyId: issued.keyId, apiKey, customerId: account };
}
