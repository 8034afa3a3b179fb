import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { expireKey, NoSuchKey, revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import type { Target } from '../target/target.ts';
import { isRevokedOrExpired, issueKey, type NewKey } from './issue-key.ts';

export const keptFor = { '0h': 0, '1h': 3600, '24h': 86_400, '7d': 604_800 } as const;
export type KeptFor = keyof typeof keptFor;

export interface RolledKey extends NewKey {
  readonly rolledFrom: string;
  /** When the old key ends. */
  readonly expires: string;
}

/**
 * Issues a key in the place of another, which ends when its time is over. A successor that already works while the old
 * key has no end is of a run that was killed: it is taken away, and this run begins again.
 */
export async function rollKey(
  context: Pick<Context, 'clock' | 'randomBytes'>,
  target: Pick<Target, 'table' | 'keyPrefix' | 'gateway'>,
  keyId: string,
  keep: KeptFor,
  show: (key: RolledKey) => void,
): Promise<RolledKey> {
  const { table, gateway } = target;
  const all = await keysOf(table);
  const old = all.find((key) => key.keyId === keyId);
  if (!old) throw new NoSuchKey(keyId);
  const successors = all.filter(({ rolledFrom, state }) => rolledFrom === keyId && state !== 'revoked');
  const [successor] = successors;
  // a run that was killed when it had ended the key did not come to this
  if (isRevokedOrExpired(old, context.clock() / 1000)) await gateway?.remove(keyId);
  if (old.state !== 'active') throw new Error(`The key ${keyId} is ${old.state}; issue another one.`);
  if (old.expires !== undefined) {
    const hint = successor ? ` Its successor is ${successor.keyId}; roll that one.` : '';
    throw new Error(`The key ${keyId} was rolled already and ends at ${timeOf(old.expires)}.${hint}`);
  }
  for (const unfinished of successors.filter(({ state }) => state === 'active')) {
    await revokeKey(table, unfinished.keyId);
    await gateway?.remove(unfinished.keyId);
  }
  const expires = Math.floor(context.clock() / 1000) + keptFor[keep];
  const rolled = (key: NewKey): RolledKey => ({ ...key, rolledFrom: keyId, expires: timeOf(expires) });
  const request = { account: asAccount(old.customerId), name: old.name, rolledFrom: keyId };
  const issued = await issueKey(context, target, request, (key) => show(rolled(key)));
  if (!(await expireKey(table, old, expires))) {
    throw new Error(`The key ${keyId} was changed meanwhile and does not end: see keys list, and roll it again.`);
  }
  if (keptFor[keep] === 0) {
    await revokeKey(table, keyId);
    await gateway?.remove(keyId);
  }
  return rolled(issued);
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
