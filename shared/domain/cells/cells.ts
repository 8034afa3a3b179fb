import { unguarded } from '../csv.ts';
import { isId } from '../ids.ts';
import { topics } from '../scoring/topics.ts';
import { type DecimalSign, type Format, readTime, toInstant, type WallTime } from './dates.ts';

// Types of cells: how they are read and written. Ambiguous cells are refused with a hint.

export type Value = string | number | boolean | readonly string[];

export interface CellType {
  /** Completes "expected ...". */
  readonly expected: string;
  /** Throws `InvalidCell`. */
  readonly read: (text: string, format?: Format) => Value;
  readonly write: (value: Value) => string;
  readonly isNumber?: true;
}

export class InvalidCell extends Error {
  override name = 'InvalidCell' as const;
}

/** A cell's value in a message. Has no quotes inside, so `withoutCells` finds where it ends. */
export function quoted(value: unknown): string {
  return `"${String(value).replaceAll('"', "'")}"`;
}

const values = /"[^"]*"/g;

/** The message without the values of cells, which it quotes, and whose numbers it repeats. */
export function withoutCells(message: string): string {
  const shortened = message.replace(/(the|whose) headers are .*/s, 'the report lists its headers');
  if (shortened.search(values) === -1) return shortened;
  return shortened.replaceAll(values, '"…"').replaceAll(/\d[\d.,:/-]*/g, '…');
}

const plain = (expected: string, read: CellType['read']): CellType => ({ expected, read, write: String });

function invalid(text: string, expected: string, hint?: string): InvalidCell {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new InvalidCell(`${quoted(shown)} ${hint ?? `is not ${expected}`}${hint ? `; expected ${expected}` : ''}`);
}

/** Unchanged, except for the apostrophes that keep spreadsheets from running a text as a formula. */
export const text: CellType = {
  expected: 'text',
  read: unguarded,
  // the writer of the row adds the apostrophes
  write: String,
};

export const id = plain('an id: 1 to 64 letters, digits, - or _, beginning with a letter or digit', (cell) => {
  const trimmed = cell.trim();
  if (!isId(trimmed)) throw invalid(cell, id.expected);
  return trimmed;
});

/** The customer's own id: any text. */
export const externalId: CellType = {
  ...text,
  read: (cell) => String(text.read(cell)).trim(),
};

const flags = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

export const flag = plain('true or false (or yes, no, 1, 0)', (cell) => {
  const found = flags.get(cell.trim().toLowerCase());
  if (found === undefined) throw invalid(cell, flag.expected);
  return found;
});

export function choice(...values: readonly string[]): CellType {
  const expected = `one of ${values.join(', ')}`;
  return plain(expected, (cell) => {
    const found = cell.trim().toLowerCase();
    if (!values.includes(found)) throw invalid(cell, expected);
    return found;
  });
}

export const topic = plain('a topic: its id or its name, as GET /topics lists them', (cell) => {
  const wanted = cell.trim().toLowerCase();
  const found = topics.find(
    ({ id: topicId, displayName }) => topicId === wanted || displayName.toLowerCase() === wanted,
  );
  if (!found) throw invalid(cell, topic.expected);
  return found.id;
});

export const list: CellType = {
  expected: 'a list separated by ;',
  read: (cell) =>
    String(text.read(cell))
      .split(';')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  write: (value) => text.write((value as readonly string[]).join(';')),
};

/** Three letters are a code, whose case says nothing: eur is EUR. Names like US Dollar stay as they are. */
export const currency = plain('a currency such as EUR', (cell) => {
  const name = String(text.read(cell)).trim();
  return /^[a-z]{3}$/i.test(name) ? name.toUpperCase() : name;
});

export const number: CellType = numberBetween(-Infinity, Infinity);

/** A number in a range. The range can rule out one reading of an ambiguous number, such as a score of 85.125. */
export function numberBetween(least: number, most: number): CellType {
  return {
    expected: 'a number like 1234.5',
    isNumber: true,
    read: (cell, { decimal } = {}) => readNumber(cell, decimal, (value) => value >= least && value <= most),
    // 1.234 is ambiguous, 1.2340 is not
    write: (value) => (isAmbiguous(String(value)) ? `${value}0` : String(value)),
  };
}

function readNumber(cell: string, decimal: Format['decimal'], isInRange: (value: number) => boolean): number {
  const compact = withoutSpaces(cell);
  if (decimal === '.' || decimal === ',') return withDecimalSign(cell, withoutCurrency(compact), decimal);
  const digits = decimal === 'detect' ? withoutCurrency(compact) : compact;
  if (isAmbiguous(digits)) {
    const [whole, part] = digits.split(/[.,]/);
    const readings = [Number(`${whole}${part}`), Number(`${whole}.${part}`)];
    const [reading, another] = readings.filter(isInRange);
    if (reading !== undefined && another === undefined) return reading;
    throw new InvalidCell(
      `${quoted(cell)} is ambiguous (${whole}${part} or ${whole}.${part}); write ${whole}${part} or ${whole}.${part}0, or declare the decimal sign with --decimal`,
    );
  }
  const plainText = withPoint(digits);
  if (plainText === undefined) {
    throw invalid(cell, number.expected, percentHint(cell) ?? currencyHint(cell));
  }
  return Number(plainText) + 0;
}

const percentHint = (cell: string) => (cell.includes('%') ? 'has a percent sign; leave it out' : undefined);

const currencyHint = (cell: string) =>
  /[€$£¥]|[A-Z]{3}/.test(cell)
    ? 'has more than a number; declare the decimal sign with --decimal to accept currencies'
    : undefined;

function withoutSpaces(cell: string): string {
  return cell
    .trim()
    .replace(/^'(?=-)/, '')
    .replaceAll(/(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/g, '');
}

/** Drops a currency before or after the number. */
function withoutCurrency(compact: string): string {
  return compact
    .replace(/^(-?)\s*(?:[€$£¥]|[A-Z]{3})\s*/, '$1')
    .replace(/(?:[€$£¥]|[A-Z]{3})$/, '')
    .trimEnd();
}

/** Numbers with a sign before the decimals; the other sign separates thousands, of which none follow a zero. */
const numbersWith: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/,
  ',': /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/,
};

function withDecimalSign(cell: string, bare: string, decimal: DecimalSign): number {
  if (!numbersWith[decimal].test(bare)) {
    throw invalid(cell, `a number with ${decimal} before the decimals`, percentHint(cell));
  }
  return Number(plainNumber(bare, decimal)) + 0;
}

/** The decimal sign of a number that only one sign can read; undefined for other cells. */
export function provenDecimalSign(cell: string): DecimalSign | undefined {
  return signOf(withoutCurrency(withoutSpaces(cell)));
}

function signOf(digits: string): DecimalSign | undefined {
  const [sign, another] = (['.', ','] as const).filter((each) => numbersWith[each].test(digits));
  return another ? undefined : sign;
}

/** A single separator before three digits may separate thousands or decimals. After a zero it separates decimals. */
function isAmbiguous(number: string): boolean {
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(number);
}

function withPoint(number: string): string | undefined {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number)) return number;
  const sign = signOf(number);
  return sign && plainNumber(number, sign);
}

/** Without thousands, and with a point. */
function plainNumber(number: string, decimal: DecimalSign): string {
  return decimal === '.' ? number.replaceAll(',', '') : number.replaceAll('.', '').replace(',', '.');
}

const orderHint = 'can be read as day/month or month/day; say which with --dates dmy or --dates mdy';

/** A date, and a clock if the cell has one. */
function timeIn(cell: string, { dates }: Format, expected: string): WallTime {
  const found = readTime(cell, dates);
  if (found === 'ambiguous') throw new InvalidCell(`${quoted(cell.trim())} ${orderHint}`);
  if (found === undefined) throw invalid(cell, expected);
  return found;
}

export const date = plain('a date like 2026-04-03', (cell, format = {}) => {
  const found = timeIn(cell, format, date.expected);
  if (found.clock !== undefined) throw invalid(cell, date.expected);
  return found.date;
});

export const time: CellType = plain('a time like 2026-04-03T14:05:00Z, or a date', (cell, format = {}) => {
  const instant = toInstant(timeIn(cell, format, time.expected), format);
  if (instant !== undefined) return instant;
  throw invalid(cell, time.expected, 'has no time zone; declare it with --zone, or add Z or an offset like +02:00');
});

/** The day of a time, as the cell writes it. */
export const day = plain('a date like 2026-04-03, or a time', (cell, format = {}) => {
  return timeIn(cell, format, day.expected).date;
});
