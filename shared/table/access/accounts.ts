import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Account, accountKey, accountsRange, asAccount } from '../store/item-keys.ts';
import { readItem, readRange } from '../store/read.ts';
import { sendOptions, type Table, wasRetried } from '../store/table.ts';

export interface AccountItem {
  readonly name: string;
  readonly status: 'active' | 'suspended';
  /** Changes with every key that is written, so that two at once cannot both be the last that is allowed. */
  readonly keysIssued?: number;
  /** Nobody expects of it the nights before. */
  readonly created?: string;
}

export interface KnownAccount extends AccountItem {
  readonly customerId: Account;
}

export class NoSuchAccount extends Error {
  override name = 'NoSuchAccount' as const;

  constructor(account: Account) {
    super(`There is no account ${account}.`);
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
  return item as unknown as AccountItem;
}

/** Not when somebody has resumed it meanwhile. One that is gone stays gone. */
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
    throw new Error(`Somebody has resumed the account ${account} meanwhile; suspend it, then delete it again.`);
}

/** For a transaction: nothing of it is done where the account is gone. */
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
  return items.map(({ pk: _, sk, ...item }) => ({ customerId: asAccount(sk), ...(item as unknown as AccountItem) }));
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
