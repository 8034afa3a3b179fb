import { InvalidCell, text, type Value } from './cells.ts';
import { type BoundColumn, boundHeader } from './header.ts';
import type { Row } from './kinds/kind.ts';
import { columnOf } from './kinds.ts';
import { ownColumnTypes } from './own-columns.ts';
import type { Problem } from './problems.ts';
import type { CsvRow } from './readers/csv.ts';
import { Unreadable } from './readers/unreadable.ts';
import type { BoundMapping, Source } from './source.ts';
import { tableOf } from './table.ts';

type Report = (problem: Omit<Problem, 'file'>) => void;

export function isColumnOf({ kind, mapping }: Pick<Source, 'kind' | 'mapping'>): (header: string) => boolean {
  return mapping ? mapping.isColumn : (header) => columnOf(kind, header) !== undefined;
}

/** The rows of a file in batches. Reports problems and leaves out the rows that have one. */
export async function* readRows(
  source: Source,
  report: Report,
  onBytes?: (count: number) => void,
): AsyncGenerator<Row[]> {
  let reader: RowReader | undefined;
  try {
    for await (const { header, rows } of tableOf(source, isColumnOf(source), onBytes)) {
      reader ??= rowReader(source, header, report);
      const read = rows.flatMap(reader);
      if (read.length > 0) yield read;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return report({ line: error.line, message: error.message });
  }
  if (!reader) report({ line: 1, message: 'the file is empty; its first row names the columns' });
}

type RowReader = (row: CsvRow) => Row[];

function rowReader(source: Source, header: CsvRow, report: Report): RowReader {
  if (header.problem !== undefined) {
    report({ line: header.line, message: header.problem });
    return () => [];
  }
  const mapped = source.mapping?.bind(header.cells, source.format);
  const { columns, problems } = boundHeader(source, { cells: mapped?.headers ?? header.cells }, mapped?.labels);
  for (const message of mapped?.problems ?? []) report({ line: header.line, message });
  // a column that the mapping could not find is reported once, by the mapping
  const unmapped = mapped && mapped.problems.length > 0 ? [] : problems;
  for (const problem of unmapped) report({ line: header.line, ...problem });
  if (problems.length > 0 || (mapped?.problems.length ?? 0) > 0) return () => [];

  const ownKeys = columns.flatMap((bound) => (bound && 'own' in bound ? [bound.own.key] : []));
  const headers = Object.fromEntries(
    columns.flatMap((bound) => (bound && 'column' in bound ? [[bound.column.field, bound.header]] : [])),
  );
  return (row) =>
    rowsFrom(row, header, mapped, report).flatMap((each) => {
      const read = readRow(each, columns, source, report);
      return read ? [{ ...read, ownKeys, headers }] : [];
    });
}

/** Checks the number of cells, and maps the row. */
function rowsFrom(row: CsvRow, header: CsvRow, mapped: BoundMapping | undefined, report: Report): readonly CsvRow[] {
  const { line, cells, problem } = row;
  if (problem !== undefined) {
    report({ line, message: problem });
    return [];
  }
  const width = header.cells.length;
  const isWider = cells.slice(width).some((cell) => cell !== '');
  if (isWider || cells.length < width) {
    const hint = isWider ? '; put texts that contain a separator in quotes' : '';
    report({ line, message: `has ${cells.length} cells, the header has ${width}${hint}` });
    return [];
  }
  const whole: CsvRow = { line, cells: cells.slice(0, width) };
  const rows = mapped ? mapped.rowsOf(whole) : [whole];
  for (const each of rows) if (each.problem !== undefined) report({ line, message: each.problem });
  return rows.filter((each) => each.problem === undefined);
}

function readRow(
  { line, cells }: CsvRow,
  columns: readonly (BoundColumn | undefined)[],
  { format }: Source,
  report: Report,
): Omit<Row, 'ownKeys' | 'headers'> | undefined {
  let isValid = true;
  const given: Record<string, Value | null> = {};
  const own = new Map<string, string | number | boolean>();
  for (const [at, bound] of columns.entries()) {
    const cell = isDeclaredEmpty(cells[at] ?? '', format.empty) ? '' : (cells[at] ?? '');
    try {
      if (!bound) {
        if (cell.trim() !== '') throw new InvalidCell(`"${cell}" is in column ${at + 1}, which has no header`);
      } else if ('column' in bound) {
        const { field, type, required } = bound.column;
        const isEmpty = type === text ? cell === '' : cell.trim() === '';
        if (isEmpty && required) throw new InvalidCell(`is empty; expected ${type.expected}`);
        given[field] = isEmpty ? null : type.read(cell, format);
      } else if ('own' in bound && cell !== '') {
        const { key, type } = bound.own;
        if (own.has(key)) throw new InvalidCell(`another column of this row has a value for ${key} too`);
        own.set(key, ownColumnTypes[type].read(cell, format) as string | number | boolean);
      }
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      isValid = false;
      report({ line, ...(bound && { column: bound.header }), message: error.message });
    }
  }
  return isValid ? { line, given, own } : undefined;
}

function isDeclaredEmpty(cell: string, empty: readonly string[] | undefined): boolean {
  return empty?.includes(cell.trim().toLowerCase()) ?? false;
}
