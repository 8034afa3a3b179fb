import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { onTestFinished } from 'vitest';
import { root } from '../../../bin/build/paths.ts';
import { freePort } from '../../../bin/local/store/loopback.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { toolsFolder } from './runtime-client.ts';
import { adaptToEmulator } from './template.ts';

const emulator = process.env.MINISTACK ?? 'ministack';
/** A file that gets what emulators print. */
const log = process.env.MINISTACK_LOG;
export const region = 'us-east-1';
const run = promisify(execFile);

/** Why the emulator cannot run here; undefined if it can. */
export const noEmulator =
  spawnSync(emulator, ['--help'], { timeout: 60_000 }).error === undefined
    ? undefined
    : 'skipped: the emulator ministack is not installed, or not named by MINISTACK (tools/rehearsal/README.md)';

/** An emulated AWS account. */
export interface Emulator {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Runs a script of a release with the credentials and the address of this account; returns what it prints. */
  readonly node: (release: string, ...words: string[]) => Promise<string>;
}

/** Starts an account that exists until the test ends. */
export async function startEmulator(): Promise<Emulator> {
  const port = await freePort();
  const folder = temporaryFolder();
  const child = spawn(emulator, [], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: pathWithPinnedNode(),
      // where functions find the SDK that Lambda has
      NODE_PATH: toolsFolder,
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
    },
    stdio: log === undefined ? 'ignore' : ['ignore', openSync(log, 'a'), openSync(log, 'a')],
  });
  onTestFinished(() => stop(child));
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${endpoint}/_ministack/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`the emulator ended with ${child.exitCode}`);
    await setTimeout(500);
  }
  const env = {
    ...process.env,
    PATH: pathWithPinnedNode(),
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  return {
    endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    node: async (cwd, script = '', ...words) =>
      (await run(process.execPath, [join(cwd, script), ...words], { env, cwd, maxBuffer: 2 ** 26 })).stdout,
  };
}

function stop(child: ChildProcess): void {
  child.kill('SIGTERM');
}

/** The emulator runs functions with the first `node` of the PATH. */
function pathWithPinnedNode(): string {
  return `${join(root, 'node_modules', 'node', 'bin')}:${process.env.PATH}`;
}

export interface Deployed {
  /** What was changed in the template for the emulator. */
  readonly changed: readonly string[];
  /** Runs a command of the operator's CLI on the stack; returns what it prints as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what each command prints is up to it
  readonly admin: (...words: string[]) => Promise<any>;
  /** The same as a person reads it. */
  readonly printed: (...words: string[]) => Promise<string>;
  /** Where the emulator serves the API. */
  readonly url: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Calls every endpoint, as `verify` does; returns the operations that passed and those that did not. */
  readonly verify: (apiKey: string) => Promise<{ passed: string[]; failed: string[] }>;
  readonly destroy: () => Promise<unknown>;
}

/** Deploys a stack with these options, from the folder of a release. */
export async function deploy(
  on: Emulator,
  options: Readonly<Record<string, string>> = {},
  release = root,
): Promise<Deployed> {
  const node = (...words: string[]) => on.node(release, ...words);
  const folder = temporaryFolder();
  const cdk = (...words: string[]) => node(join('node_modules', 'aws-cdk', 'bin', 'cdk'), ...words);
  const given = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await cdk('synth', '--quiet', '--output', folder, ...given);
  const { stackName, changed } = adaptIn(folder, on.endpoint);
  await cdk('bootstrap', `aws://000000000000/${region}`, '--app', folder);
  await cdk('deploy', '--require-approval', 'never', '--app', folder);
  const outputs = await outputsOf(on, stackName);
  // releases before this one had another name
  const cli =
    ['cli.ts', 'admin.ts'].map((name) => join('bin', name)).find((path) => existsSync(join(release, path))) ?? '';
  const url = `${on.endpoint}/_aws/execute-api/${outputs.ApiId}/v1`;
  return {
    changed,
    outputs,
    url,
    admin: async (...words) => JSON.parse(await node(cli, ...words, '--json', '--stack', stackName)),
    printed: (...words) => node(cli, ...words, '--stack', stackName),
    verify: async (apiKey) => {
      const printed = await node(cli, 'verify', '--url', url, '--key', apiKey, '--json').catch(
        (error: { stdout: string }) => error.stdout,
      );
      const { checks } = JSON.parse(printed) as { checks: { operation: string; faults: string[] }[] };
      const [passed, failed] = [true, false].map((right) =>
        checks.filter(({ faults }) => (faults.length === 0) === right).map(({ operation }) => operation),
      );
      return { passed: passed ?? [], failed: failed ?? [] };
    },
    destroy: () => cdk('destroy', '--force', '--app', folder),
  };
}

async function outputsOf(on: Emulator, StackName: string): Promise<Record<string, string>> {
  const { Stacks: [stack] = [] } = await clientOf(on).send(new DescribeStacksCommand({ StackName }));
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
}

/** Calls a service for which the project has no client. The emulator checks no signature. */
export async function callJson(
  { endpoint }: Emulator,
  service: string,
  target: string,
  input: object,
  // biome-ignore lint/suspicious/noExplicitAny: what a service answers is up to it
): Promise<any> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${target}: ${await response.text()}`);
  return response.json();
}

function clientOf({ endpoint, credentials }: Emulator): CloudFormationClient {
  return new CloudFormationClient({ endpoint, region, credentials });
}

/** Changes the template of a cloud assembly for the emulator. */
function adaptIn(folder: string, endpoint: string): { stackName: string; changed: string[] } {
  const ending = '.template.json';
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith(ending));
  const file = join(folder, name);
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const changed = adaptToEmulator(template, endpoint);
  writeFileSync(file, JSON.stringify(template));
  return { stackName: name.slice(0, -ending.length), changed };
}

interface Status {
  readonly lastNight?: string;
  readonly accountsBehind: readonly string[];
  readonly missingOutputs: readonly string[];
  readonly options: string;
  readonly baseUrl: string;
}

/** Waits until every account is scored; returns the last status in any case. */
export async function untilScored({ admin }: Deployed): Promise<Status> {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await admin('status');
    if ((seen.lastNight && seen.accountsBehind.length === 0) || attempt === 30) return seen;
    await setTimeout(2000);
  }
}

/** Creates an account with a key and the data of the templates of files, and scores it; returns the key. */
export async function firstAccount({ admin, printed }: Deployed): Promise<string> {
  await admin('accounts', 'create', '--account', 'acme', '--name', 'Acme');
  const { apiKey } = await admin('keys', 'issue', '--account', 'acme', '--name', 'First key');
  const files = temporaryFolder();
  await printed('import', '--templates', files);
  await admin('import', files, '--account', 'acme', '--score');
  return apiKey;
}
