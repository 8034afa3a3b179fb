import type { Options } from './options.ts';

/** The service cannot start, and the message says what to do about it. */
export class CannotStart extends Error {
  override name = 'CannotStart' as const;
}

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST', 'ENOSPC']);
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EHOSTUNREACH', 'TimeoutError']);

/** One line for people: what is wrong, and what to do. */
export function startFailureMessage(error: unknown, { port }: Pick<Options, 'port'>): string {
  if (!(error instanceof Error)) return String(error);
  const { code = error.name, syscall, path, message } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') {
    const other = port === 3000 ? 3001 : 3000;
    return `Port ${port} is ${code === 'EADDRINUSE' ? 'taken' : 'not free to use'}; choose another one: PORT=${other} npm start`;
  }
  if (path !== undefined && unwritable.has(code)) return `${path} cannot be written (${code}); choose another place`;
  if (unreachable.has(code) && process.env.DYNAMODB_ENDPOINT) {
    return `No DynamoDB answers at ${process.env.DYNAMODB_ENDPOINT}; start it, or unset DYNAMODB_ENDPOINT`;
  }
  return message.split('\n')[0] ?? code;
}

/** Of what CloudWatch would keep, the terminal shows what failed. */
export function tellFailure(record: object, tell: (line: string) => void = console.error): void {
  const { _aws, ...line } = record as { _aws?: unknown; level?: unknown };
  if (line.level === 'error') tell(JSON.stringify(line));
}
