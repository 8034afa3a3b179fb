import { unguarded } from '../../../shared/domain/csv.ts';
import { isDate } from '../../../shared/domain/dates.ts';
import { isId } from '../../../shared/domain/ids.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

// Types of cells: how they are read and written. Ambiguous cells are refused with a hint.

export type Value = string | number | boolean | readonly string[];

export interface CellType {
  /** Completes "expected ...". */
  readonly expected: string;
  /** Throws `InvalidCell`. */
  readonly read: (text: string) => Value;
  readonly write: (value: Value) => string;
}

export class InvalidCell extends Error {
  override name = 'InvalidCell' as const;
}

const plain = (expected: string, read: (text: string) => Value): CellType => ({ expected, read, write: String });

function invalid(text: string, expected: string, hint?: string): InvalidCell {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new InvalidCell(`"${shown}" ${hint ?? `is not ${expected}`}${hint ? `; expected ${expected}` : ''}`);
}

/** Kept as it is, except for the apostrophes that keep spreadsheets from running a text as a formula. */
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

export const number: CellType = {
  expected: 'a number like 1234.5',
  read: readNumber,
  // 1.234 is ambiguous, 1.2340 is not
  write: (value) => (isAmbiguous(String(value)) ? `${value}0` : String(value)),
};

function readNumber(cell: string): number {
  const compact = cell
    .trim()
    .replace(/^'(?=-)/, '')
    .replaceAll(/(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/g, '');
  if (isAmbiguous(compact)) {
    const [whole, part] = compact.split(/[.,]/);
    throw new InvalidCell(
      `"${cell}" is ambiguous (${whole}${part} or ${whole}.${part}); write ${whole}${part} or ${whole}.${part}0`,
    );
  }
  const plainText = withPoint(compact);
  if (plainText === undefined) {
    const hint = /[%€$£]|[A-Z]{3}/.test(cell) ? 'has more than a number' : undefined;
    throw invalid(cell, number.expected, hint);
  }
  return Number(plainText) + 0;
}

/** One separator and three digits: it may separate thousands or decimals. After a zero it separates decimals. */
function isAmbiguous(number: string): boolean {
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(number);
}

function withPoint(number: string): string | undefined {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number)) return number;
  if (/^-?\d+,\d+$/.test(number)) return number.replace(',', '.');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(number)) return number.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(number)) return number.replaceAll('.', '').replace(',', '.');
  return undefined;
}

export const date = plain('a date like 2026-04-03', (cell) => {
  const found = cell.trim();
  if (isDate(found)) return found;
  throw invalid(cell, date.expected, foreignDate(found));
});

export const time: CellType = plain('a time like 2026-04-03T14:05:00Z, or a date', (cell) => {
  const found = cell.trim();
  if (isDate(found)) return `${found}T00:00:00.000Z`;
  const [, day = '', clock = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:\d{2})?$/i.exec(found) ?? [];
  if (!isDate(day)) throw invalid(cell, time.expected, foreignDate(found));
  if (zone === '') throw invalid(cell, time.expected, 'has no time zone; add Z or an offset like +02:00');
  const at = Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
  if (Number.isNaN(at)) throw invalid(cell, time.expected);
  return new Date(at).toISOString();
});

function foreignDate(text: string): string | undefined {
  return /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/.test(text) ? 'may mean different days in different countries' : undefined;
}
