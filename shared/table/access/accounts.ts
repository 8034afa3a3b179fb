import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Account, accountKey, accountsRange, asAccount } from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import { sendOptions, type Table, wasRetried } from '../store/table.ts';

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

/** Returns whether this call created the account; leaves an existing one unchanged. */
export async function createAccount(table: Table, account: Account, name: string, created?: string): Promise<boolean> {
  const item: AccountItem = { name, status: 'active', keysIssued: 0, ...(created && { created }) };
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...accountKey(account), ...item },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
      sendOptions(table),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!wasRetried(error)) return false;
    // the account that is in the way may be the one that the first attempt wrote
    const stored = await readAccount(table, account);
    return stored.name === name && stored.created === created;
  }
}

export async function readAccount(table: Table, account: Account): Promise<AccountItem> {
  const item = await readItem(table, accountKey(account), { consistent: true });
  if (!item) throw new NoSuchAccount(account);
  return fromAccountItem(item);
}

/** Deletes a suspended account; fails if it has been resumed. Does nothing if there is no such account. */
export async function deleteSuspended(table: Table, account: Account): Promise<void> {
  const done = await unlessCondition(async () => {
    await table.documents.send(
      new DeleteCommand({
        TableName: table.name,
        Key: accountKey(account),
        ConditionExpression: 'attribute_not_exists(pk) OR #status = :suspended',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':suspended': 'suspended' },
      }),
      sendOptions(table),
    );
  });
  if (!done)
    throw new Error(`The account ${account} was resumed while it was being deleted. Suspend it and delete it again.`);
}

/** A part for transactions that must fail if the account does not exist. */
export function accountExists(table: Table, account: Account) {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: accountKey(account),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
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
  const done = await unlessCondition(async () => {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: accountKey(account),
        UpdateExpression: 'SET #status = :status',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      }),
      sendOptions(table),
    );
  });
  if (!done) throw new NoSuchAccount(account);
}

async function unlessCondition(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
