import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { groups } from '../../shared/contract/groups.ts';
import type { Deps } from '../../shared/deps.ts';
import { makeKey } from '../../shared/domain/api-key.ts';
import { createAccount } from '../../shared/table/accounts.ts';
import { openTable, type Table } from '../../shared/table/client.ts';
import { activateKey, writePendingKey } from '../../shared/table/issued-keys.ts';
import { accountOf } from '../../shared/table/keys.ts';
import { PageStore } from '../../shared/table/views/page-store.ts';
import { startDynamoDb } from './embedded-dynamodb.ts';
import { loadFunctions } from './functions.ts';
import { baseUrlOf, createGateway } from './gateway.ts';
import { routesOf } from './routing.ts';
import { createTable, localAddress } from './table.ts';

const heldBytes = 128 * 1024 * 1024;

export interface LocalAccount {
  readonly customerId: string;
  readonly name: string;
  readonly apiKey: string;
}

export interface LocalService {
  readonly baseUrl: string;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly accounts: readonly LocalAccount[];
  readonly stop: () => Promise<void>;
}

const demoAccounts = [
  { customerId: 'brightwater', name: 'Brightwater Agency' },
  { customerId: 'northlight', name: 'Northlight Partners' },
];

/** The whole service on this machine: gateway, functions, embedded table, accounts with a key each. */
export async function startService(options: { port: number; log?: Deps['log'] }): Promise<LocalService> {
  const engine = await startDynamoDb();
  try {
    const address = localAddress(engine.endpoint, `client-health-${randomUUID().slice(0, 8)}`);
    await createTable(address);
    const table = openTable(address, 'request');
    const deps: Deps = {
      table,
      pages: new PageStore(heldBytes),
      clock: Date.now,
      randomBytes,
      log: options.log ?? (() => undefined),
      buildId: 'local',
    };
    const server = createGateway(routesOf(groups, await loadFunctions(deps)));
    const port = await listen(server, options.port);
    return {
      baseUrl: baseUrlOf(port),
      tableName: address.tableName,
      dynamodbEndpoint: engine.endpoint,
      accounts: await Promise.all(demoAccounts.map((account) => openAccount(table, account))),
      stop: async () => {
        server.close();
        server.closeAllConnections();
        table.documents.destroy();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

async function openAccount(
  table: Table,
  { customerId, name }: { customerId: string; name: string },
): Promise<LocalAccount> {
  const account = accountOf(customerId);
  const apiKey = makeKey('svctest', randomBytes);
  await createAccount(table, account, name);
  const issued = await writePendingKey(table, account, apiKey, 'local', new Date().toISOString());
  await activateKey(table, issued, 'pending');
  return { customerId, name, apiKey };
}
