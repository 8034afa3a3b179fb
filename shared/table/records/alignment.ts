import type { AlignmentRead, AlignmentValue, AlignmentYear } from '../../domain/alignment.ts';
import { type Account, alignmentKey, alignmentRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';

/** Each read a short text: a list as of a week reads one such item for every entry, and 52 maps do not fit half a read unit. */
export function toAlignmentItem(account: Account, clientId: string, { year, carried, reads }: AlignmentYear): Item {
  return {
    ...alignmentKey(account, clientId, year),
    v: 1,
    clientId,
    year,
    carried: carried && toText(carried),
    reads: reads.map(toText),
  };
}

export function fromAlignmentItem({ year, carried, reads }: Item): AlignmentYear {
  return {
    year: String(year),
    carried: typeof carried === 'string' ? fromText(carried) : null,
    reads: (reads as string[]).map(fromText),
  };
}

function toText({ week, value, updatedAt, updatedBy }: AlignmentRead): string {
  // a name may hold spaces, so it is the last
  return `${week} ${value} ${updatedAt} ${updatedBy}`;
}

function fromText(text: string): AlignmentRead {
  const [week = '', value = '', updatedAt = '', ...name] = text.split(' ');
  return { value: value as AlignmentValue, week, updatedAt, updatedBy: name.join(' ') };
}

/** All years of a client that have a record, oldest first. */
export async function alignmentYears(table: Table, account: Account, clientId: string): Promise<AlignmentYear[]> {
  return (await readRange(table, alignmentRange(account, clientId), { consistent: true })).map(fromAlignmentItem);
}

/** The record that answers for a year: its own, else that of the newest year before it. */
export async function alignmentAsOf(
  table: Table,
  account: Account,
  clientId: string,
  year: string,
): Promise<AlignmentYear | undefined> {
  const { pk, from } = alignmentRange(account, clientId);
  const upTo = { pk, from, to: alignmentKey(account, clientId, year).sk };
  const [item] = await readRange(table, upTo, { backwards: true, limit: 1 });
  return item && fromAlignmentItem(item);
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
  return new Map(items.map((item) => [String(item.clientId), fromAlignmentItem(item)]));
}
