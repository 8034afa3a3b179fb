import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { groups } from '../../shared/contract/groups.ts';
import type { Deps } from '../../shared/deps.ts';
import { openTable } from '../../shared/table/store/table.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { createAccountWithKey, type LocalAccount } from './accounts.ts';
import type { Options } from './cli/options.ts';
import { brightwater } from './demo/brightwater.ts';
import type { DemoAccount } from './demo/demo-account.ts';
import { loadDemo } from './demo/load.ts';
import { northlight } from './demo/northlight.ts';
import { loadFunctions } from './gateway/functions.ts';
import { baseUrlOf, createGateway } from './gateway/gateway.ts';
import { routesOf } from './gateway/routing.ts';
import { startJobs } from './jobs/jobs.ts';
import { type Database, openDatabase } from './store/database.ts';

export interface LocalService {
  readonly baseUrl: string;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly accounts: readonly LocalAccount[];
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions extends Pick<Options, 'port' | 'file'> {
  /** The accounts that it begins with; what is in the file already stays as it is. */
  readonly demos?: readonly DemoAccount[];
  readonly log?: Deps['log'];
  /** Hears how much of the data is there, from 0 to 1. */
  readonly onLoading?: ((share: number) => void) | undefined;
}

const heldBytes = 128 * 1024 * 1024;
const dayMs = 86_400_000;

/** The whole service on this machine: gateway, functions, table, accounts with a key each and made-up data. */
export async function startService(options: ServiceOptions): Promise<LocalService> {
  const running: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of running.splice(0).reverse()) await end();
  };
  try {
    const database = await openDatabase(options.file);
    running.push(database.stop);
    const table = openTable(database.address, 'request');
    running.push(() => table.documents.destroy());
    const deps: Deps = {
      table,
      pages: new PageStore(heldBytes),
      clock: Date.now,
      randomBytes,
      log: options.log ?? (() => undefined),
      buildId: 'local',
    };
    const server = createGateway(routesOf(groups, await loadFunctions(deps)));
    // before the data, so that a taken port is told at once; without a key nobody is answered yet
    const port = await listen(server, options.port);
    running.push(() => close(server));
    running.push(startJobs(deps, database.address));
    return {
      baseUrl: baseUrlOf(port),
      tableName: database.address.tableName,
      dynamodbEndpoint: database.address.endpoint ?? '',
      accounts: database.savedKeys?.accounts ?? (await fill(database, options)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Puts the demo into an empty table. */
async function fill(
  { address, saveAccounts: keep }: Database,
  { demos = [brightwater, northlight], onLoading = () => undefined }: ServiceOptions,
): Promise<LocalAccount[]> {
  const total = demos.reduce((sum, { profiles }) => sum + profiles().length, 0);
  const table = openTable(address, 'job');
  let loaded = 0;
  const onClients = (count: number) => {
    loaded += count;
    onLoading(loaded / total);
  };
  try {
    const today = Math.floor(Date.now() / dayMs);
    for (const demo of demos) await loadDemo(table, demo, today, onClients);
    const accounts = await Promise.all(demos.map((demo) => createAccountWithKey(table, demo)));
    keep(accounts);
    return accounts;
  } finally {
    table.documents.destroy();
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
