import * as z from 'zod';
import { type AlignmentRead, type AlignmentValue, type AlignmentYear, yearOf } from '../../domain/alignment.ts';
import { choice, date, text, time } from '../../domain/cells/cells.ts';
import { dayOf } from '../../domain/dates.ts';
import { type Account, alignmentKey, alignmentRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, required } from './columns.ts';
import type { Entity } from './entity.ts';
import * as limits from './limits.ts';
import { leavesOut, mondayFor, validated } from './statement.ts';

const values = ['red', 'amber', 'green'] as const satisfies readonly AlignmentValue[];

type ReadFact = { readonly kind: 'alignment'; readonly clientId: string; readonly value: AlignmentRead };

export const alignment: Entity<ReadFact, AlignmentRead & { readonly serviceId: string }> = {
  fact: 'alignment',
  name: 'alignment',
  about: 'weekly reads',
  shape: () => ({
    value: z.enum(values),
    week: limits.date,
    updatedAt: limits.timestamp,
    updatedBy: limits.text(limits.caps.name, 'the author'),
  }),
  columns: () => ({
    ...clientReference,
    week: column('Week', date, 'any day of the week; its Monday is stored', { ...required, example: '2026-11-16' }),
    value: column('Value', choice(...values), 'red, amber or green', { ...required, example: 'green' }),
    updatedAt: column('Updated At', time, 'default: the Monday; of two reads for a week the later one is kept', {
      example: '2026-11-17T10:00:00Z',
    }),
    updatedBy: column('Updated By', text, 'who filed it', { ...required, example: 'Ben Larsson' }),
  }),
  identity: ({ row, clientId }) => [clientId, mondayFor(row.given.week)],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'updatedAt') ? alignmentKey(account, clientId, yearOf(mondayFor(row.given.week))) : undefined,
  toFact: (statement, [year]) => {
    const { given } = statement.row;
    const week = mondayFor(given.week);
    const stored = year && fromAlignmentItem(year).reads.find((read) => read.week === week);
    const updatedAt = given.updatedAt ?? stored?.updatedAt ?? `${week}T00:00:00.000Z`;
    const value = validated(statement, alignment, { ...given, week, updatedAt });
    return { kind: 'alignment', clientId: statement.clientId, value };
  },
  rowsOf: (item) => fromAlignmentItem(item).reads.map((read) => ({ serviceId: String(item.clientId), ...read })),
  sharedKey: (account, { clientId, value }) => alignmentKey(account, clientId, yearOf(value.week)),
  recordsIn: (item) => new Map(fromAlignmentItem(item).reads.map((read) => [read.week, read])),
  dayIn: ({ week }) => dayOf(week),
};

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
