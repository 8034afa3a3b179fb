import {
  type Account,
  accountKey,
  asAccount,
  deletedAccountKey,
  deletedAccountsRange,
  rootKey,
} from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import type { Part, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { putAll } from '../store/write.ts';

// A deleted account leaves an item with its id until the id is created again. It is written in the transaction that
// deletes the account, before its data: from then on nothing can be issued, imported or published for the id.

export interface DeletedAccount {
  readonly customerId: Account;
  /** When it was deleted, ISO 8601. */
  readonly at: string;
  /** When its clients were gone from its lists, ISO 8601: a worker that starts later finds nothing to write. */
  readonly emptied?: string;
  /** False if the deletion of its data is under way or was interrupted. */
  readonly isComplete: boolean;
}

/**
 * Milliseconds, after its lists were emptied, after which nothing of a deleted account is written any more: the timeout of the worker, and the age at
 * which AWS refuses a signed request. The lease of a writer's lock is shorter.
 */
export const lateWritesEnd = 5 * 60_000;

export class AccountDeleted extends Error {
  override name = 'AccountDeleted' as const;
  readonly deleted: DeletedAccount;

  constructor(deleted: DeletedAccount) {
    super(`The account ${deleted.customerId} was deleted at ${deleted.at}.`);
    this.deleted = deleted;
  }
}

export async function deletedAccount(table: Table, account: Account): Promise<DeletedAccount | undefined> {
  const item = await readItem(table, deletedAccountKey(account), { consistent: true });
  return item && fromItem(item);
}

export async function listDeletedAccounts(table: Table): Promise<DeletedAccount[]> {
  return (await readRange(table, deletedAccountsRange(), { consistent: true })).map(fromItem);
}

/** Deletes the account itself, for good. Its data follows. */
export async function markDeleted(table: Table, account: Account, now: number): Promise<DeletedAccount> {
  const deleted = { customerId: account, at: new Date(now).toISOString(), isComplete: false };
  await transact(table, [
    { put: { item: itemOf(deleted) } },
    { delete: { key: accountKey(account) } },
    // a worker that is still running cannot publish any more
    { delete: { key: rootKey(account) } },
  ]);
  return deleted;
}

export function recordEmptied(table: Table, deleted: DeletedAccount, now: number): Promise<DeletedAccount> {
  return record(table, { ...deleted, emptied: new Date(now).toISOString() });
}

/** Records that the data of the account is deleted. */
export function completeDeletion(table: Table, deleted: DeletedAccount): Promise<DeletedAccount> {
  return record(table, { ...deleted, isComplete: true });
}

/** Under the lock of the account, so nothing else replaces the item. */
async function record(table: Table, deleted: DeletedAccount): Promise<DeletedAccount> {
  await putAll(table, [itemOf(deleted)]);
  return deleted;
}

function itemOf({ customerId, ...rest }: DeletedAccount): Item {
  return { ...deletedAccountKey(customerId), ...rest };
}

/** A part of the transaction that creates an account: its id was not deleted, or only by this deletion. */
export function notDeletedBut(account: Account, known: DeletedAccount | undefined): Part {
  const key = deletedAccountKey(account);
  if (!known) return { check: { key, condition: 'attribute_not_exists(pk)' } };
  return { delete: { key, condition: '#at = :at', names: { '#at': 'at' }, values: { ':at': known.at } } };
}

function fromItem({ sk, at, emptied, isComplete }: Item): DeletedAccount {
  return {
    customerId: asAccount(sk),
    at: String(at),
    ...(emptied !== undefined && { emptied: String(emptied) }),
    isComplete: isComplete === true,
  };
}
