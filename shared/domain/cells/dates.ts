import { dateOf, isDate } from '../dates.ts';

/** How to read cells that could mean several values. */
export interface Format {
  /** Of files without a byte order mark. Files that are valid UTF-8 are UTF-8 even if Windows-1252 is declared. */
  readonly encoding?: 'utf-8' | 'windows-1252' | undefined;
  /** Order of day and month in dates like 03/04/2026. */
  readonly dates?: DateOrder | undefined;
  /** Time zone of times without one: an IANA name or an offset. */
  readonly zone?: string | undefined;
  /**
   * The decimal sign. If set, the other signs separate thousands, and currency signs are ignored. `detect`: the sign that
   * the numbers of the file prove.
   */
  readonly decimal?: DecimalSign | 'detect' | undefined;
  /** Cells that mean empty, in lower case. */
  readonly empty?: readonly string[] | undefined;
}

export type DecimalSign = '.' | ',';
export type DateOrder = 'dmy' | 'mdy';

// Dates and times as systems export them. A date that can be read in several ways is `ambiguous`.

export interface WallTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:MM:SS.sss; undefined for a date alone. */
  readonly clock?: string;
  /** Z or an offset like +02:00, if the cell has one. */
  readonly offset?: string;
}

type ReadTime = WallTime | 'ambiguous' | undefined;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clockPattern =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(am|pm)?\s?(z|utc|gmt|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

export function readTime(cell: string, order: DateOrder | undefined): ReadTime {
  const text = cell.trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text));
  const { date, rest = '' } = readDay(text, order) ?? {};
  const clock = rest === '' ? {} : readClock(rest);
  if (date === undefined || !clock) return undefined;
  return date === 'ambiguous' ? date : { date, ...clock };
}

/** The orders in which a date like 18/11/2026 can be read; undefined for cells of other forms. */
export function possibleOrders(cell: string): DateOrder[] | undefined {
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})\b/.exec(cell.trim());
  if (!parts) return undefined;
  return (['dmy', 'mdy'] as const).filter((order) => readDay(parts[0], order)?.date !== undefined);
}

/** Days as they are written, and what follows them. 2026-4-3 is not an ISO date; with slashes it has one reading. */
const dayForms = [
  '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)',
  '(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})',
  '(?<day>\\d{1,2})[ /-](?<name>[a-z]{3,9})\\.?[ /-](?<year>\\d{4}|\\d{2})',
  '(?<name>[a-z]{3,9})\\.? (?<day>\\d{1,2}),? (?<year>\\d{4})',
  '(?<first>\\d{1,2})(?<sign>[./-])(?<second>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d{2})',
].map((form) => new RegExp(`^${form}(?:[T ,]\\s?(?<rest>.*))?$`, 'i'));

/** Undefined if it is no day; its date is undefined if there is no such day. */
function readDay(text: string, order: DateOrder | undefined) {
  const { groups } = dayForms.map((form) => form.exec(text)).find((found) => found !== null) ?? {};
  if (!groups) return undefined;
  const { day, month, name, first, second, rest } = groups;
  const year = groups.year?.length === 2 ? `20${groups.year}` : groups.year;
  if (first === undefined) return { date: dayOf(year, name ? monthNumber(name) : month, day), rest };
  const readings = { dmy: dayOf(year, second, first), mdy: dayOf(year, first, second) };
  if (order) return { date: readings[order], rest };
  const isAmbiguous = readings.dmy && readings.mdy && readings.dmy !== readings.mdy;
  return { date: isAmbiguous ? ('ambiguous' as const) : (readings.dmy ?? readings.mdy), rest };
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
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
