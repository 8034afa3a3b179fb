import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { root } from '../../../bin/build/paths.ts';
import type { TableAddress } from '../../../shared/table/store/table.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The Node that package.json pins: the one that Lambda runs. */
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

interface Spent {
  readonly ms: number;
  readonly cpu: number;
}

/** An invocation that ended with an error. */
interface Failed {
  readonly failed?: { readonly name: string; readonly message: string };
}

export interface Seen {
  readonly load: Spent;
  readonly answers: readonly (Spent & APIGatewayProxyResult & Failed)[];
  /** Totals of the requests that were measured together. */
  readonly run: Spent;
  /** The most that the process had, in MB. */
  readonly memory: number;
  /** Loaded modules of Node's fetch, web streams and Web Crypto API. */
  readonly webApis: readonly string[];
}

/** Exactly the variables that the template and Lambda set. */
export function lambdaEnvironment({ tableName, region, endpoint }: TableAddress): Record<string, string> {
  return {
    TABLE_NAME: tableName,
    DEPLOYMENT: 'client-health-test',
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // of the same length as in Lambda, because they are sent and signed
    AWS_SESSION_TOKEN: 'x'.repeat(700),
    ...(endpoint && { DYNAMODB_ENDPOINT: endpoint }),
  };
}

interface Job {
  readonly bundle: string;
  readonly environment: Record<string, string>;
  /** Sent one after the other, each measured separately. */
  readonly events?: readonly unknown[];
  /** Sent after those. */
  readonly warming?: readonly APIGatewayProxyEvent[];
  /** Sent last and measured together; each must return 200. */
  readonly measured?: readonly APIGatewayProxyEvent[];
  /** Pins the process to the first core, if the machine supports it. */
  readonly pinned?: boolean;
}

/** Runs a bundle in a separate process, with only this environment. */
export async function runBundle(job: Job): Promise<Seen> {
  const { code, errors, seen } = await startBundle(job);
  if (!seen) throw new Error(`${job.bundle} ended with ${code}: ${errors}`);
  return seen;
}

/** The same for a bundle that may not start. */
export async function startBundle(job: Job): Promise<{ code: number | null; errors: string; seen?: Seen }> {
  const { bundle, environment, events = [], warming = [], measured = [], pinned } = job;
  const folder = temporaryFolder();
  const [jobFile, result] = [join(folder, 'job.json'), join(folder, 'result.json')];
  const texts = (list: readonly unknown[]) => list.map((event) => JSON.stringify(event));
  const work = { bundle, events: texts(events), warming: texts(warming), measured: texts(measured) };
  writeFileSync(jobFile, JSON.stringify(work));
  const words = [pinnedNode, join(import.meta.dirname, 'fresh-process.mjs'), jobFile, result];
  const [command = '', ...rest] = [...(pinned ? firstCore() : []), ...words];
  const child = spawn(command, rest, { env: environment, cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
  return { code, errors, ...(code === 0 && { seen: JSON.parse(readFileSync(result, 'utf8')) as Seen }) };
}

let pin: string[] | undefined;

function firstCore(): string[] {
  const taskset = '/usr/bin/taskset';
  pin ??= spawnSync(taskset, ['-c', '0', 'true']).status === 0 ? [taskset, '-c', '0'] : [];
  return pin;
}
