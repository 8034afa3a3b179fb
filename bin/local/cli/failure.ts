import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Options } from './options.ts';

/** The service cannot start; the message says what to do. */
export class CannotStart extends Error {
  override name = 'CannotStart' as const;
}

const writeErrors = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST']);
const connectionErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EHOSTUNREACH', 'TimeoutError']);

/** One line that says what is wrong and what to do. */
export async function startFailureMessage(error: unknown, { port }: Pick<Options, 'port'>): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const { code = error.name, syscall, path, message } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') {
    const other = await freePort(port === 3000 ? 3001 : 3000);
    const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
    return `Port ${port} ${problem}; choose another one: npm start -- --port ${other}`;
  }
  // a failed write does not say which file it was for
  if (code === 'ENOSPC')
    return `The disk is full: ${path ?? 'a file of the service'} could not be written; free some space`;
  if (path !== undefined && writeErrors.has(code)) return `${path} cannot be written (${code}); choose another place`;
  if (connectionErrors.has(code) && process.env.DYNAMODB_ENDPOINT) {
    return `No DynamoDB answers at ${process.env.DYNAMODB_ENDPOINT}; start it, or unset DYNAMODB_ENDPOINT`;
  }
  return message.split('\n')[0] ?? code;
}

/** This port, or else one that the system picks. */
async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return freePort(0);
  } finally {
    server.close();
  }
}

/** Prints the error records of the functions and jobs, which CloudWatch would keep. */
export function printFailure(record: object, print: (line: string) => void = console.error): void {
  const { _aws, ...line } = record as { _aws?: unknown; level?: unknown };
  if (line.level === 'error') print(JSON.stringify(line));
}
