import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Table, until } from './client.ts';
import { type Account, accountKey } from './keys.ts';

export interface AccountItem {
  readonly name: string;
  readonly status: 'active' | 'suspended';
}

/** Creates the account; leaves one that exists as it is. */
export async function createAccount(table: Table, account: Account, name: string): Promise<void> {
  const item: AccountItem = { name, status: 'active' };
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...accountKey(account), ...item },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
      until(table),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
  }
}
