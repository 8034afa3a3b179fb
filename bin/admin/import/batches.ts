import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { readBatch } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { Entry, FactOptions } from '../files/kinds/kind.ts';
import { problemLine } from '../files/problems.ts';
import type { Source } from '../files/rows.ts';
import type { ClientIndex } from './check/client-index.ts';
import { entriesOf } from './entries.ts';

const entriesInBatch = 500;

/** The entries of a file that was checked, in batches of one size. */
export async function* batchesOf(
  source: Source,
  clients: ClientIndex,
  onBytes?: (count: number) => void,
): AsyncGenerator<Entry[]> {
  const report = (problem: Parameters<typeof problemLine>[0]) => {
    throw new Error(`The files changed while they were read. ${problemLine(problem)}`);
  };
  let batch: Entry[] = [];
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

/** The facts of the entries. What a row leaves out is taken from the stored item. */
export async function factsOf(
  table: Table,
  account: Account,
  entries: readonly Entry[],
  options: FactOptions,
): Promise<Fact[]> {
  const keys = entries.map((entry) => entry.kind.storedKey?.(account, entry));
  const found = await readBatch(
    table,
    keys.filter((key) => key !== undefined),
    { consistent: true },
  );
  const stored = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return entries.map((entry, at) => {
    const key = keys[at];
    return entry.kind.toFact(entry, key && stored.get(`${key.pk} ${key.sk}`), options);
  });
}
