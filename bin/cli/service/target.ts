import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { GatewayKeys } from '../../../account/keys/gateway-keys.ts';
import type { FileStore } from '../../../import/inbox/file-store.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import type { KeyPrefix } from '../../../shared/domain/access/api-key.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import type { UserPool } from '../../../shared/people/user-pool.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { type Table, withSignal } from '../../../shared/table/store/table.ts';
import { readNothing } from '../../../shared/table/store/warm-up.ts';
import { runningServicesFolder } from '../../build/paths.ts';
import { localAddress } from '../../local/store/table.ts';
import type { Deployment } from './deployment.ts';
import type { InboxBucket } from './inbox-bucket.ts';

/** The service that a command works on: the local one or a deployment. */
export interface Target {
  readonly table: Table;
  /** Prefix of new API keys. */
  readonly keyPrefix: KeyPrefix;
  readonly baseUrl?: string;
  /** The local service only: its accounts, each with a key. */
  /** The local service only: makes the keys of boards. */
  readonly secret?: string;
  readonly localAccounts?: readonly {
    readonly customerId: string;
    readonly apiKey: string;
    readonly name?: string | undefined;
  }[];
  /** Deployments only: the queue of its worker. */
  readonly queue?: Queue;
  /** Deployments only: the keys of its API Gateway, which rejects keys that it does not know. */
  readonly gateway?: GatewayKeys;
  /** Deployments with the account's page only: the logins of people. */
  readonly pool?: UserPool;
  /** Deployments only: who runs the command, as AWS knows it. */
  readonly operator?: () => Promise<string>;
  /** Deployments only: alarms, queues and logs. */
  readonly deployment?: Deployment;
  /** Where files arrive, if the service has an inbox. */
  readonly inbox?: FileStore;
  /** Deployments only: links, policies and notices of the inbox. */
  readonly inboxBucket?: InboxBucket;
  readonly close: () => void;
}

const serviceSchema = z.object({
  tableName: z.string(),
  dynamodbEndpoint: z.url(),
  baseUrl: z.url().optional(),
  inbox: z.string().optional(),
  accounts: z.array(z.object({ customerId: z.string(), apiKey: z.string(), name: z.string().optional() })).optional(),
  secret: z.string().optional(),
});
type RunningService = z.output<typeof serviceSchema>;
/** A service that has ended refuses at once; one on a busy machine may need some seconds. */
const answerTimeout = 10_000;

/** Opens the local service: the one on this port, or the only one that is running. */
export async function openLocalService(port?: string, folder = runningServicesFolder): Promise<Target> {
  const running = (await Promise.all((await serviceFiles(folder, port)).map(openIfRunning))).filter(
    (target) => target !== undefined,
  );
  const [first, ...others] = running;
  if (!first) {
    const where = port === undefined ? '' : ` on port ${port}`;
    throw new Error(`No local service is running${where}. Start one: npm start`);
  }
  if (others.length > 0) {
    for (const { close } of running) close();
    const ports = running.map(({ baseUrl }) => portOf(baseUrl)).sort();
    throw new Error(
      `Several local services are running, on the ports ${ports.join(', ')}. Choose one: --local ${ports[0]}`,
    );
  }
  return first;
}

async function serviceFiles(folder: string, port: string | undefined): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const wanted = port === undefined ? /^service-\d+\.json$/ : new RegExp(`^service-${port}\\.json$`);
  return names.filter((name) => wanted.test(name)).map((name) => join(folder, name));
}

/** Undefined if the service was killed and left only its file. */
async function openIfRunning(file: string): Promise<Target | undefined> {
  const service = await readFile(file, 'utf8').then(
    (text) => serviceSchema.safeParse(parsedJson(text)).data,
    () => undefined,
  );
  return service && (await open(service));
}

async function open({
  tableName,
  dynamodbEndpoint,
  baseUrl,
  accounts,
  secret,
  inbox,
}: RunningService): Promise<Target | undefined> {
  // checked without the SDK, whose retries would wait for a service that does not exist
  if (!(await listens(dynamodbEndpoint))) return undefined;
  const table = openTable(localAddress(dynamodbEndpoint, tableName));
  try {
    await readNothing(withSignal(table, AbortSignal.timeout(answerTimeout)));
  } catch {
    table.close();
    return undefined;
  }
  const optional = {
    ...(baseUrl && { baseUrl }),
    ...(accounts && { localAccounts: accounts }),
    ...(secret && { secret }),
    ...(inbox && { inbox: folderStore(inbox) }),
  };
  return { table, keyPrefix: 'svctest', ...optional, close: () => table.close() };
}

async function listens(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(answerTimeout) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function portOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).port;
}
