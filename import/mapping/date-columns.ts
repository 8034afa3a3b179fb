import { type Format, possibleOrders, readTime } from '../../shared/domain/cells/dates.ts';
import { type CellOf, cellOf, headerIndex } from './columns.ts';
import type { FileMapping } from './schema.ts';

// Files with a column for each date, like a sheet with a client in every row and a week in every column.

/** A single date could be the heading of anything. */
const fewestDates = 2;

interface DateColumn {
  readonly header: string;
  /** ISO 8601 if the headers prove the order of day and month; else the header. */
  readonly date: string;
  readonly read: CellOf;
}

export function isDateHeader(header: string): boolean {
  return !/^\d*$/.test(header.trim()) && readTime(header, 'dmy') !== undefined;
}

export function hasDateColumns(headers: readonly string[]): boolean {
  return headers.filter(isDateHeader).length >= fewestDates;
}

export function dateColumnsOf(
  { values = {} }: NonNullable<FileMapping['dateColumns']>,
  headers: readonly string[],
  format: Format,
): DateColumn[] {
  const index = headerIndex(headers);
  const dated = headers.filter(isDateHeader);
  const { dates = orderOf(dated) } = format;
  return dated.flatMap((header): DateColumn[] => {
    const time = readTime(header, dates);
    const cell = cellOf({ from: header, values }, index, format);
    return cell ? [{ header, date: typeof time === 'object' ? time.date : header, read: cell.read }] : [];
  });
}

/** The only order in which all of the dates can be read. */
function orderOf(headers: readonly string[]): Format['dates'] {
  const orders = headers.flatMap((header) => {
    const possible = possibleOrders(header);
    return possible ? [possible] : [];
  });
  const [order, another] = (['dmy', 'mdy'] as const).filter((each) => orders.every((all) => all.includes(each)));
  return another ? undefined : order;
}
