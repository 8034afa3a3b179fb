import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Table, until } from './client.ts';
import { keyOfNothing } from './keys.ts';

/** A read that finds nothing, of a key that a function may read and that cannot exist. */
export async function readNothing(table: Table): Promise<void> {
  await table.documents.send(new GetCommand({ TableName: table.name, Key: keyOfNothing }), until(table));
}
