import { join } from 'node:path';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { fromClientItem } from '../../../shared/table/entities/client.ts';
import type { KindName } from '../../../shared/table/entities/entity.ts';
import { type FileRow, kinds, rowsIn } from '../../../shared/table/entities/kinds.ts';
import { allPortfolios } from '../../../shared/table/entities/portfolio.ts';
import {
  type Account,
  aliasesRange,
  clientsRange,
  type KeyRange,
  membersRange,
  portfoliosRange,
  recordsRange,
  streamsRange,
} from '../../../shared/table/store/item-keys.ts';
import { type Item, readRangeInParts } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { type Columns, columnsIn } from './columns.ts';
import { createFile } from './file.ts';

/**
 * Writes the files that import reads, none for a kind without records. Reads the table twice: the headers need the
 * customer's own columns, which are known only after all records were read.
 */
export async function exportFiles(
  table: Table,
  account: Account,
  folder: string,
  onRow?: (pass: 'columns' | 'rows') => void,
): Promise<ReadonlyMap<KindName, number>> {
  await readAccount(table, account);
  await makeFolder(folder);
  const columns = await columnsIn(counted(withColumns(table, account), () => onRow?.('columns')));
  const counts = new Map<KindName, number>();
  await writeRows(
    counted(allRows(table, account), () => onRow?.('rows')),
    folder,
    columns,
    counts,
  );
  return new Map(kinds.flatMap(({ name }) => (counts.has(name) ? [[name, counts.get(name) ?? 0] as const] : [])));
}

async function* counted<T>(rows: AsyncIterable<T>, onRow: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    onRow();
    yield row;
  }
}

/** The rows that can have columns of the customer's own. */
async function* withColumns(table: Table, account: Account): AsyncGenerator<FileRow> {
  yield* rowsOf(table, clientsRange(account));
  yield* members(table, account);
}

async function* allRows(table: Table, account: Account): AsyncGenerator<FileRow> {
  yield* rowsOf(table, portfoliosRange(account));
  yield* members(table, account);
  yield* rowsOf(table, aliasesRange(account));
  for await (const clients of itemsOf(table, clientsRange(account))) {
    for (const client of clients) {
      yield* rowsIn(client);
      const { id } = fromClientItem(client);
      yield* rowsOf(table, recordsRange(account, id));
      yield* rowsOf(table, streamsRange(account, id));
    }
  }
}

async function* members(table: Table, account: Account): AsyncGenerator<FileRow> {
  for (const { id } of await allPortfolios(table, account)) yield* rowsOf(table, membersRange(account, id));
}

async function* rowsOf(table: Table, range: KeyRange): AsyncGenerator<FileRow> {
  for await (const items of itemsOf(table, range)) for (const item of items) yield* rowsIn(item);
}

function itemsOf(table: Table, range: KeyRange): AsyncIterable<readonly Item[]> {
  return readRangeInParts(table, range, { consistent: true });
}

async function writeRows(
  rows: AsyncIterable<FileRow>,
  folder: string,
  columns: Columns,
  counts: Map<KindName, number>,
): Promise<void> {
  const files = new Map<KindName, Awaited<ReturnType<typeof createFile>>>();
  try {
    for await (const row of rows) {
      const file = files.get(row.kind) ?? (await createFile(join(folder, `${row.kind}.csv`), row.kind, columns));
      files.set(row.kind, file);
      await file.write(row);
      counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
    }
    for (const file of files.values()) await file.flush();
  } finally {
    for (const file of files.values()) await file.close();
  }
}
