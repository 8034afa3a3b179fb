import type { AlignmentYear } from '../domain/alignment.ts';
import type { Table } from './client.ts';
import { type Account, alignmentKey, alignmentOf } from './keys.ts';
import { type Item, readBatch, readRange } from './read.ts';

export function toAlignmentItem(account: Account, clientId: string, year: AlignmentYear): Item {
  return { ...alignmentKey(account, clientId, year.year), v: 1, clientId, ...year };
}

/** All years of a client that have a record, oldest first. */
export async function alignmentYears(table: Table, account: Account, clientId: string): Promise<AlignmentYear[]> {
  return (await readRange(table, alignmentOf(account, clientId), { consistent: true })) as unknown as AlignmentYear[];
}

/** The record that answers for a year: its own, else that of the newest year before it. */
export async function alignmentAsOf(
  table: Table,
  account: Account,
  clientId: string,
  year: string,
): Promise<AlignmentYear | undefined> {
  const { pk, from } = alignmentOf(account, clientId);
  const upTo = { pk, from, to: alignmentKey(account, clientId, year).sk };
  const [item] = await readRange(table, upTo, { backwards: true, most: 1 });
  return item as unknown as AlignmentYear | undefined;
}

/** The records of one year of several clients; between its first and its latest read a client has one for every year. */
export async function alignmentInYear(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  year: string,
): Promise<Map<string, AlignmentYear>> {
  const items = await readBatch(
    table,
    clientIds.map((clientId) => alignmentKey(account, clientId, year)),
  );
  return new Map(items.map((item) => [String(item.clientId), item as unknown as AlignmentYear]));
}
