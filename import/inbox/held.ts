import { allClients, fromClientItem } from '../../shared/table/entities/client.ts';
import { type Account, clientKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Imported } from '../imported.ts';
import type { ClientChange, ClientChanges } from '../plan/client-changes.ts';
import { type ImportResult, rowsOf } from '../result.ts';
import { type ReadRow, shownRows } from './preview.ts';

// Files that would change much wait until somebody has looked at them.

/** What files would change that wait for it. */
export interface HeldChanges extends Pick<ImportResult, 'kinds' | 'removed' | 'renamed' | 'gone'> {
  /** Rows that would not be imported. */
  readonly left: number;
  /** The clients about which something would be written, and those that the account has. */
  readonly clients: number;
  readonly of: number;
  readonly named: readonly NamedChange[];
  /** The first rows of each file as they are read. */
  readonly files: readonly { readonly name: string; readonly rows: readonly ReadRow[] }[];
}

export interface NamedChange extends Pick<ClientChange, 'kinds'> {
  readonly id: string;
  readonly name: string;
}

const share = 0.1;
const mostNamed = 100;
/** Of each file. */
const mostRows = 6;
const mostFiles = 5;

/** Whether it is more than a tenth of the account's clients. An account without clients gets its first files. */
export async function changesMany(table: Table, account: Account, changes: ClientChanges): Promise<boolean> {
  const count = await countClients(table, account);
  return count > 0 && changes.size > share * count;
}

export async function heldChanges(
  table: Table,
  account: Account,
  { result, first }: Imported,
  changes: ClientChanges,
): Promise<HeldChanges> {
  const { kinds, removed, renamed, gone } = result;
  const { left } = rowsOf(result);
  const sized = [...changes].map(([id, change]) => ({ id, ...change, size: sizeOf(change) }));
  const largest = sized.sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1)).slice(0, mostNamed);
  const shown = [...Map.groupBy(first, ({ file }) => file)]
    .slice(0, mostFiles)
    .map(([name, rows]) => ({ name, rows: rows.slice(0, mostRows) }));
  const ids = [
    ...new Set([...largest.map(({ id }) => id), ...shown.flatMap(({ rows }) => rows.map(({ clientId }) => clientId))]),
  ];
  const keys = ids.filter((id) => id !== '').map((id) => clientKey(account, id));
  const stored = (await readBatch(table, keys, { consistent: true })).map(fromClientItem);
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  const named = largest.map(({ id, name, kinds: ofKinds }) => ({
    id,
    name: names.get(id) ?? name ?? id,
    kinds: ofKinds,
  }));
  const counts = { clients: changes.size, of: await countClients(table, account) };
  const files = shown.map(({ name, rows }) => ({ name, rows: shownRows(rows, names) }));
  return { kinds, removed, renamed, ...(gone && { gone }), left, ...counts, named, files };
}

const sizeOf = ({ kinds }: ClientChange) =>
  Object.values(kinds).reduce((sum, { added, changed }) => sum + added + changed, 0);

export async function countClients(table: Table, account: Account): Promise<number> {
  let count = 0;
  for await (const part of allClients(table, account)) count += part.length;
  return count;
}
