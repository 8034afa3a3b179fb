import type { AlignmentRead, AlignmentValue, AlignmentYear } from '../../domain/alignment.ts';
import { type Account, alignmentKey, alignmentRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

/**
 * Each read is a short text. Lists as of a past week read one item per entry, and 52 maps would exceed half a read
 * unit.
 */
export function toAlignmentItem(account: Account, clientId: string, { year, carried, reads }: AlignmentYear): Item {
  return {
    ...alignmentKey(account, clientId, year),
    v: itemVersion,
    clientId,
    year,
    carried: carried && toText(carried),
    reads: reads.map(toText),
  };
}

export function fromAlignmentItem(item: Item): AlignmentYear {
  checkVersion(item);
  const { year, carried, reads } = item;
  return {
    year: String(year),
    carried: typeof carried === 'string' ? fromText(carried) : null,
    reads: (reads as string[]).map(fromText),
  };
}

function toText({ week, value, updatedAt, updatedBy }: AlignmentRead): string {
  // the name comes last because it may contain spaces
  return `${week} ${value} ${updatedAt} ${updatedBy}`;
}

function fromText(text: string): AlignmentRead {
  const [week = '', value = '', updatedAt = '', ...name] = text.split(' ');
  return { value: value as AlignmentValue, week, updatedAt, updatedBy: name.join(' ') };
}

/** All stored years of a client, oldest first. */
export async function alignmentYears(
  table: RequestTable,
  account: Account,
  clientId: string,
): Promise<AlignmentYear[]> {
  return (await readRange(table, alignmentRange(account, clientId), { consistent: true })).map(fromAlignmentItem);
}

/** The record of that year, or of the newest earlier year that has one. */
export async function alignmentAsOf(
  table: RequestTable,
  account: Account,
  clientId: string,
  year: string,
): Promise<AlignmentYear | undefined> {
  const { pk, from } = alignmentRange(account, clientId);
  const upTo = { pk, from, to: alignmentKey(account, clientId, year).sk };
  const [item] = await readRange(table, upTo, { backwards: true, limit: 1 });
  return item && fromAlignmentItem(item);
}

/**
 * The records of several clients for one year. A client has a record for every year from its first to its latest read.
 */
export async function alignmentInYear(
  table: RequestTable,
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
