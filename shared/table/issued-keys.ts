import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { keyIdOf } from '../domain/api-key.ts';
import type { ApiKey } from './api-key.ts';
import { type Table, until } from './client.ts';
import { type Account, accountKey, apiKeyKey, hashOf, issuedKeyKey } from './keys.ts';

/** What people see of a key. The secret itself is nowhere: the table holds its hash. */
export interface IssuedKey {
  readonly keyId: string;
  readonly hash: string;
  readonly customerId: string;
  readonly name: string;
  readonly created: string;
  readonly lastFour: string;
  readonly state: ApiKey['st'];
}

/** Writes both items of a new key. It authenticates nobody until it is activated. */
export async function writePendingKey(table: Table, account: Account, apiKey: string, name: string, created: string) {
  const keyId = keyIdOf(apiKey);
  const hash = hashOf(apiKey);
  const state = 'pending';
  const authority: ApiKey = { st: state, customerId: account, keyId, w: {} };
  const issued: IssuedKey = { keyId, hash, customerId: account, name, created, lastFour: apiKey.slice(-4), state };
  const put = (item: object) => ({
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  await table.documents.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ ...apiKeyKey(hash), v: 1, ...authority }),
        put({ ...issuedKeyKey(keyId), v: 1, ...issued }),
      ],
    }),
    until(table),
  );
  return issued;
}

/** The only way a key becomes active: together with the proof that its account is. */
export async function activateKey(
  table: Table,
  { customerId, hash, keyId }: IssuedKey,
  from: ApiKey['st'],
): Promise<void> {
  const activate = (Key: object, attribute: 'st' | 'state') => ({
    Update: {
      TableName: table.name,
      Key,
      UpdateExpression: 'SET #state = :active',
      ConditionExpression: '#state = :from',
      ExpressionAttributeNames: { '#state': attribute },
      ExpressionAttributeValues: { ':active': 'active', ':from': from },
    },
  });
  const accountIsActive = {
    ConditionCheck: {
      TableName: table.name,
      Key: accountKey(customerId as Account),
      ConditionExpression: '#status = :active',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':active': 'active' },
    },
  };
  await table.documents.send(
    new TransactWriteCommand({
      TransactItems: [accountIsActive, activate(apiKeyKey(hash), 'st'), activate(issuedKeyKey(keyId), 'state')],
    }),
    until(table),
  );
}
