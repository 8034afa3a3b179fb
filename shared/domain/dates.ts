/** Days since 1970-01-01 UTC, an integer. */
export type Day = number;

const dayMs = 86_400_000;

export function dayOf(date: string): Day {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

export function dateOf(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** True for calendar dates only: 2026-02-29 has the right form but does not exist. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = dayOf(text);
  return Number.isInteger(day) && dateOf(day) === text;
}

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

export function mondayOf(day: Day): Day {
  // 1970-01-01 was a Thursday
  return Math.floor((day + 3) / 7) * 7 - 3;
}

/** ISO 8601 week, such as `2026-W47`. Its year is the year of its Thursday. */
export function isoWeek(day: Day): string {
  const thursday = mondayOf(day) + 3;
  const year = dateOf(thursday).slice(0, 4);
  const week = 1 + Math.floor((thursday - dayOf(`${year}-01-01`)) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export function startOfDay(day: Day): string {
  return new Date(day * dayMs).toISOString();
}
