import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

export interface Engine {
  readonly endpoint: string;
  /** Of the process, if it is ours. */
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}

const attempts = 5;
const patience = 5000;

/**
 * A DynamoDB to work with: the one that DYNAMODB_ENDPOINT names, else an embedded engine of our own, in memory or in a
 * file. It dies with this process.
 */
export async function startDynamoDb(file?: string): Promise<Engine> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, pid: undefined, stop: async () => undefined };
  const binary = engineBinary();
  if (file) mkdirSync(dirname(file), { recursive: true });
  let said = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const port = await freePort();
    const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const stop = stopper(child);
    const outcome = await listening(child, port);
    if (outcome === true) return { endpoint: `http://127.0.0.1:${port}`, pid: child.pid, stop };
    said = outcome;
  }
  throw new Error(`the embedded DynamoDB did not start${file ? ` with ${file}` : ''}: ${said.trim()}`);
}

function engineBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`));
    const found = ['dynoxide', 'dynoxide.exe'].map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  } catch {
    // said below
  }
  throw new Error(`there is no embedded DynamoDB for ${platform}; set DYNAMODB_ENDPOINT to the address of another one`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** `true` once the child itself says that it listens (another program may have taken the port), else what it said instead. */
async function listening(child: ChildProcess, port: number): Promise<true | string> {
  let said = '';
  const timeout = setTimeout(() => child.kill('SIGKILL'), patience);
  try {
    return await new Promise((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes(`listening on http://127.0.0.1:${port}`)) resolve(true);
      });
      child.once('error', (error) => resolve(`${error.message}; set DYNAMODB_ENDPOINT to use another one`));
      child.once('exit', (code) => resolve(said || `exit code ${code}`));
    });
  } finally {
    clearTimeout(timeout);
  }
}

/** From its first moment on the child ends with this process. */
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
