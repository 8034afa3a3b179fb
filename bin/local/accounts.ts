import { createHash, randomBytes } from 'node:crypto';
import { keyIdOf, makeKey } from '../../shared/domain/access/api-key.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { activateKey, writePendingKey } from '../../shared/table/access/issue-key.ts';
import { keysOf } from '../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';

export interface LocalAccount {
  readonly customerId: string;
  readonly name: string;
  readonly apiKey: string;
}

/** Creates an account and an active API key. */
export async function createAccountWithKey(
  table: Table,
  { customerId, name }: Omit<LocalAccount, 'apiKey'>,
): Promise<LocalAccount> {
  const account = asAccount(customerId);
  const apiKey = makeKey('svctest', randomBytes);
  await createAccount(table, account, name);
  const issued = await writePendingKey(table, { account, apiKey, name: 'local', created: Date.now() });
  await activateKey(table, issued, 'pending');
  return { customerId, name, apiKey };
}

/**
 * A second key of the account, for the boards of the local service, issued when it is first needed. It follows from the
 * account's key, so that a service that is started again on the same data finds the same one.
 */
export async function boardKeyOf(table: Table, { customerId, apiKey: known }: LocalAccount): Promise<string> {
  let count = 0;
  const bytes = () => createHash('sha256').update(`board ${count++} ${known}`).digest();
  const apiKey = makeKey('svctest', bytes);
  const account = asAccount(customerId);
  const issued = (await keysOf(table, account)).find(({ keyId }) => keyId === keyIdOf(apiKey));
  if (issued?.state === 'active') return apiKey;
  const pending = issued ?? (await writePendingKey(table, { account, apiKey, name: 'boards', created: Date.now() }));
  await activateKey(table, pending, 'pending');
  return apiKey;
}
