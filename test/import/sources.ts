import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, KindName, Row } from '../../import/files/kinds/kind.ts';
import { kindOf } from '../../import/files/kinds.ts';
import type { Problem } from '../../import/files/problems.ts';
import { readRows } from '../../import/files/rows.ts';
import type { Source } from '../../import/files/source.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { staleReads } from '../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { type TestWriter, writeFacts } from '../support/store/writer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Files of one kind, read in this process.

let made = 0;

/** A file of this kind. */
export function sourceOf(kind: KindName, content: string | Uint8Array, more: Partial<Source> = {}): Source {
  made += 1;
  const name = `${kind}.csv`;
  const path = join(temporaryFolder(), `${made}.csv`);
  writeFileSync(path, content);
  const about = { stem: kind, origin: name, changedAt: 0, feed: kind, contains: 'parts' } as const;
  return { kind: kindOf(kind), path, name, ...about, format: {}, ...more };
}

type Found = Omit<Problem, 'file'>;

/** The rows that can be read, and what is wrong with the others. */
export async function rowsOf(source: Source): Promise<{ rows: Row[]; problems: Found[] }> {
  const [rows, problems]: [Row[], Found[]] = [[], []];
  for await (const part of readRows(source, (problem) => problems.push(problem))) rows.push(...part);
  return { rows, problems };
}

/** The rows of a file about the client c1, an entry each. */
export async function entriesIn(kind: KindName, ...lines: string[]): Promise<Entry[]> {
  const { rows, problems } = await rowsOf(sourceOf(kind, lines.join('\n')));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return rows.map((row) => ({ kind: kindOf(kind), row, rows: [row], clientId: kind === 'portfolios' ? '' : 'c1' }));
}

/**
 * A table with these facts. Reads that need not be consistent find nothing that is newer than three seconds, and queries
 * answer with two items at a time.
 */
export async function tableWith(account: Account, stored: readonly Fact[]): Promise<Table> {
  const store = staleReads(() => 0.999, 'item');
  const perform: typeof store.perform = (operation, input) =>
    store.perform(
      operation,
      operation === 'Query' ? { ...input, Limit: Math.min(Number(input.Limit ?? 2), 2) } : input,
    );
  const table = memTable({ perform }, 'job');
  if (stored.length > 0) await writeFacts(writerOf(table), account, stored);
  return table;
}

/** Writes to the table, and asks nobody for a projection. */
export function writerOf(table: Table, more: Partial<TestWriter> = {}): TestWriter {
  return { table, randomBytes: (count) => new Uint8Array(count), changed: async () => undefined, ...more };
}
