import { type Account, accountKey, accountsRange, asAccount } from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { ifConditionHolds, updateItem } from '../store/write.ts';
import { newRootItem } from '../views/root/root.ts';
import { AccountDeleted, type DeletedAccount, deletedAccount, notDeletedBut } from './deleted-accounts.ts';

/** Account items have no version: they were written without one from the start. */
export interface AccountItem {
  readonly name: string;
  readonly status: 'active' | 'suspended';
  /** Incremented with every issued key, so that two concurrent commands cannot both issue the last allowed key. */
  readonly keysIssued?: number;
  /** The date of creation; nights before it are not expected. */
  readonly created?: string;
}

export interface KnownAccount extends AccountItem {
  readonly customerId: Account;
}

export class NoSuchAccount extends Error {
  override name = 'NoSuchAccount' as const;
  readonly account: Account;

  constructor(account: Account) {
    super(`There is no account ${account}.`);
    this.account = account;
  }
}

/** For `catch`, where no account is as good as one. */
export function ignoreMissingAccount(error: unknown): undefined {
  if (!(error instanceof NoSuchAccount)) throw error;
}

/**
 * Creates the account with its root, which every publication replaces. Returns whether this call created it; leaves an
 * existing one unchanged. Throws `AccountDeleted` if the id was deleted, unless the caller has completed this deletion.
 */
export async function createAccount(
  table: Table,
  account: Account,
  name: string,
  created?: string,
  completed?: DeletedAccount,
): Promise<boolean> {
  const item: AccountItem = { name, status: 'active', keysIssued: 0, ...(created && { created }) };
  const failed = await transact(table, [
    { put: { item: { ...accountKey(account), ...item }, condition: 'attribute_not_exists(pk)' } },
    notDeletedBut(account, completed),
    { put: { item: newRootItem(account) } },
  ]);
  if (failed.length === 0) return true;
  const deleted = failed.includes(0) ? undefined : await deletedAccount(table, account);
  if (deleted) throw new AccountDeleted(deleted);
  return false;
}

export async function readAccount(table: Table, account: Account): Promise<AccountItem> {
  const item = await readItem(table, accountKey(account), { consistent: true });
  if (!item) throw new NoSuchAccount(account);
  return fromAccountItem(item);
}

export async function listAccounts(table: Table): Promise<KnownAccount[]> {
  const items = await readRange(table, accountsRange(), { consistent: true });
  return items.map((item) => ({ customerId: asAccount(item.sk), ...fromAccountItem(item) }));
}

function fromAccountItem({ name, status, keysIssued, created }: Item): AccountItem {
  return {
    name: String(name),
    status: status as AccountItem['status'],
    ...(keysIssued !== undefined && { keysIssued: Number(keysIssued) }),
    ...(created !== undefined && { created: String(created) }),
  };
}

export async function setAccountStatus(table: Table, account: Account, status: AccountItem['status']): Promise<void> {
  const done = await ifConditionHolds(
    updateItem(table, {
      key: accountKey(account),
      update: 'SET #status = :status',
      condition: 'attribute_exists(pk)',
      names: { '#status': 'status' },
      values: { ':status': status },
    }),
  );
  if (!done) throw new NoSuchAccount(account);
}

/** Whether the account is active, for a worker, which may ask nothing else of it. */
export async function isActive(table: Table, account: Account): Promise<boolean> {
  const condition = '#status = :active';
  const values = { ':active': 'active' satisfies AccountItem['status'] };
  const check = { key: accountKey(account), names: { '#status': 'status' }, condition, values };
  return (await transact(table, [{ check }])).length === 0;
}
