import { type Day, dateOf, dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import { Unreadable } from './unreadable.ts';

// The days of a meeting that repeats (RRULE of RFC 5545), as calendars export them. Of what they write rarely, nothing is
// guessed: the meeting then counts once.

/** Counts the days that are looked at for all rules of a file: a few letters can ask for millions. */
export class DaysLookedAt {
  #left = 2_000_000;

  add(days: number): void {
    this.#left -= days;
    if (this.#left < 0) throw new Unreadable('has too many meetings that repeat; export those of the last year');
  }
}

/** No calendar writes longer rules, and each part of one takes time for each day. */
const longestRule = 300;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A day by its place in month and year; the month is 1 to 12, the weekday from Monday, 0. */
interface Place {
  readonly day: Day;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly length: number;
  readonly weekday: number;
}

function placeOf(day: Day): Place {
  const [year = 0, month = 1, date = 1] = dateOf(day).split('-').map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { day, year, month, date, length, weekday: day - mondayOf(day) };
}

/** The days from `from` until `last` of a meeting that began on `first`; undefined if the rule is not read. */
export function daysOf(text: string, first: Day, from: Day, last: Day, looked: DaysLookedAt): Day[] | undefined {
  if (text.length > longestRule) return undefined;
  const rule = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  );
  const numbers = (name: string) => (rule.get(name) ?? '').split(',').filter(Boolean).map(Number);
  const fits = fittingOf(rule, numbers, placeOf(first));
  if (!fits) return undefined;
  const [most] = numbers('COUNT');
  const [, date] = /^(\d{8})/.exec(rule.get('UNTIL') ?? '') ?? [];
  const end = date === undefined ? last : Math.min(last, dayOf(date.replace(/(....)(..)(..)/, '$1-$2-$3')));
  const days: Day[] = [];
  let count = 0;
  // those before count too, if they are counted
  for (let day = most === undefined ? Math.max(first, from) : first; day <= end; day += 1) {
    looked.add(rule.has('BYSETPOS') ? 31 : 1);
    if (day !== first && !fits(placeOf(day))) continue;
    count += 1;
    if (most !== undefined && count > most) break;
    if (day >= from) days.push(day);
  }
  return days;
}

const read = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']);

function fittingOf(
  rule: ReadonlyMap<string, string>,
  numbers: (name: string) => number[],
  first: Place,
): ((place: Place) => boolean) | undefined {
  if ([...rule.keys()].some((name) => name !== '' && !read.has(name))) return undefined;
  const [interval = 1] = numbers('INTERVAL');
  const [months, dates, positions] = [numbers('BYMONTH'), numbers('BYMONTHDAY'), numbers('BYSETPOS')];
  const byDay = (rule.get('BYDAY') ?? '').split(',').flatMap((each) => {
    const [, nth = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(each) ?? [];
    return weekdays.includes(name) ? [{ nth: Number(nth), weekday: weekdays.indexOf(name) }] : [];
  });
  const isEvery = (steps: number) => steps % interval === 0;
  const isOneOf = (weekday: number) => byDay.some((each) => each.weekday === weekday);
  const isInMonth = ({ month }: Place) => months.length === 0 || months.includes(month);
  const fitsMonth = (place: Place) => {
    const { date, length, weekday } = place;
    if (dates.length > 0 && !dates.includes(date) && !dates.includes(date - length - 1)) return false;
    if (byDay.length === 0) return dates.length > 0 || date === first.date;
    const nth = Math.ceil(date / 7);
    const nthLast = -Math.ceil((length - date + 1) / 7);
    return byDay.some((each) => each.weekday === weekday && [0, nth, nthLast].includes(each.nth));
  };
  const isChosen = (place: Place) => {
    if (!fitsMonth(place)) return false;
    if (positions.length === 0) return true;
    const all = Array.from({ length: place.length }, (_, at) => placeOf(place.day - place.date + 1 + at)).filter(
      fitsMonth,
    );
    const at = all.findIndex(({ day }) => day === place.day);
    return positions.includes(at + 1) || positions.includes(at - all.length);
  };
  switch (rule.get('FREQ')) {
    case 'DAILY':
      return (place) =>
        isEvery(place.day - first.day) && isInMonth(place) && (byDay.length === 0 || isOneOf(place.weekday));
    case 'WEEKLY':
      return (place) =>
        isEvery((mondayOf(place.day) - mondayOf(first.day)) / 7) &&
        isInMonth(place) &&
        (byDay.length === 0 ? place.weekday === first.weekday : isOneOf(place.weekday));
    case 'MONTHLY':
      return (place) =>
        isEvery((place.year - first.year) * 12 + place.month - first.month) && isInMonth(place) && isChosen(place);
    case 'YEARLY':
      return (place) =>
        isEvery(place.year - first.year) &&
        (months.length > 0 ? isInMonth(place) : place.month === first.month) &&
        isChosen(place);
    default:
      return undefined;
  }
}
