import type { Account } from '../store/item-keys.ts';
import type { Table } from '../store/table.ts';
import { setAccountStatus } from './accounts.ts';
import { activateKey, KeyChanged } from './issue-key.ts';
import { type IssuedKey, keysOf } from './issued-keys.ts';
import { suspendKey } from './revoke-key.ts';

// Both may be killed anywhere and run again, and may race with each other, with issues and with revocations: a key
// becomes active only in a transaction that finds its account active, and a revoked key is in no state to come back.

/** Returns the keys that are suspended now. */
export async function suspendAccount(table: Table, account: Account): Promise<IssuedKey[]> {
  await setAccountStatus(table, account, 'suspended');
  // from here on no key becomes active that this list does not hold
  const suspended: IssuedKey[] = [];
  for (const key of await keysOf(table, account)) {
    if ((await suspendKey(table, key)) === 'suspended') suspended.push(key);
  }
  return suspended;
}

/** Returns the keys that it gave back. */
export async function resumeAccount(table: Table, account: Account): Promise<IssuedKey[]> {
  await setAccountStatus(table, account, 'active');
  const resumed: IssuedKey[] = [];
  for (const key of await keysOf(table, account)) {
    if (key.state === 'suspended' && (await becomesActive(table, key))) resumed.push(key);
  }
  return resumed;
}

async function becomesActive(table: Table, key: IssuedKey): Promise<boolean> {
  try {
    await activateKey(table, key, 'suspended');
    return true;
  } catch (error) {
    if (error instanceof KeyChanged) return false;
    throw error;
  }
}
