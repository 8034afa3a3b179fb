import { type Day, dateOf, dayOf, startOfDay } from '../../domain/dates.ts';
import { type Account, idIn, newsKey, newsRange, toldKey, toldRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, putAll } from '../store/write.ts';

// What a night has to say to the notices of its account. Stored before the night is shown and sent afterwards, as the
// event of a night is (mornings.ts). Of what was sent a part is kept for a while, by which the next night knows what was
// said.

export interface StoredNews {
  readonly day: Day;
  readonly text: string;
}

const keptDays = 30;

/** Oldest first. */
export async function unsentNews(table: Table, account: Account): Promise<StoredNews[]> {
  return (await readRange(table, newsRange(account), { consistent: true })).map(newsIn);
}

/** Stores what a night has to say. That of nights that were never shown is deleted. */
export async function storeNews(table: Table, account: Account, news: StoredNews, lastShown: Day | null) {
  const unsent = await unsentNews(table, account);
  const neverShown = unsent.filter(({ day }) => day !== news.day && day > (lastShown ?? Number.NEGATIVE_INFINITY));
  await deleteAll(
    table,
    neverShown.map(({ day }) => newsKey(account, dateOf(day))),
  );
  await putAll(table, [itemOf(newsKey(account, dateOf(news.day)), news)]);
}

/** `said` is what is kept. */
export async function markTold(table: Table, account: Account, day: Day, said: string): Promise<void> {
  const date = dateOf(day);
  await putAll(table, [itemOf(toldKey(account, date), { day, text: said })]);
  await deleteAll(table, [newsKey(account, date)]);
}

/** The newest that was shown: what is kept of it, or all that is still to be sent. */
export async function lastNews(table: Table, account: Account, lastShown: Day | null): Promise<StoredNews | undefined> {
  const newest = { consistent: true, backwards: true, limit: 1 };
  const told = (await readRange(table, toldRange(account), newest)).map(newsIn);
  return [...told, ...(await unsentNews(table, account))].findLast(({ day }) => day <= (lastShown ?? -1));
}

const itemOf = (key: { pk: string; sk: string }, { day, text }: StoredNews): Item => ({
  ...key,
  v: itemVersion,
  text,
  ttl: Date.parse(startOfDay(day + keptDays)) / 1000,
});

function newsIn(item: Item): StoredNews {
  checkVersion(item);
  return { day: dayOf(idIn(item.sk)), text: String(item.text) };
}
