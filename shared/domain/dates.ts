/** Days since 1970-01-01 UTC, an integer. */
export type Day = number;

const dayMs = 86_400_000;

const mostRemembered = 4000;

/** Computes each value once: imports ask for the days and weeks of millions of rows, which are of a few years. */
function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (values.size < mostRemembered) values.set(key, value);
    return value;
  };
}

export const dayOf = remembered((date: string): Day => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs));

/** The day of a time in epoch milliseconds. */
export function dayAt(time: number): Day {
  return Math.floor(time / dayMs);
}

export function dateOf(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** True for calendar dates only: 2026-02-29 has the right form but does not exist. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (day === undefined) return false;
  // imports check millions of dates: this takes half of the time of parsing the date and writing it again
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function monthName(date: Date): string {
  return months[date.getUTCMonth()] ?? '';
}

/** 27 Nov */
export function dayText(day: Day): string {
  const date = new Date(day * dayMs);
  return `${date.getUTCDate()} ${monthName(date)}`;
}

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

export function mondayOf(day: Day): Day {
  // 1970-01-01 was a Thursday
  return Math.floor((day + 3) / 7) * 7 - 3;
}

/** Such as `2026-4`. */
export function quarterOf(day: Day): string {
  const [year, month] = dateOf(day).split('-');
  return `${year}-${Math.ceil(Number(month) / 3)}`;
}

/** ISO 8601 week, such as `2026-W47`. Its year is the year of its Thursday. */
export function isoWeek(day: Day): string {
  return weekOf(mondayOf(day) + 3);
}

const weekOf = remembered((thursday: Day): string => {
  const year = new Date(thursday * dayMs).getUTCFullYear();
  // Date.UTC takes years below 100 for those of the 20th century
  const firstOfYear = new Date(0).setUTCFullYear(year, 0, 1) / dayMs;
  const week = 1 + Math.floor((thursday - firstOfYear) / 7);
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
});

export function startOfDay(day: Day): string {
  return new Date(day * dayMs).toISOString();
}
