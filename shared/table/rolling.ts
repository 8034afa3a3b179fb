import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from './api-key.ts';
import { type Table, until } from './client.ts';
import type { IssuedKey, KnownKey } from './issued-keys.ts';
import { apiKeyKey, issuedKeyKey } from './keys.ts';
import { readBatch } from './read.ts';

// A key that is rolled has a successor, which says so from before it is active: by that a roll that was killed is found.

/** The keys among these that were issued in the place of a key. */
export async function successorsOf(table: Table, keys: readonly KnownKey[], keyId: string): Promise<KnownKey[]> {
  const items = await readBatch(
    table,
    keys.map((key) => issuedKeyKey(key.keyId)),
    { consistent: true },
  );
  const names = new Set(items.filter(({ rolledFrom }) => rolledFrom === keyId).map(({ sk }) => sk));
  return keys.filter((key) => names.has(key.keyId));
}

export async function setPredecessor(table: Table, { keyId }: IssuedKey, rolledFrom: string): Promise<void> {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: issuedKeyKey(keyId),
      UpdateExpression: 'SET rolledFrom = :from',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':from': rolledFrom },
    }),
    until(table),
  );
}

/** From that second on no request is admitted. One write to the authority alone, since requests are busy with it. */
export async function expireKey(table: Table, { hash }: Pick<IssuedKey, 'hash'>, second: number): Promise<boolean> {
  const active: ApiKey['st'] = 'active';
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyKey(hash),
        UpdateExpression: 'SET #exp = :second',
        ConditionExpression: '#st = :active AND attribute_not_exists(#exp)',
        ExpressionAttributeNames: { '#st': 'st', '#exp': 'exp' },
        ExpressionAttributeValues: { ':active': active, ':second': second },
      }),
      until(table),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
