import { type Day, dateOf, dayOf, startOfDay } from '../../domain/dates.ts';
import { type Account, idIn, morningKey, morningsRange } from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, updateItem } from '../store/write.ts';

// The event of a night is stored before the night is shown and sent afterwards, so that a killed worker neither loses
// it nor announces what nobody can read. A second one of the same night is never stored: repetitions are equal.

/** An event that has not been sent. */
export interface Morning {
  readonly day: Day;
  readonly detail: string;
}

const eventKeptDays = 30;

/** Oldest first. */
export async function unsentMornings(table: Table, account: Account): Promise<Morning[]> {
  const items = await readRange(table, morningsRange(account), { consistent: true });
  return items.flatMap((item) => {
    checkVersion(item);
    return item.sent === true ? [] : [{ day: dayOf(idIn(item.sk)), detail: String(item.detail) }];
  });
}

/** Stores the event of a night, if there is none yet. Events of nights that were never shown are deleted. */
export async function storeMorning(
  table: Table,
  account: Account,
  { day, detail }: Morning,
  lastShown: Day | null,
): Promise<void> {
  const unsent = await unsentMornings(table, account);
  const neverShown = unsent.filter((other) => other.day !== day && other.day > (lastShown ?? Number.NEGATIVE_INFINITY));
  await deleteAll(
    table,
    neverShown.map((other) => morningKey(account, dateOf(other.day))),
  );
  await updateItem(table, {
    key: morningKey(account, dateOf(day)),
    update: 'SET detail = if_not_exists(detail, :detail), v = if_not_exists(v, :v), #ttl = if_not_exists(#ttl, :ttl)',
    names: { '#ttl': 'ttl' },
    values: { ':detail': detail, ':v': itemVersion, ':ttl': endOf(day) },
  });
}

/** Keeps the day, so that it is not stored again, and drops the text. */
export async function markSent(table: Table, account: Account, day: Day): Promise<void> {
  await updateItem(table, {
    key: morningKey(account, dateOf(day)),
    update: 'SET sent = :sent, detail = :nothing, v = :v, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':sent': true, ':nothing': '', ':v': itemVersion, ':ttl': endOf(day) },
  });
}

const endOf = (day: Day) => Date.parse(startOfDay(day + eventKeptDays)) / 1000;
