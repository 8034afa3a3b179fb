import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/table/store/table.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { askerOf } from '../../support/service/whole-service.ts';
import { putBigAccount } from '../reads/account.ts';

// What both sides of the comparison answer with: a list of 100 clients.

const customerId = 'big-100';

/** The account with its views, and what the service answers of it in the two ways of the reference. */
export async function putList(table: Table): Promise<void> {
  await putBigAccount(table, 100);
  const ask = await askerOf(fakeDeps(table), await putKey(table, { customerId }));
  const { clients } = JSON.parse((await ask('/clients?limit=100')).body) as { clients: object[] };
  await put(table, { pk: 'BARE', sk: 'MAPS', version: 'v1', entries: clients });
  await put(table, { pk: 'BARE', sk: 'JSON', version: 'v1', entries: JSON.stringify(clients) });
}

/** A key that either side knows, with nothing counted yet. */
export async function putBothKeys(table: Table): Promise<string> {
  const apiKey = await putKey(table, { customerId });
  const hash = createHash('sha256').update(apiKey).digest('base64url');
  await put(table, { pk: `BARE#${hash}`, sk: 'KEY', st: 'active', customerId, w: {} });
  return apiKey;
}

async function put(table: Table, Item: Record<string, unknown>): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}
