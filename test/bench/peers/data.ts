import type { Table } from '../../../shared/table/store/table.ts';
import { putAll, putItem } from '../../../shared/table/store/write.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { type Ask, askerOf } from '../../support/service/whole-service.ts';
import type { BigAccount } from '../reads/account.ts';
import { clientKey, keyOf, overviewKey, pageKey, perPage, wholeListKey } from './stored.ts';

// The answers of the service, stored once more in the formats of the handlers that it is compared with.

interface Entry {
  readonly id: string;
}

const version = 'v1';

/** Stores the data of an account for all handlers. */
export async function putForPeers(table: Table, { account, clientId }: BigAccount): Promise<void> {
  const ask = await askerOf(fakeDeps(table), await putKey(table, { customerId: account }));
  const clients = await wholeList(ask);
  const total = clients.length;
  const pages = Array.from({ length: Math.ceil(total / perPage) }, (_, page) => ({
    ...pageKey(page),
    version,
    total,
    text: JSON.stringify(clients.slice(page * perPage, (page + 1) * perPage)),
  }));
  await putAll(table, [
    ...pages,
    { ...wholeListKey, version, text: JSON.stringify(clients) },
    { ...clientKey(clientId), version, text: (await ask(`/clients/${clientId}`)).body },
    { ...overviewKey, version, text: (await ask('/clients/statistics/overview')).body },
  ]);
}

async function wholeList(ask: Ask): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let total = 1; entries.length < total; ) {
    const { body } = await ask(`/clients?limit=500&offset=${entries.length}`);
    const page = JSON.parse(body) as { clients: Entry[]; total: number };
    entries.push(...page.clients);
    total = page.total;
  }
  return entries;
}

/** A new key that the service and all handlers accept, with nothing counted yet. */
export async function putKeyForAll(table: Table, customerId: string): Promise<string> {
  const apiKey = await putKey(table, { customerId });
  await putItem(table, { item: { ...keyOf(apiKey), st: 'active', customerId, w: {} } });
  return apiKey;
}
