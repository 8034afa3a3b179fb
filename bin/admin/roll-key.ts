import { keysOf } from '../../shared/table/issued-keys.ts';
import { accountOf } from '../../shared/table/keys.ts';
import { expireKey, successorsOf } from '../../shared/table/rolling.ts';
import { NoSuchKey, revokeKey } from '../../shared/table/withdrawal.ts';
import type { Context } from './context.ts';
import { issueKey, type NewKey } from './issue-key.ts';
import type { Target } from './target.ts';

export const keptFor = { '0h': 0, '1h': 3600, '24h': 86_400, '7d': 604_800 } as const;
export type KeptFor = keyof typeof keptFor;

export interface RolledKey extends NewKey {
  readonly rolledFrom: string;
  /** When the old key ends. */
  readonly expires: string;
}

/**
 * Issues a key in the place of another, which ends when its time is over. A run that was killed before the old key's end
 * was set has shown its new key to nobody: the next one takes that away and begins again.
 */
export async function rollKey(
  context: Pick<Context, 'clock' | 'randomBytes'>,
  target: Pick<Target, 'table' | 'keyPrefix' | 'gateway'>,
  keyId: string,
  keep: KeptFor,
): Promise<RolledKey> {
  const { table, gateway } = target;
  const all = await keysOf(table);
  const old = all.find((key) => key.keyId === keyId);
  if (!old) throw new NoSuchKey(keyId);
  const account = accountOf(old.customerId);
  const own = all.filter((key) => key.customerId === account && key.state !== 'revoked');
  const successors = await successorsOf(table, own, keyId);
  const [successor] = successors;
  if (old.state !== 'active') throw new Error(`The key ${keyId} is ${old.state}; issue another one.`);
  if (old.expires !== undefined) {
    const hint = successor ? ` Its successor is ${successor.keyId}; roll that one.` : '';
    throw new Error(`The key ${keyId} was rolled already and ends at ${timeOf(old.expires)}.${hint}`);
  }
  for (const unseen of successors.filter(({ state }) => state === 'active')) {
    await revokeKey(table, unseen.keyId);
    await gateway?.remove(unseen.keyId);
  }
  const issued = await issueKey(context, target, account, old.name, keyId);
  const expires = Math.floor(context.clock() / 1000) + keptFor[keep];
  await expireKey(table, old, expires);
  if (keptFor[keep] === 0) {
    await revokeKey(table, keyId);
    await gateway?.remove(keyId);
  }
  return { ...issued, rolledFrom: keyId, expires: timeOf(expires) };
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
