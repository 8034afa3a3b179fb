import { readTime } from '../../shared/domain/cells/dates.ts';
import { type Day, dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import type { FeedRecord } from '../../shared/domain/feeds.ts';
import type { Problems } from '../files/problems.ts';
import type { Source } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';
import { dayInName, firstDayInName } from './name-date.ts';

// A row is what the system knew when the file was made. A file that is dropped weeks later says nothing about the weeks
// between.

/** Headers of dates that are planned, at which nothing has happened. */
const planned =
  /due|fällig|renew|verläng|expir|expect|plan|next|target|deadline|contract|vertrag|close date|until|before/i;

/** Files of most systems come every month or more often. */
const oldDays = 31;

/**
 * The file with the day until which its rows are known, never after today, and whether its feed has sent a newer one
 * already. Only mappings read rows that depend on it.
 */
export function withKnownDay(
  file: FileOfRows,
  today: string,
  feeds: readonly FeedRecord[],
  warnings: Problems,
): FileOfRows {
  const { source } = file;
  if (!source.mapping || source.kind.name !== 'signals' || !file.header) return file;
  const named = dayInName(source.origin);
  const happened = named === undefined || source.sumsWeeks ? eventsOf(file, today) : undefined;
  const knownUntil = [named ?? happened?.newest ?? dateOfChange(source), today].toSorted()[0] ?? today;
  const warn = (message: string) => warnings.add({ file: source.name, line: 1, message });
  if (source.mapping.hasOpen && dayOf(today) - dayOf(knownUntil) > oldDays && !source.isRepair)
    warn(`it is of ${knownUntil}: what is open in it counts as it was then`);
  const { dated = '' } = feeds.find(({ feed }) => feed === source.feed) ?? {};
  const isLate = named !== undefined && named < dated && !source.isRepair;
  const known: Source = { ...source, knownUntil, madeBy: named === undefined ? today : knownUntil, isLate };
  if (!happened || !source.sumsWeeks) return { ...file, source: known };
  const until = lastWhole(dayOf(knownUntil), named === undefined ? dayOf(today) : undefined);
  const newest = dayOf(happened.newest);
  if (newest > until) {
    const [first, last] = [dateOf(Math.max(dayOf(knownUntil), newest) + 1), dateOf(mondayOf(newest) + 6)];
    const lacks = first < last ? `${first} to ${last}` : last;
    warn(`its last week is not over: it lacks ${lacks}; the week counts with a later file`);
  }
  const from = firstDayInName(source.origin) ?? happened.oldest;
  const isOneWeek = mondayOf(dayOf(from)) === mondayOf(newest);
  const whole = { from: dateOf(isOneWeek ? mondayOf(newest) : mondayOf(dayOf(from) + 6)), until: dateOf(until) };
  return { ...file, source: { ...known, whole } };
}

/** The Sunday that ends the last whole week. A file without a date is whole if it has the Thursday of a week that is over. */
function lastWhole(until: Day, importedOn: Day | undefined): Day {
  const monday = mondayOf(until);
  const isWhole = importedOn === undefined ? until >= monday + 6 : until >= monday + 3 && importedOn >= monday + 6;
  return isWhole ? monday + 6 : monday - 1;
}

function dateOfChange({ changedAt }: Source): string {
  return new Date(changedAt).toISOString().slice(0, 10);
}

/** The oldest and the newest day, until today, in columns of days on which something happened. */
function eventsOf({ headers, rows, source }: FileOfRows, today: string) {
  let places = headers.flatMap((header, at) => (planned.test(header) ? [] : [at]));
  let found: { readonly oldest: string; readonly newest: string } | undefined;
  for (let number = 0; number < rows.count; number += 1) {
    const { cells } = rows.at(number);
    places = places.filter((at) => {
      const cell = cells[at]?.trim() ?? '';
      // most cells say nothing new, and reading a date takes a hundred times as long
      const iso = /^\d{4}-/.test(cell) ? cell.slice(0, 10) : '';
      if (cell === '' || (found && iso >= found.oldest && iso <= found.newest)) return true;
      const time = /^\d+(\.\d+)?$/.test(cell) ? undefined : readTime(cell, source.format.dates);
      // a column with a word or a number has no days
      if (typeof time !== 'object') return source.format.empty?.includes(cell.toLowerCase()) ?? false;
      const { date } = time;
      if (date > today) return true;
      if (!found || date < found.oldest) found = { oldest: date, newest: found?.newest ?? date };
      else if (date > found.newest) found = { ...found, newest: date };
      return true;
    });
  }
  return found;
}
