import { join } from 'node:path';
import type { KindName } from '../../../import/files/kinds/kind.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { allAliases } from '../../../shared/table/records/aliases.ts';
import { allClients } from '../../../shared/table/records/clients.ts';
import { allPortfolios, fromMemberItem } from '../../../shared/table/records/portfolios.ts';
import { type Account, membersRange, recordsRange, streamsRange } from '../../../shared/table/store/item-keys.ts';
import { readRangeInParts } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { type Columns, columnsIn } from './columns.ts';
import { createFile } from './file.ts';
import { aliasRow, clientRows, memberRow, portfolioRow, recordRows, type Written } from './rows.ts';

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
async function* withColumns(table: Table, account: Account): AsyncGenerator<Written> {
  for await (const part of allClients(table, account)) for (const client of part) yield* clientRows(client);
  yield* members(table, account);
}

async function* allRows(table: Table, account: Account): AsyncGenerator<Written> {
  for (const portfolio of await allPortfolios(table, account)) yield portfolioRow(portfolio);
  yield* members(table, account);
  for (const alias of await allAliases(table, account)) yield aliasRow(alias);
  for await (const part of allClients(table, account)) {
    for (const client of part) {
      yield* clientRows(client);
      for (const range of [recordsRange(account, client.id), streamsRange(account, client.id)]) {
        for await (const items of readRangeInParts(table, range, { consistent: true })) {
          for (const item of items) yield* recordRows(client.id, item);
        }
      }
    }
  }
}

async function* members(table: Table, account: Account): AsyncGenerator<Written> {
  for (const { id } of await allPortfolios(table, account)) {
    for await (const part of readRangeInParts(table, membersRange(account, id), { consistent: true })) {
      for (const item of part) yield memberRow(id, fromMemberItem(item));
    }
  }
}

async function writeRows(
  rows: AsyncIterable<Written>,
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
