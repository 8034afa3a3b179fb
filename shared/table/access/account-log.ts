import { type Account, logLineKey, logRange } from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { putItem } from '../store/write.ts';

// Who changed what in the keys, files and people of an account, and what became of files: a line for each. Lines expire
// after 400 days.

/** It never has a key, only the public id of one. */
export interface LogLine {
  /** ISO 8601. */
  readonly at: string;
  /** The address of a person, `operator` or `inbox`. */
  readonly who: string;
  readonly what:
    | 'key issued'
    | 'key rolled'
    | 'key revoked'
    | 'file handed in'
    | 'file refused'
    | 'files imported'
    | 'files not imported'
    | 'person invited'
    | 'invitation accepted'
    | 'person removed';
  /** The name of the key or file, the address of the person, or the headline of a run. */
  readonly about: string;
  readonly keyId?: string;
}

const keptSeconds = 400 * 86_400;

export async function writeLogLine(
  table: Table,
  account: Account,
  line: LogLine,
  randomBytes: (count: number) => Uint8Array,
): Promise<void> {
  const id = Buffer.from(randomBytes(6)).toString('hex');
  const ttl = Math.floor(Date.parse(line.at) / 1000) + keptSeconds;
  await putItem(table, { item: { ...logLineKey(account, line.at, id), v: itemVersion, ...line, ttl } });
}

/** The newest lines, newest first. */
export async function newestLogLines(table: Table, account: Account, limit = 200): Promise<LogLine[]> {
  const items = await readRange(table, logRange(account), { consistent: true, backwards: true, limit });
  return items.map((item) => {
    const { ttl: _, ...line } = entityIn<LogLine & { ttl: number }>(item);
    return line;
  });
}
