import { type ParseArgsConfig, parseArgs } from 'node:util';

export const help = `npm start [-- OPTIONS]   runs the whole service on this machine, with three accounts of demo data

  --port N      port to listen on (default: 3000, or the environment variable PORT); 0 picks a free one
  --db FILE     keep the data in FILE and the keys in FILE.keys.json; existing files are used again
  --empty       start without accounts and data
  --inbox DIR   import the files that are put into DIR/in/ACCOUNT, and write reports to DIR/reports
  --watch       restart when a source file changes; keeps the data in .local/watch.sqlite unless --db names a file
  --quiet       do not print a line per request
  --json        print JSON, one object per line: first the address and the keys, then each request
  --help        show this text

  DYNAMODB_ENDPOINT=URL   use the DynamoDB at URL instead of the embedded one

Each request prints its time (UTC), method, status, duration, capacity units, key name and path.
Ctrl+C or SIGTERM stops the service after the requests in progress, at the latest after 10 seconds.
`;

export interface Options {
  readonly port: number;
  readonly file?: string;
  /** The folder of the inboxes. */
  readonly inbox?: string;
  readonly empty: boolean;
  readonly watch: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** The command line is wrong; the message says what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

const optionNames = {
  port: { type: 'string' },
  db: { type: 'string' },
  inbox: { type: 'string' },
  empty: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | 'help' {
  const { port, db, inbox, help, ...flags } = parsed(args);
  if (help) return 'help';
  if (db?.trim() === '') throw new UsageError('--db needs the name of a file');
  if (db !== undefined && environment.DYNAMODB_ENDPOINT) {
    throw new UsageError(
      '--db uses the embedded DynamoDB, and DYNAMODB_ENDPOINT names another one; remove one of them',
    );
  }
  if (inbox?.trim() === '') throw new UsageError('--inbox needs the name of a folder');
  const name = port === undefined ? 'PORT' : '--port';
  return {
    port: portFrom(name, port ?? environment.PORT ?? '3000'),
    ...flags,
    ...(db !== undefined && { file: db }),
    ...(inbox !== undefined && { inbox }),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: optionNames }).values;
  } catch (error) {
    // the first sentence; the rest of Node's message explains how to pass positional arguments
    const [problem = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UsageError(`${problem}; see npm start -- --help`);
  }
}

function portFrom(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`${name} must be a number from 0 to 65535`);
  return port;
}
