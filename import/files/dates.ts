import { dateOf, isDate } from '../../shared/domain/dates.ts';
import type { DateOrder, Format } from './format.ts';

// Dates and times as systems export them. A date that can be read in several ways is `ambiguous`.

export interface WallTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:MM:SS.sss; undefined for a date alone. */
  readonly clock?: string;
  /** Z or an offset like +02:00, if the cell has one. */
  readonly offset?: string;
}

export type ReadTime = WallTime | 'ambiguous' | undefined;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clockPattern =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(am|pm)?\s?(z|utc|gmt|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

export function readTime(cell: string, order: DateOrder | undefined): ReadTime {
  const text = cell.trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text));
  const { day, rest } = splitDay(text) ?? {};
  if (day === undefined || rest === undefined) return undefined;
  const clock = rest === '' ? {} : readClock(rest);
  if (!clock) return undefined;
  const date = readDay(day, order);
  return typeof date === 'object' ? { ...date, ...clock } : date;
}

/** The orders in which a date like 18/11/2026 can be read; undefined for cells of other forms. */
export function possibleOrders(cell: string): DateOrder[] | undefined {
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})\b/.exec(cell.trim());
  if (!parts) return undefined;
  return (['dmy', 'mdy'] as const).filter((order) => typeof readDay(parts[0], order) === 'object');
}

function splitDay(text: string): { day: string; rest: string } | undefined {
  const [, day, rest = ''] =
    /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{1,2}[ /-][a-z]{3,9}\.?[ /-](?:\d{4}|\d{2})|[a-z]{3,9}\.? \d{1,2},? \d{4})(?:[T ,]\s?(.*))?$/i.exec(
      text,
    ) ?? [];
  return day === undefined ? undefined : { day, rest };
}

function readDay(day: string, order: DateOrder | undefined): { date: string } | 'ambiguous' | undefined {
  const yearFirst = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(day);
  // 2026-4-3 is not an ISO date; with slashes it can be read in only one way
  if (yearFirst) {
    const [, year, sign, month = '', date = ''] = yearFirst;
    return sign === '-' && (month.length < 2 || date.length < 2) ? undefined : dayOf(year, month, date);
  }
  const named = /^(\d{1,2})[ /-]([a-z]+)\.?[ /-](\d{4}|\d{2})$/i.exec(day) ?? [];
  if (named[2]) return dayOf(fullYear(named[3]), monthNumber(named[2]), named[1]);
  const american = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i.exec(day) ?? [];
  if (american[1]) return dayOf(american[3], monthNumber(american[1]), american[2]);
  const [, first, , second, year = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/.exec(day) ?? [];
  if (first === undefined) return undefined;
  const full = fullYear(year);
  if (order) return order === 'dmy' ? dayOf(full, second, first) : dayOf(full, first, second);
  const readings = [dayOf(full, second, first), dayOf(full, first, second)].filter((reading) => reading !== undefined);
  const [reading] = readings;
  const isOne = readings.every(({ date }) => date === reading?.date);
  return isOne ? reading : 'ambiguous';
}

function dayOf(year = '', month = '', day = ''): { date: string } | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? { date } : undefined;
}

function fullYear(year = ''): string {
  return year.length === 2 ? `20${year}` : year;
}

function monthNumber(name: string): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function readClock(text: string): { clock: string; offset?: string } | undefined {
  const [, hour, minute, second = '00', fraction = '', half = '', zone = ''] = clockPattern.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59 || (half !== '' && Number(hour) > 12)) return undefined;
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  if (zone === '') return { clock };
  return { clock, offset: /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z' };
}

const excelEpoch = -25_569;

/** Spreadsheets store dates as days since 1899-12-30. */
function fromSerial(serial: number): WallTime | undefined {
  const date = dateOf(Math.floor(serial) + excelEpoch);
  if (date < '2000-01-01' || date > '2099-12-31') return undefined;
  const seconds = Math.round((serial % 1) * 86_400);
  if (seconds === 0) return { date };
  return { date, clock: new Date(seconds * 1000).toISOString().slice(11, 23) };
}

/** ISO 8601 in UTC; undefined if neither the time nor the file has a zone. */
export function toInstant({ date, clock, offset }: WallTime, { zone }: Format): string | undefined {
  if (clock === undefined) return `${date}T00:00:00.000Z`;
  if (offset !== undefined || (zone !== undefined && isOffset(zone))) {
    return new Date(`${date}T${clock}${offset ?? zone}`).toISOString();
  }
  if (zone === undefined) return undefined;
  const asUtc = Date.parse(`${date}T${clock}Z`);
  // the second round corrects times close to a clock change (daylight saving time)
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone)).toISOString();
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the wall clock of the zone is ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const format =
    zones.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  zones.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const wall = `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`;
  return Date.parse(wall) - Math.floor(instant / 1000) * 1000;
}

const isOffset = (zone: string) => /^(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(zone);

export function isZone(zone: string): boolean {
  if (isOffset(zone)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
