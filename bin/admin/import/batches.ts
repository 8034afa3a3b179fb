import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { readBatch } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { problemLine } from '../files/problems.ts';
import type { Source } from '../files/rows.ts';
import type { ClientIndex } from './client-index.ts';
import { entriesOf } from './entries.ts';
import { type FactOptions, factOf, type ImportEntry, storedKeyOf } from './facts.ts';

const entriesInBatch = 500;

/** The entries of a file that was checked, so many at a time. */
export async function* batchesOf(
  source: Source,
  clients: ClientIndex,
  onBytes?: (count: number) => void,
): AsyncGenerator<ImportEntry[]> {
  const report = (problem: Parameters<typeof problemLine>[0]) => {
    throw new Error(`The files changed while they were read. ${problemLine(problem)}`);
  };
  let batch: ImportEntry[] = [];
  for await (const entries of entriesOf(source, clients, report, onBytes)) {
    for (const entry of entries) {
      batch.push(entry);
      if (batch.length < entriesInBatch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What the entries say, together with what is stored of the same things. */
export async function factsFrom(
  table: Table,
  account: Account,
  entries: readonly ImportEntry[],
  making: FactOptions,
): Promise<Fact[]> {
  const keys = entries.map((entry) => storedKeyOf(account, entry));
  const asked = keys.filter((key) => key !== undefined);
  const found = await readBatch(table, asked, { consistent: true });
  const stored = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return entries.map((entry, at) => {
    const key = keys[at];
    return factOf(entry, key && stored.get(`${key.pk} ${key.sk}`), making);
  });
}
