import { randomBytes } from 'node:crypto';
import { makeKey } from '../../shared/domain/access/api-key.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { activateKey, writePendingKey } from '../../shared/table/access/issue-key.ts';
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
