import { parseArgs } from 'node:util';

export const help = `npm start [-- OPTIONS]   runs the whole service on this machine, with two accounts of made-up data

  --db FILE    keeps the data in FILE, and the keys in FILE.keys.json; what is there already is used again
  --empty      begins without accounts and data
  --help       this text

  PORT=3000               the port to listen on
  DYNAMODB_ENDPOINT=URL   uses that DynamoDB in place of the embedded one
`;

export interface Options {
  readonly port: number;
  readonly file?: string;
  readonly empty: boolean;
}

/** What was asked for is not to be had; the message says what is. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | 'help' {
  const { db, empty, help } = parsed(args);
  if (help) return 'help';
  if (db?.trim() === '') throw new UsageError('--db needs the name of a file');
  if (db !== undefined && environment.DYNAMODB_ENDPOINT) {
    throw new UsageError(
      '--db is for the embedded DynamoDB, and DYNAMODB_ENDPOINT names another one: leave out either',
    );
  }
  return { port: portOf(environment.PORT), empty, ...(db !== undefined && { file: db }) };
}

function parsed(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        db: { type: 'string' },
        empty: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    // the first sentence; the rest explains how to pass what no option takes
    const [problem = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UsageError(`${problem}; see npm start -- --help`);
  }
}

function portOf(text = '3000'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError('PORT is a number from 0 to 65535');
  return port;
}
