import { byScore, type Scored } from '../../../domain/orders.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { type EntryFields, orderOf } from '../model/entries.ts';
import type { Head } from '../model/head.ts';
import type { PagedList } from '../model/paged-list.ts';
import type { RosterEntry } from '../model/pages.ts';
import type { Reader } from './list-version.ts';

/** All entries of a roster, by part. */
export async function liveEntries<Fields extends EntryFields>(
  { table, pages }: Reader,
  account: Account,
  roster: RosterName,
  head: Head | undefined,
): Promise<RosterEntry<Fields>[][]> {
  const byPart: RosterEntry<Fields>[][] = [];
  for (const part of head?.parts ?? []) {
    const texts = await pages.texts(table, account, roster, part.pages);
    const fieldsByPage = await pages.fields<Fields>(table, account, roster, part.pages);
    const entriesIn = (fields: readonly Fields[], page: number) =>
      fields.map((each, at) => ({ text: texts[page]?.[at] ?? '', fields: each }));
    byPart.push(fieldsByPage.flatMap(entriesIn));
  }
  return byPart;
}

/** True if the live list shows exactly this entry. Reads only the pages that a binary search for its place needs. */
export async function isShown<Fields extends EntryFields>(
  { table, pages }: Reader,
  account: Account,
  roster: RosterName,
  list: PagedList,
  { text, fields }: RosterEntry<Fields>,
): Promise<boolean> {
  const place = orderOf(fields);
  let [low, high] = [0, list.pages.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const refs = list.pages.slice(middle, middle + 1);
    const [entries = []] = await pages.fields<Fields>(table, account, roster, refs);
    if (isBefore(place, entries[0])) high = middle - 1;
    else if (isAfter(place, entries.at(-1))) low = middle + 1;
    else {
      const at = entries.findIndex(({ id }) => id === fields.id);
      if (at < 0 || JSON.stringify(entries[at]) !== JSON.stringify(fields)) return false;
      const [texts = []] = await pages.texts(table, account, roster, refs);
      return texts[at] === text;
    }
  }
  return false;
}

function isBefore(place: Scored, entry: EntryFields | undefined): boolean {
  return entry !== undefined && byScore(place, orderOf(entry)) < 0;
}

function isAfter(place: Scored, entry: EntryFields | undefined): boolean {
  return entry !== undefined && byScore(place, orderOf(entry)) > 0;
}
