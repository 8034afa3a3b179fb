import { type IssuedKey, keysOf } from '../../shared/table/access/issued-keys.ts';
import { expireKey, NoSuchKey, revokeKey } from '../../shared/table/access/revoke-key.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import { type IssuingEffects, type IssuingPlace, isRevokedOrExpired, issueKey, type NewKey } from './issue-key.ts';

export const keepSeconds = { '0h': 0, '1h': 3600, '24h': 86_400, '7d': 604_800 } as const;
export type KeepTime = keyof typeof keepSeconds;

export interface RolledKey extends NewKey {
  readonly rolledFrom: string;
  /** When the old key expires. */
  readonly expires: string;
}

/**
 * Issues a successor of a key and sets the expiry of the old key. If the old key has an active successor but no expiry,
 * a previous run was killed: this run revokes that successor and starts over.
 */
export async function rollKey(
  effects: IssuingEffects,
  place: IssuingPlace,
  keyId: string,
  keep: KeepTime,
  show: (key: RolledKey) => void | Promise<void>,
  /** Of the key, if it is known: then only the keys of this account are read. */
  account?: Account,
): Promise<RolledKey> {
  const { table, gateway } = place;
  const all = await keysOf(table, account);
  const old = all.find((key) => key.keyId === keyId);
  if (!old) throw new NoSuchKey(keyId);
  const successors = all.filter(({ rolledFrom, state }) => rolledFrom === keyId && state !== 'revoked');
  const [successor] = successors;
  // a previous run may have been killed after the key expired and before this step
  if (isRevokedOrExpired(old, effects.clock() / 1000)) await gateway?.remove(old);
  if (old.state !== 'active') throw new Error(refusalOf(old));
  if (old.expires !== undefined) {
    const hint = successor ? ` Its successor is ${successor.keyId}; roll that key instead.` : '';
    throw new Error(`The key ${keyId} has already been rolled and expires at ${timeOf(old.expires)}.${hint}`);
  }
  for (const unfinished of successors.filter(({ state }) => state === 'active')) {
    await revokeKey(table, unfinished.keyId);
    await gateway?.remove(unfinished);
  }
  const expires = Math.floor(effects.clock() / 1000) + keepSeconds[keep];
  const rolled = (key: NewKey): RolledKey => ({ ...key, rolledFrom: keyId, expires: timeOf(expires) });
  const request = { account: asAccount(old.customerId), name: old.name, rolledFrom: keyId };
  const issued = await issueKey(effects, place, request, (key) => show(rolled(key)));
  if (!(await expireKey(table, old, expires))) {
    throw new Error(
      `Another command changed the key ${keyId}, so it was not set to expire. Check keys list, then roll it again.`,
    );
  }
  if (keepSeconds[keep] === 0) {
    await revokeKey(table, keyId);
    await gateway?.remove(old);
  }
  return rolled(issued);
}

function refusalOf({ keyId, state, customerId }: IssuedKey): string {
  return state === 'suspended'
    ? `The key ${keyId} is suspended with its account, so it cannot be rolled. First run: accounts resume --account ${customerId}`
    : `The key ${keyId} is ${state}, so it cannot be rolled. Issue a new one.`;
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
