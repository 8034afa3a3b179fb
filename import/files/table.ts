import type { DateOrder, DecimalSign, Format } from '../../shared/domain/cells/dates.ts';
import { unguarded } from '../../shared/domain/csv.ts';
import { ColumnNames } from './readers/bounds.ts';
import { type CsvRow, csvRows, mostTitleRows } from './readers/csv.ts';
import { jsonRows } from './readers/json-lines.ts';
import { Unreadable } from './readers/unreadable.ts';
import { sheetRows } from './readers/xlsx.ts';
import type { Source } from './source.ts';

export interface TablePart {
  readonly header: CsvRow;
  readonly rows: readonly CsvRow[];
  /** The rows were rejected by an import: their last column says why, and is left out. */
  readonly isRepair: boolean;
  /** Of rejected rows: what the other rows of their file proved. */
  readonly proven: Proven;
}

/** What cells of a file prove of the others. */
export type Proven = Pick<Format, 'dates'> & { readonly decimal?: DecimalSign };

/**
 * The header of the column that says why a row was rejected. It carries what the file proved, because a few of its rows may
 * not. `isTaken`: the file has a column of that name.
 */
export function problemHeader({ dates, decimal }: Proven, isTaken: boolean): string {
  const proven = [...(dates ? [`dates ${dates}`] : []), ...(decimal ? [`decimal ${decimal}`] : [])];
  return `${isTaken ? 'Import ' : ''}Problem${proven.length > 0 ? ` (${proven.join(' ')})` : ''}`;
}

const problemHeaders = /^(?:Import )?Problem(?: \((?:dates (dmy|mdy))? ?(?:decimal ([.,]))?\))?$/;

/** What readers need of a file. */
export type Readable = Pick<Source, 'path' | 'format' | 'sheetWidth' | 'columns' | 'unreadable'>;

export function rawRows(
  { path, format, sheetWidth, columns, unreadable }: Readable,
  isColumn: (header: string) => boolean,
  onBytes: (count: number) => void = () => undefined,
): AsyncGenerator<CsvRow[]> {
  if (unreadable) throw new Unreadable(unreadable.message, unreadable.line);
  if (sheetWidth !== undefined) return sheetRows(path, sheetWidth, onBytes);
  return columns ? jsonRows(path, columns, onBytes) : csvRows(path, { ...format, isColumn, onBytes });
}

/** The table in a file: without the title above its header and without the footer below its last row. */
export async function* tableOf(
  source: Readable & Pick<Source, 'headerRows'>,
  isColumn: (header: string) => boolean,
  onBytes?: (count: number) => void,
  onSkipped: (row: CsvRow) => void = () => undefined,
): AsyncGenerator<TablePart> {
  let table: ReturnType<typeof withoutProblem> | undefined;
  // rows that are a footer if no other row follows
  let held: CsvRow[] = [];
  let headerRows = (source.headerRows ?? 1) - 1;
  let isBegun = false;
  for await (const part of rawRows(source, isColumn, onBytes)) {
    const start = table ? 0 : headerIndex(part, isColumn);
    if (!table && isWebPage(part)) throw new Unreadable('it is a web page, perhaps of a login; export the file again');
    if (!table) for (const row of part.slice(0, start)) onSkipped(row);
    const second = table ? undefined : secondHeader(part[start], part[start + 1], isColumn);
    const raw = table?.raw ?? second ?? part[start];
    if (!raw) continue;
    if (second) headerRows = Math.max(1, headerRows);
    if (!table) {
      const names = new ColumnNames();
      for (const cell of raw.cells) names.add(cell, raw.line);
    }
    table ??= withoutProblem(raw, isColumn);
    const { header, isRepair, proven } = table;
    // rejected rows come back without the other rows of headers
    if (isRepair) headerRows = 0;
    const rows: CsvRow[] = [];
    const isFirst = !isBegun;
    isBegun = true;
    for (const each of part.slice(isFirst ? start + 1 : 0)) {
      if (headerRows > 0) {
        headerRows -= 1;
        continue;
      }
      const row = isRepair ? unguardedRow(each.cells.length === raw.cells.length ? withoutLast(each) : each) : each;
      // a title and a footer are as long at most; more are rows that something is wrong with
      if (isFooter(row, header) && held.length < mostTitleRows) held.push(row);
      else {
        rows.push(...held, row);
        held = [];
      }
    }
    yield { header, rows, isRepair, proven };
  }
  for (const row of held) onSkipped(row);
}

/** What a download of a system answers whose session has ended. */
function isWebPage([first]: readonly CsvRow[]): boolean {
  return /^\s*<(!doctype html|html|head)\b/i.test(first?.cells[0] ?? '');
}

function withoutProblem(raw: CsvRow, isColumn: (header: string) => boolean) {
  const last = raw.cells.at(-1)?.trim() ?? '';
  const found = raw.problem === undefined && !isColumn(last) ? problemHeaders.exec(last) : null;
  const [, dates, decimal] = found ?? [];
  return {
    raw,
    header: found ? unguardedRow(withoutLast(raw)) : raw,
    isRepair: found !== null,
    proven: { ...(dates && { dates: dates as DateOrder }), ...(decimal && { decimal: decimal as DecimalSign }) },
  };
}

/** Rejected rows are written with a guard against formulas. */
function unguardedRow(row: CsvRow): CsvRow {
  return { ...row, cells: row.cells.map(unguarded) };
}

function withoutLast(row: CsvRow): CsvRow {
  return { ...row, cells: row.cells.slice(0, -1) };
}

const mostCompared = 1000;

/** The row with the most known headers among the first; the first row if none has any. */
function headerIndex(rows: readonly CsvRow[], isColumn: (header: string) => boolean): number {
  const first = rows.slice(0, mostTitleRows);
  // so many are enough to know a header by
  const known = first.map(
    ({ cells }) => cells.slice(0, mostCompared).filter((cell) => cell !== '' && isColumn(cell)).length,
  );
  const most = Math.max(0, ...known);
  const found = Math.max(0, known.indexOf(most));
  const filled = first.map(({ cells }) => cells.filter(isFilled).length);
  // below a row as wide as itself, a single word that is also a header is a value: Customer
  const wider = filled.findIndex((count) => count >= (filled[found] ?? 0));
  return most === 1 && (filled[found] ?? 0) > 2 ? Math.min(found, wider) : found;
}

/**
 * Two rows of headers, of which cells were merged: the second repeats what is known of the first, or has nothing but
 * headers. Of each column the lower one counts.
 */
function secondHeader(
  first: CsvRow | undefined,
  second: CsvRow | undefined,
  isColumn: (header: string) => boolean,
): CsvRow | undefined {
  if (!first || !second) return undefined;
  const known = first.cells.filter(isColumn);
  const repeats = known.length > 1 && first.cells.every((cell, at) => !isColumn(cell) || second.cells[at] === cell);
  const below = second.cells.filter(isFilled);
  if (!repeats && !(below.length > 1 && below.every(isColumn))) return undefined;
  const width = Math.max(first.cells.length, second.cells.length);
  const cells = Array.from({ length: width }, (_, at) => second.cells[at] || (first.cells[at] ?? ''));
  return { ...first, cells };
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

const footerWords =
  /^\W*(total|sum|summe|gesamt|count|exported|generated|report|confidential|copyright|source|\d+ (rows|records|items))\b/i;

function isFooter({ cells, problem }: CsvRow, header: CsvRow): boolean {
  if (problem !== undefined || header.cells.length < 3) return false;
  const first = cells.find(isFilled);
  if (first === undefined) return false;
  if (/^\W*(total|sum|summe|gesamt)\W*$/i.test(first)) return true;
  const isOnly = cells.findIndex(isFilled) === cells.findLastIndex(isFilled);
  return isOnly && (cells.length === 1 || footerWords.test(first));
}
