import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { App } from 'aws-cdk-lib';
import { onTestFinished } from 'vitest';
import { buildFunctions } from '../../bin/build.ts';
import { freePort } from '../../bin/local/store/loopback.ts';
import { root } from '../../bin/paths.ts';
import { settingsFrom } from '../../infra/settings.ts';
import { ClientHealthStack } from '../../infra/stack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { adaptToEmulator } from './template.ts';

const emulator = process.env.MINISTACK ?? 'ministack';
const region = 'us-east-1';
const run = promisify(execFile);

/** Why the emulator cannot run here; undefined if it can. */
export const noEmulator =
  spawnSync(emulator, ['--help'], { timeout: 60_000 }).error === undefined
    ? undefined
    : 'skipped: the emulator ministack is not installed, or not named by MINISTACK (tools/rehearsal/README.md)';

interface Rehearsed {
  /** What was changed in the template for the emulator. */
  readonly changed: readonly string[];
  readonly lastNight: string | undefined;
  readonly behind: readonly string[];
  readonly failedChecks: readonly string[];
  readonly passedChecks: number;
}

/** Deploys a copy to an emulator, creates an account with a key and data, scores it, and verifies every endpoint. */
export async function rehearseDeployment(): Promise<Rehearsed> {
  const endpoint = await startEmulator();
  const environment = {
    ...process.env,
    PATH: pathWithPinnedNode(),
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const node = async (...words: string[]) =>
    (await run(process.execPath, words, { env: environment, cwd: root, maxBuffer: 2 ** 26 })).stdout;
  const { stackName, folder, changed } = await synthesiseFor(endpoint);

  const cdk = (...words: string[]) =>
    node(join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...words, '--app', folder);
  await cdk('bootstrap', `aws://000000000000/${region}`);
  await cdk('deploy', '--require-approval', 'never');

  const admin = async (...words: string[]) =>
    JSON.parse(await node(join(root, 'bin', 'admin.ts'), ...words, '--json', '--stack', stackName));
  await admin('accounts', 'create', '--account', 'acme', '--name', 'Acme');
  const { apiKey } = await admin('keys', 'issue', '--account', 'acme', '--name', 'First key');
  const files = temporaryFolder();
  await node(join(root, 'bin', 'admin.ts'), 'import', '--templates', files);
  await admin('import', files, '--account', 'acme', '--score');
  const status = await untilScored(() => admin('status'));

  // of the form https://ID.execute-api.REGION.amazonaws.com/v1, which the emulator serves at a path of its own
  const { hostname, pathname } = new URL(status.baseUrl);
  const url = `${endpoint}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
  const verified = await run(
    process.execPath,
    [join(root, 'bin', 'admin.ts'), 'verify', '--url', url, '--key', apiKey, '--json'],
    { env: environment, cwd: root },
  ).catch((error: { stdout: string }) => error);
  const { checks } = JSON.parse(verified.stdout) as { checks: { operation: string; faults: string[] }[] };
  const failedChecks = checks.filter(({ faults }) => faults.length > 0).map(({ operation }) => operation);
  await cdk('destroy', '--force');
  return {
    changed,
    lastNight: status.lastNight,
    behind: status.accountsBehind,
    failedChecks,
    passedChecks: checks.length - failedChecks.length,
  };
}

/** The emulator runs functions with the first `node` of the PATH. */
function pathWithPinnedNode(): string {
  return `${join(root, 'node_modules', 'node', 'bin')}:${process.env.PATH}`;
}

async function startEmulator(): Promise<string> {
  const port = await freePort();
  const folder = temporaryFolder();
  const child = spawn(emulator, [], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: pathWithPinnedNode(),
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${endpoint}/_ministack/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`the emulator ended with ${child.exitCode}`);
    await setTimeout(500);
  }
  return endpoint;
}

/** Builds the bundles and writes the cloud assembly, changed for the emulator. */
async function synthesiseFor(endpoint: string): Promise<{ stackName: string; folder: string; changed: string[] }> {
  const bundles = join(temporaryFolder(), 'bundles');
  await buildFunctions(bundles);
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> };
  const folder = temporaryFolder();
  const app = new App({ outdir: folder, context });
  const { stackName } = new ClientHealthStack(app, settingsFrom({}, bundles));
  app.synth();
  const templateFile = join(folder, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(templateFile, 'utf8'));
  const changed = adaptToEmulator(template, endpoint);
  writeFileSync(templateFile, JSON.stringify(template));
  return { stackName, folder, changed };
}

async function untilScored(status: () => Promise<{ baseUrl: string; lastNight?: string; accountsBehind: string[] }>) {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await status();
    if ((seen.lastNight && seen.accountsBehind.length === 0) || attempt === 30) return seen;
    await setTimeout(2000);
  }
}
