import { readTime } from '../../shared/domain/cells/dates.ts';
import { type Day, dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import type { Problems } from '../files/problems.ts';
import type { Source } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';
import { dayInName } from './name-date.ts';

// A row is what the system knew when the file was made. A file that is dropped weeks later says nothing about the weeks
// between.

/** Headers of dates that are planned, at which nothing has happened. */
const planned =
  /due|fällig|renew|verläng|expir|expect|plan|next|target|deadline|contract|vertrag|close date|until|before/i;

/** The file with the day until which its rows are known, never after today. Only mappings read rows that depend on it. */
export function withKnownDay(file: FileOfRows, today: string, warnings: Problems): FileOfRows {
  const { source } = file;
  if (!source.mapping || source.kind.name !== 'signals' || !file.header) return file;
  const named = dayInName(source.origin);
  const newest = named === undefined || source.sumsWeeks ? newestEvent(file, today) : undefined;
  const knownUntil = [named ?? newest ?? dateOfChange(source), today].toSorted()[0] ?? today;
  const known: Source = { ...source, knownUntil };
  // mended rows are of weeks that are over
  if (!source.sumsWeeks || source.isRepair) return { ...file, source: known };
  const whole = lastWhole(dayOf(knownUntil), named === undefined ? dayOf(today) : undefined);
  if (newest !== undefined && dayOf(newest) > whole) {
    const from = Math.min(dayOf(knownUntil), dayOf(newest)) + 1;
    const [first, last] = [dateOf(from), dateOf(mondayOf(dayOf(newest)) + 6)];
    const message = `its last week is not over: it lacks ${first === last ? first : `${first} to ${last}`}; the week counts with a later file`;
    warnings.add({ file: source.name, line: 1, message });
  }
  return { ...file, source: { ...known, wholeUntil: dateOf(whole) } };
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

/** The newest day, until today, in a column of days on which something happened. */
function newestEvent({ headers, rows, source }: FileOfRows, today: string): string | undefined {
  let places = headers.flatMap((header, at) => (planned.test(header) ? [] : [at]));
  let newest: string | undefined;
  for (let number = 0; number < rows.count; number += 1) {
    const { cells } = rows.at(number);
    places = places.filter((at) => {
      const cell = cells[at]?.trim() ?? '';
      if (cell === '') return true;
      const time = /^\d+(\.\d+)?$/.test(cell) ? undefined : readTime(cell, source.format.dates);
      // a column with a word or a number has no days
      if (typeof time !== 'object') return source.format.empty?.includes(cell.toLowerCase()) ?? false;
      if (time.date <= today && time.date > (newest ?? '')) newest = time.date;
      return true;
    });
  }
  return newest;
}
