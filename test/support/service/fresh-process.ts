import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { root } from '../../../bin/paths.ts';
import type { TableAddress } from '../../../shared/table/store/table.ts';

/** The Node that package.json pins: the one that Lambda runs. */
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

/** An invocation that ended with an error. */
interface Failed {
  readonly failed?: { readonly name: string; readonly message: string };
}

interface Seen {
  readonly loadMs: number;
  readonly answers: readonly (APIGatewayProxyResult & Failed)[];
  /** Loaded modules of Node's fetch, web streams and Web Crypto API. */
  readonly webApis: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
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
  /** Sent one after the other. */
  readonly events?: readonly unknown[];
}

/** Runs a bundle in a separate process, with only this environment. */
export async function runBundle(job: Job): Promise<Seen> {
  const { code, errors, seen } = await startBundle(job);
  if (!seen) throw new Error(`${job.bundle} ended with ${code}: ${errors}`);
  return seen;
}

/** The same for a bundle that may not start. */
export async function startBundle({
  bundle,
  environment,
  events = [],
}: Job): Promise<Ended & { readonly seen?: Seen }> {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-process-'));
  const [jobFile, result] = [join(folder, 'job.json'), join(folder, 'result.json')];
  writeFileSync(jobFile, JSON.stringify({ bundle, events: events.map((event) => JSON.stringify(event)) }));
  try {
    const ended = await runNode([join(import.meta.dirname, 'fresh-process.mjs'), jobFile, result], environment);
    return ended.code === 0 ? { ...ended, seen: JSON.parse(readFileSync(result, 'utf8')) as Seen } : ended;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function runNode(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const child = spawn(pinnedNode, args, { env: environment, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.errors += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}
