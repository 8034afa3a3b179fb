import { provenDecimalSign } from '../../shared/domain/cells/cells.ts';
import { type DateOrder, type DecimalSign, possibleOrders } from '../../shared/domain/cells/dates.ts';
import { type BoundColumn, boundHeader, normalizedHeader } from '../files/header.ts';
import { emptyFile, type Problems } from '../files/problems.ts';
import type { CsvRow } from '../files/readers/csv.ts';
import { type Fault, faultIn } from '../files/readers/unreadable.ts';
import type { Source } from '../files/source.ts';
import { type Proven, tableOf } from '../files/table.ts';
import { warnAboutCell, warnAboutStatus } from '../files/warnings.ts';
import { KeptRows } from './kept-rows.ts';
import { menderOf } from './mended.ts';
import { isColumnOf } from './rows.ts';

/** A row as others may see it. */
export type Hide = (row: readonly string[]) => readonly string[];

/** How a column of a file is read. */
interface ColumnReport {
  readonly header: string;
  /** A column of the kind, metadata, or not imported. */
  readonly readAs: string;
  readonly filled: number;
  readonly samples: readonly string[];
}

export interface FileReport {
  readonly file: string;
  readonly kind: string;
  readonly rows: number;
  readonly columns: readonly ColumnReport[];
  readonly notes: readonly string[];
}

const mostSamples = 3;

interface ColumnFacts {
  readonly header: string;
  filled: number;
  readonly samples: Set<string>;
  orders: Set<DateOrder>;
  /** A cell that only one order of day and month can read. */
  evidence?: string;
  /** The decimal signs that its cells prove, each with the first such cell. */
  readonly signs: Map<DecimalSign, string>;
}

/** A file that was read. */
export interface FileOfRows {
  /** The file, with the order of day and month and the decimal sign that its cells imply. */
  readonly source: Source;
  readonly proven: Proven;
  /** Undefined if nothing can be read. */
  readonly header: CsvRow | undefined;
  readonly rows: KeptRows;
  readonly report: FileReport;
  /** All headers of the file. */
  readonly headers: readonly string[];
  /** The headers that are read, with something in their cells. */
  readonly used: readonly string[];
  /** Why nothing can be read. */
  readonly unreadable?: Fault;
}

/**
 * Reads a file, once: keeps its rows, finds the conventions of its dates and numbers, and warns about odd cells. Leaves out
 * the rest when `isEnough`. Samples of cells are as `hide` leaves them.
 */
export async function readFile(
  source: Source,
  warnings: Problems,
  onBytes?: (count: number) => void,
  isEnough: (rows: KeptRows) => boolean = () => false,
  hide: Hide = (row) => row,
): Promise<FileOfRows> {
  const columns: ColumnFacts[] = [];
  const notes: string[] = [];
  const detectsSign = source.format.decimal === 'detect';
  const isClientList = source.kind.name === 'clients' && source.mapping !== undefined;
  const rows = new KeptRows();
  let header: CsvRow | undefined;
  let mend: ReturnType<typeof menderOf>;
  // of rejected rows, their whole file decides
  let before: Proven = {};
  let unreadable: Fault | undefined;
  try {
    const table = tableOf(source, isColumnOf(source), onBytes, ({ line, cells }) => {
      notes.push(
        `line ${line} is no row of the table: "${cells
          .filter((cell) => cell !== '')
          .join(' ')
          .slice(0, 60)}"`,
      );
    });
    for await (const part of table) {
      if (!header) {
        header = part.header;
        mend = menderOf(source.mended ?? [], header.cells);
        const { dates, decimal } = part.proven;
        before = { ...(dates && !source.format.dates && { dates }), ...(decimal && detectsSign && { decimal }) };
        for (const cell of header.cells) {
          const none = { filled: 0, samples: new Set<string>(), signs: new Map<DecimalSign, string>() };
          columns.push({ header: cell.trim(), ...none, orders: new Set(['dmy', 'mdy']) });
        }
      }
      for (const given of part.rows) {
        const row = mend ? { ...given, cells: mend(given.cells) } : given;
        rows.add(row);
        const { line, cells } = row;
        // not by columns: a row may have one cell of sixteen thousand
        cells.forEach((cell, at) => {
          const column = columns[at];
          if (cell === '' || !column) return;
          if (column.samples.size < mostSamples) addSample(column, cells, at, hide);
          addCell(column, cell, detectsSign);
          const place = { file: source.name, line, column: column.header };
          warnAboutCell(place, cell, warnings);
          if (isClientList) warnAboutStatus(place, cell, warnings);
        });
      }
      if (isEnough(rows)) break;
    }
    if (!header) unreadable = emptyFile;
  } catch (error) {
    unreadable = faultIn(error);
  }
  const order = source.format.dates || before.dates ? undefined : orderOf(columns);
  if (order) {
    const name = order.order === 'dmy' ? 'day/month/year' : 'month/day/year';
    notes.push(`dates are read as ${name}, because of "${order.evidence}"`);
  }
  // Without headers there are no columns, and each column has a reading.
  const bound = header ? readingsOf(source, header.cells) : { readings: [], notes: [] };
  const sign = before.decimal ? undefined : signOf(columns.filter((_, at) => bound.readings[at]?.isNumber));
  if (sign) notes.push(`numbers are read with ${sign.sign} before the decimals, because of "${sign.evidence}"`);
  const shown = columns.map(({ header: name, filled, samples }, at): ColumnReport => {
    return { header: name, readAs: bound.readings[at]?.readAs ?? 'not imported', filled, samples: [...samples] };
  });
  const { kind, format } = source;
  const proven = { ...before, ...(order && { dates: order.order }), ...(sign && { decimal: sign.sign }) };
  if (format.encoding === 'windows-1252') notes.push('the file is read as Windows-1252');
  return {
    header: unreadable ? undefined : header,
    rows,
    headers: columns.map((column) => column.header),
    used: shown.flatMap((column) => (column.readAs !== 'not imported' && column.filled > 0 ? [column.header] : [])),
    ...(unreadable && { unreadable }),
    report: { file: source.name, kind: kind.name, rows: rows.count, columns: shown, notes: [...notes, ...bound.notes] },
    proven,
    source: { ...source, format: { ...format, ...proven } },
  };
}

function addSample({ samples }: ColumnFacts, cells: readonly string[], at: number, hide: Hide): void {
  const short = (text = '') => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
  if (!samples.has(short(cells[at]))) samples.add(short(hide(cells)[at]));
}

function addCell(column: ColumnFacts, cell: string, detectsSign: boolean): void {
  column.filled += 1;
  if (detectsSign) {
    const sign = provenDecimalSign(cell);
    if (sign && !column.signs.has(sign)) column.signs.set(sign, cell);
  }
  const first = cell.charCodeAt(0);
  if (column.orders.size === 0 || first < 48 || first > 57) return;
  const orders = possibleOrders(cell);
  // a date that no order can read is a problem of its own
  if (!orders?.length) return;
  column.orders = new Set(orders.filter((order) => column.orders.has(order)));
  if (orders.length === 1) column.evidence ??= cell;
}

/** The only order that reads all dates of every column; undefined if both orders do, or neither. */
function orderOf(columns: readonly ColumnFacts[]): { order: DateOrder; evidence: string } | undefined {
  // One order is left only by a cell that is its evidence.
  const decided = columns.filter(({ orders, evidence }) => orders.size === 1 && evidence !== undefined);
  const [first] = decided;
  const orders = new Set(decided.flatMap((column) => [...column.orders]));
  const [order] = orders;
  return first?.evidence !== undefined && order && orders.size === 1 ? { order, evidence: first.evidence } : undefined;
}

/** The only decimal sign that the columns prove. */
function signOf(columns: readonly ColumnFacts[]): { sign: DecimalSign; evidence: string } | undefined {
  const proven = new Map(columns.flatMap(({ signs }) => [...signs]).reverse());
  const [first] = proven;
  return first && proven.size === 1 ? { sign: first[0], evidence: first[1] } : undefined;
}

interface Reading {
  readonly readAs: string;
  readonly isNumber: boolean;
}

/** What each column of the file is read as. */
function readingsOf(source: Source, header: readonly string[]): { readings: Reading[]; notes: readonly string[] } {
  const mapped = source.mapping?.bind(header, source.format);
  const bound = boundHeader(source, header, mapped);
  const byLabel = new Map<string, { readonly names: Set<string>; isNumber: boolean }>();
  for (const [at, column] of bound.columns.entries()) {
    if (!column) continue;
    const label = mapped?.labels[at] ?? header[at] ?? '';
    const { readAs, isNumber } = readingOf(column, source);
    for (const name of label.split(' + ').map(normalizedHeader)) {
      const known = byLabel.get(name) ?? { names: new Set(), isNumber: false };
      byLabel.set(name, known);
      known.names.add(readAs);
      known.isNumber ||= isNumber;
    }
  }
  const readings = header.map((cell): Reading => {
    const found = byLabel.get(normalizedHeader(cell));
    if (!found)
      return { readAs: mapped?.usedBy?.(cell) ?? 'not imported', isNumber: mapped?.isNumber?.(cell) ?? false };
    return { readAs: [...found.names].join(', '), isNumber: found.isNumber };
  });
  return { readings, notes: mapped?.notes ?? [] };
}

function readingOf(column: BoundColumn, { kind }: Source): Reading {
  if ('column' in column) return { readAs: column.column.header, isNumber: column.column.type.isNumber ?? false };
  // of a kind without columns of its own, the check refuses it
  if (!kind.ownColumns || !('own' in column)) return { readAs: 'not imported', isNumber: false };
  return { readAs: `${kind.ownColumns} ${column.own.key}`, isNumber: column.own.type === 'number' };
}
