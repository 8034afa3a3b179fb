import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownApi } from '../../functions/account/own-api.ts';
import { makeOwnFolder } from '../../import/files/make-folder.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { groups } from '../../shared/contract/groups.ts';
import type { Deps } from '../../shared/deps.ts';
import {
  type Account,
  apiKeyHash,
  apiKeyItemKey,
  asAccount,
  issuedKeyItemKey,
} from '../../shared/table/store/item-keys.ts';
import { openRequestTable } from '../../shared/table/store/lean/table.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { openTable } from '../../shared/table/store/sdk.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import { createAccountWithKey, isBoardKey, type LocalAccount, shownAccounts } from './accounts.ts';
import type { Options } from './cli/options.ts';
import { brightwater, type DemoAccount, edgeCases, northlight } from './demo/accounts.ts';
import { loadDemo } from './demo/load.ts';
import { localAccountPages } from './front/account-pages.ts';
import { localFirstScreen } from './front/first-screen.ts';
import type { ShownAccount } from './front/front-page.ts';
import { localPages } from './front/pages.ts';
import { drainable } from './gateway/drain.ts';
import { loadFunctions } from './gateway/functions.ts';
import { baseUrlOf, createGateway } from './gateway/gateway.ts';
import { createRequestLog, type RequestRecord } from './gateway/request-log.ts';
import { routesOf } from './gateway/routing.ts';
import { importApart } from './inbox/import-apart.ts';
import { inboxLine } from './inbox/inbox-line.ts';
import { localInbox, watchInbox } from './inbox/watch-inbox.ts';
import { startJobs } from './jobs/jobs.ts';
import { localDeliveries } from './notices/deliveries.ts';
import { type Database, openDatabase } from './store/database.ts';
import { openEmptyTable } from './store/table.ts';

export interface LocalService {
  readonly baseUrl: string;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly accounts: readonly LocalAccount[];
  /** Makes the keys of boards for the CLI. */
  readonly secret?: string;
  /** The folder of the inboxes. */
  readonly inbox?: string;
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions extends Pick<Options, 'port' | 'file' | 'inbox'> {
  /** The accounts to load; an existing file keeps its data. */
  readonly demos?: readonly DemoAccount[];
  /** Files of the pages of accounts go into a folder that ends with the service, unless an inbox is named. */
  readonly temporaryInbox?: boolean;
  readonly log?: Deps['log'];
  /** Receives the share of the data loaded so far, from 0 to 1. */
  readonly onLoading?: ((share: number) => void) | undefined;
  /** Receives a line for each run of an inbox. */
  readonly onInbox?: ((line: string) => void) | undefined;
  /** Receives a record of each request after its response. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
}

/** Requests in progress may take this long after a stop. */
const drainTimeout = 10_000;
const tableDeadline = 20_000;
const timeouts = { connecting: 3000, responding: 10_000 };
const heldBytes = 128 * 1024 * 1024;
const dayMs = 86_400_000;

/** Starts the whole service on this machine: gateway, functions, jobs, table, demo accounts with a key each. */
export async function startService(options: ServiceOptions): Promise<LocalService> {
  const running: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of running.splice(0).reverse()) await end();
  };
  try {
    const database = await openDatabase(options.file);
    running.push(database.stop);
    // the short timeouts of requests suit DynamoDB, but not an engine that shares a busy machine
    const requestTable = openRequestTable(database.address, { clock: Date.now, timeouts });
    const keys = openTable(database.address);
    running.push(requestTable.close, keys.close);
    const log = options.log ?? (() => undefined);
    const requests = options.onRequest && createRequestLog(keyNames(keys), options.onRequest);
    const deps: Deps = {
      table: { ...requestTable, ...(requests && { onConsumed: requests.onConsumed }) },
      // one process does the work of all containers, so that each request takes longer
      tableDeadline,
      pages: new PageCache(heldBytes),
      clock: Date.now,
      randomBytes,
      log: (record) => {
        requests?.log(record);
        log(record);
      },
      buildId: 'local',
    };
    let accounts: readonly LocalAccount[] | undefined;
    let port = 0;
    const shown = async () => accounts && shownAccounts(keys, accounts);
    const apiOf = ({ customerId }: ShownAccount) => ownApi(deps, asAccount(customerId));
    const firstScreen = localFirstScreen({
      apiOf,
      versionOf: async (customerId) => {
        const root = await readRoot(keys, asAccount(customerId), { consistent: true });
        return root?.live ? root.version : undefined;
      },
    });
    const pages = localPages(shown, {
      keepsData: options.file !== undefined,
      firstScreen,
    });
    const inbox = options.inbox ?? (options.temporaryInbox ? await temporaryInbox(running) : undefined);
    // a folder that cannot be made would fail every second
    if (inbox !== undefined) await makeOwnFolder(join(inbox, 'in'));
    const mails = join(inbox ?? tmpdir(), 'mails');
    const deliveries = localDeliveries({ table: keys, mails, log });
    running.push(deliveries.stop);
    const pageOf = (account: string) => `${new URL(baseUrlOf(port)).origin}/accounts/${account}`;
    const notices = { ...deliveries, pageOf };
    const { jobs, scoreToday, stop: stopJobs } = startJobs({ ...deps, notices }, database.address);
    running.push(stopJobs);
    const accountPages = localAccountPages({
      table: keys,
      inbox,
      apiUrl: () => baseUrlOf(port),
      accountNamed: async (id) => {
        const account = (await shown())?.find(({ customerId }) => customerId === id);
        return account && { name: account.name, api: apiOf(account) };
      },
      isBoardKey: (account, keyId) => isBoardKey(database.secret, account, keyId),
      ask: jobs.queue.send,
      notices: { ...notices, mails },
      log,
    });
    const server = createGateway(routesOf(groups, await loadFunctions(deps)), {
      pages: (request) => accountPages(request) ?? (request.method === 'GET' ? pages(request) : undefined),
      // a revoked key is deleted there
      knowsKey: async (apiKey) =>
        ((await readItem(keys, apiKeyItemKey(apiKeyHash(apiKey))))?.st ?? 'revoked') !== 'revoked',
      ...requests,
    });
    const drain = drainable(server);
    // before the data is loaded, so that a port in use is reported at once; without a key no request is admitted yet
    port = await listen(server, options.port);
    running.push(() => drain(drainTimeout));
    // data of an earlier start may have missed midnight
    if (database.savedKeys) scoreToday();
    accounts = database.savedKeys?.accounts ?? (await fill(database, options));
    if (inbox !== undefined) {
      const { onInbox = () => undefined } = options;
      const failed = (account: string, error: unknown) =>
        onInbox(`inbox ${account}: ${error instanceof Error ? error.message : error}. It is tried again.`);
      const told = { ask: jobs.queue.send, onReport: (report: RunReport) => onInbox(inboxLine(report)) };
      const inboxes = localInbox(inbox, { table: keys, clock: Date.now, randomBytes, ...told });
      const work = (account: Account) => importApart({ folder: inbox, address: database.address, account }, told);
      running.push(watchInbox(inbox, inboxes, work, failed).stop);
    }
    return {
      baseUrl: baseUrlOf(port),
      tableName: database.address.tableName,
      dynamodbEndpoint: database.address.endpoint ?? '',
      accounts,
      secret: database.secret,
      ...(inbox !== undefined && { inbox: resolve(inbox) }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Only its owner can read it. */
async function temporaryInbox(running: (() => unknown)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-health-inbox-'));
  running.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Loads the demo accounts into an empty table. */
async function fill(
  { address, saveAccounts: keep }: Database,
  { demos = [brightwater, northlight, edgeCases], onLoading = () => undefined }: ServiceOptions,
): Promise<LocalAccount[]> {
  const [table, empty] = [openTable(address), openEmptyTable(address)];
  try {
    const today = Math.floor(Date.now() / dayMs);
    const shares = demos.map(() => 0);
    const loading = demos.map((demo, at) =>
      loadDemo(empty, demo, today, (share) => {
        shares[at] = share / demos.length;
        onLoading(shares.reduce((sum, each) => sum + each, 0));
      }),
    );
    await Promise.all(loading);
    const accounts = await Promise.all(demos.map((demo) => createAccountWithKey(table, demo)));
    keep(accounts);
    return accounts;
  } finally {
    empty.close();
    table.close();
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}

/** Looks up the names of keys; a key keeps its name for ever. */
function keyNames(table: Table): (keyId: string) => Promise<string | undefined> {
  const known = new Map<string, string>();
  return async (keyId) => {
    const name = known.get(keyId) ?? (await readItem(table, issuedKeyItemKey(keyId)))?.name;
    if (typeof name !== 'string') return undefined;
    known.set(keyId, name);
    return name;
  };
}
