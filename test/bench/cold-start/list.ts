import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/table/store/table.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { askerOf } from '../../support/service/whole-service.ts';
import { putBigAccount } from '../reads/account.ts';

// The data that both sides of the comparison return: a list of 100 clients.

const customerId = 'big-100';

/** Stores the account with its views, and the same clients in the two formats of the reference. */
export async function putList(table: Table): Promise<void> {
  await putBigAccount(table, 100);
  const ask = await askerOf(fakeDeps(table), await putKey(table, { customerId }));
  const { clients } = JSON.parse((await ask('/clients?limit=100')).body) as { clients: object[] };
  await put(table, { pk: 'BARE', sk: 'MAPS', version: 'v1', entries: clients });
  await put(table, { pk: 'BARE', sk: 'JSON', version: 'v1', entries: JSON.stringify(clients) });
}

/** A new key that both sides accept, with nothing counted yet. */
export async function putBothKeys(table: Table): Promise<string> {
  const apiKey = await putKey(table, { customerId });
  const hash = createHash('sha256').update(apiKey).digest('base64url');
  await put(table, { pk: `BARE#${hash}`, sk: 'KEY', st: 'active', customerId, w: {} });
  return apiKey;
}

async function put(table: Table, Item: Record<string, unknown>): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}
