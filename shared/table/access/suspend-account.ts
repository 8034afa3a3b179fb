import type { Account } from '../store/item-keys.ts';
import type { Table } from '../store/table.ts';
import { setAccountStatus } from './accounts.ts';
import { activateKey, KeyChanged } from './issue-key.ts';
import { type IssuedKey, keysOf } from './issued-keys.ts';
import { suspendKey } from './revoke-key.ts';

// Both commands can be interrupted and repeated, and can run concurrently with each other and with issuing and
// revoking: a key becomes active only in a transaction that checks its account, and a revoked key never becomes active
// again.

/** Returns the keys that are suspended afterwards. */
export async function suspendAccount(table: Table, account: Account): Promise<IssuedKey[]> {
  await setAccountStatus(table, account, 'suspended');
  // from now on no other key can become active
  const suspended: IssuedKey[] = [];
  for (const key of await keysOf(table, account)) {
    if ((await suspendKey(table, key)) === 'suspended') suspended.push(key);
  }
  return suspended;
}

/** Returns the keys that it activated again. */
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
