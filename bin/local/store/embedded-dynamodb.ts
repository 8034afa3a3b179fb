import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hiddenAddress } from './loopback.ts';

export interface Engine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const attempts = 5;
const startTimeout = 5000;

/**
 * Returns the DynamoDB that DYNAMODB_ENDPOINT names, or starts an embedded engine, in memory or on a file. The engine
 * ends with this process, also when this process is killed.
 */
export async function startDynamoDb(file?: string): Promise<Engine> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, stop: async () => undefined };
  const binary = engineBinary();
  let output = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { host, port } = await hiddenAddress();
    const args = ['--host', host, '--port', String(port), ...(file ? ['--db-path', file] : [])];
    const child = spawnBound(binary, args);
    const stop = stopper(child);
    const endpoint = `http://${host}:${port}`;
    const outcome = await listening(child, endpoint);
    if (outcome === true) return { endpoint, stop };
    output = outcome;
  }
  throw new Error(`the embedded DynamoDB did not start${file ? ` with ${file}` : ''}: ${output.trim()}`);
}

/**
 * Starts a process that ends when this one does. Windows ends child processes by itself. Elsewhere, a background shell
 * waits for the end of its standard input, which this process holds open, and then kills the engine, which has taken
 * over the process id of the first shell. The engine has its own process group, so that Ctrl+C in the terminal does not
 * end it while requests in progress still need it.
 */
function spawnBound(binary: string, args: readonly string[]): ChildProcess {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  if (process.platform === 'win32') return spawn(binary, args, { stdio });
  const script = '{ read -r _; kill "$$"; } <&3 2>/dev/null & exec "$0" "$@"';
  const child = spawn('/bin/sh', ['-c', `exec 3<&0; ${script}`, binary, ...args], { stdio, detached: true });
  child.once('exit', () => child.stdin?.destroy());
  return child;
}

function engineBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`));
    const found = ['dynoxide', 'dynoxide.exe'].map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  } catch {
    // reported below
  }
  throw new Error(`there is no embedded DynamoDB for ${platform}; set DYNAMODB_ENDPOINT to the address of another one`);
}

/** Returns `true` once the child listens, else its output: another program may have taken the port. */
async function listening(child: ChildProcess, endpoint: string): Promise<true | string> {
  let output = '';
  let timeout: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      timeout = setTimeout(() => {
        output ||= `it did not listen within ${startTimeout / 1000} seconds`;
        child.kill('SIGKILL');
      }, startTimeout);
      child.stderr?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(`listening on ${endpoint}`)) resolve(true);
      });
      child.once('error', (error) => resolve(`${error.message}; set DYNAMODB_ENDPOINT to use another one`));
      child.once('exit', (code, signal) => resolve(output || (signal ? `ended by ${signal}` : `exit code ${code}`)));
    });
  } finally {
    clearTimeout(timeout);
  }
}

/** Stops the child when the returned function is called or this process exits. */
function stopper(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    kill();
    await once(child, 'exit');
  };
}
