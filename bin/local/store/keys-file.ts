import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { layouts } from '../../../shared/table/store/stored-item.ts';
import { CannotStart } from '../cli/failure.ts';

// The table stores hashes only, so the keys of a database file are kept in a second file next to it.

const schema = z.object({
  /** The layout of the items in the database. */
  version: z.number(),
  /** True until the data is complete. */
  loading: z.boolean(),
  /** Makes the keys of boards for the CLI. */
  secret: z.string().optional(),
  accounts: z.array(z.object({ customerId: z.string(), name: z.string(), apiKey: z.string() })),
});

export type SavedKeys = Omit<z.output<typeof schema>, 'version'>;

export function keysFileOf(file: string): string {
  return `${file}.keys.json`;
}

/** The keys of an existing database; undefined if there is none. */
export function readKeys(file: string): SavedKeys | undefined {
  if (!existsSync(file) || isEmpty(file)) return undefined;
  const keysFile = keysFileOf(file);
  if (!existsSync(keysFile)) {
    throw new CannotStart(`${file} is not a database of npm start: ${keysFile} is missing; choose another file`);
  }
  const read = schema.safeParse(contentOf(keysFile));
  if (!read.success) throw new CannotStart(`${keysFile} is damaged; remove it and ${file}, or choose another file`);
  if (!layouts.reads.includes(read.data.version)) {
    throw new CannotStart(`${file} was created by another version of this program; remove it, or choose another file`);
  }
  return read.data;
}

export function writeKeys(file: string, keys: SavedKeys): void {
  writeFileSync(keysFileOf(file), `${JSON.stringify({ version: layouts.writes, ...keys }, null, 2)}\n`, {
    mode: 0o600,
  });
}

function isEmpty(file: string): boolean {
  const stat = statSync(file);
  if (!stat.isFile()) throw new CannotStart(`${file} is not a file; choose another name`);
  return stat.size === 0;
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
