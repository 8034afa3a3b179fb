import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { groups } from '../../shared/contract/groups.ts';
import type { Deps } from '../../shared/deps.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { suspendAccount } from '../../shared/table/access/suspend-account.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { openTable } from '../../shared/table/store/sdk.ts';
import type { TableAddress } from '../../shared/table/store/table.ts';
import { answerRequests, type ErrorRequest, type Examples, errorRequests } from '../build/openapi/example-requests.ts';
import { createAccountWithKey } from './accounts.ts';
import { northlight } from './demo/accounts.ts';
import { loadDemo } from './demo/load.ts';
import { loadFunctions } from './gateway/functions.ts';
import { baseUrlOf, createGateway } from './gateway/gateway.ts';
import { routesOf } from './gateway/routing.ts';

const today = '2026-11-20';
const noon = Date.parse(`${today}T12:00:43Z`);
const limitPerMinute = 100;

/** Loads the demo account into an empty table and asks the service for every example. */
export async function collectExamples(address: TableAddress): Promise<Examples> {
  const table = openTable(address);
  const broken = openTable({ ...address, tableName: 'missing-table' });
  const [service, failing] = await Promise.all([serve({ ...deps, table }), serve({ ...deps, table: broken })]);
  try {
    await loadDemo(table, northlight, dayOf(today));
    const { apiKey } = await createAccountWithKey(table, northlight);
    const busy = await createAccountWithKey(table, { customerId: 'busy', name: 'Busy' });
    const suspended = await createAccountWithKey(table, { customerId: 'suspended', name: 'Suspended' });
    await suspendAccount(table, asAccount(suspended.customerId));
    const asUsual = { baseUrl: service.baseUrl, apiKey };
    const callers: Record<ErrorRequest['caller'], Caller> = {
      usual: asUsual,
      withoutKey: { ...asUsual, apiKey: undefined },
      suspended: { ...asUsual, apiKey: suspended.apiKey },
      busy: { ...asUsual, apiKey: busy.apiKey },
      unlucky: { ...asUsual, baseUrl: failing.baseUrl },
    };
    for (let used = 0; used < limitPerMinute; used += 1) await ask(callers.busy, '/topics', 200);

    const answers: Record<string, unknown> = {};
    for (const [id, path] of answerRequests) answers[id] = await ask(asUsual, path, 200);
    const errors: Record<number, Record<string, { summary: string; value: unknown }>> = {};
    for (const { status, name, summary, path, caller } of errorRequests) {
      errors[status] = { ...errors[status], [name]: { summary, value: await ask(callers[caller], path, status) } };
    }
    return { answers, errors };
  } finally {
    await Promise.all([service.stop(), failing.stop()]);
    table.close();
    broken.close();
  }
}

const deps: Omit<Deps, 'table'> = {
  pages: new PageCache(16 * 1024 * 1024),
  clock: () => noon,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  log: () => undefined,
  buildId: 'example',
  // nobody waits for these answers, and a busy machine needs seconds for one
  tableDeadline: 60_000,
};

async function serve(deps: Deps): Promise<{ readonly baseUrl: string; readonly stop: () => Promise<void> }> {
  const server = createGateway(routesOf(groups, await loadFunctions(deps)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: baseUrlOf((server.address() as AddressInfo).port), stop };
}

interface Caller {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

async function ask({ baseUrl, apiKey }: Caller, path: string, expected: number): Promise<unknown> {
  const response = await fetch(`${baseUrl}${path}`, { headers: apiKey === undefined ? {} : { 'X-API-Key': apiKey } });
  const body = await response.text();
  if (response.status !== expected) throw new Error(`${path} gave ${response.status} instead of ${expected}: ${body}`);
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(body) : body;
}
