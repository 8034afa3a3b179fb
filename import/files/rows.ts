import { InvalidCell, text, type Value } from './cells.ts';
import { copyOf } from './copy.ts';
import { type BoundColumn, boundHeader } from './header.ts';
import type { Row } from './kinds/kind.ts';
import { columnOf, normalizedHeader } from './kinds.ts';
import { hasType, ownColumnTypes } from './own-columns.ts';
import { emptyFile, type Problem } from './problems.ts';
import { quoted } from './quoted.ts';
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
      const read = rows.flatMap((row) => (isLeftOut(source, row) ? [] : (reader?.(row) ?? [])));
      if (read.length > 0) yield read;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return report({ line: error.line, message: error.message, whole: true });
  }
  if (!reader) report({ ...emptyFile, whole: true });
}

function isLeftOut({ leftOut, rejected }: Source, { line }: CsvRow): boolean {
  return (leftOut?.has(line) ?? false) || (rejected?.has(line) ?? false);
}

type RowReader = (row: CsvRow) => Row[];

function rowReader(source: Source, header: CsvRow, report: Report): RowReader {
  if (header.problem !== undefined) {
    report({ line: header.line, message: header.problem, whole: true });
    return () => [];
  }
  const mapped = source.mapping?.bind(header.cells, source.format);
  const headersFound = mapped?.headers ?? header.cells;
  const { columns, problems } = boundHeader(source, { cells: headersFound }, mapped?.labels, header.cells);
  for (const message of mapped?.problems ?? []) report({ line: header.line, message, whole: true });
  // a column that the mapping could not find is reported once, by the mapping
  const unmapped = mapped && mapped.problems.length > 0 ? [] : problems;
  for (const problem of unmapped) report({ line: header.line, ...problem, whole: true });
  if (problems.length > 0 || (mapped?.problems.length ?? 0) > 0) return () => [];

  // declared ones first: they are kept if a client has too many
  const declared = new Set(source.metadata === 'all' ? [] : (source.metadata ?? []).map(normalizedHeader));
  const own = columns.filter((bound) => bound !== undefined && 'own' in bound);
  const isDeclared = (bound: BoundColumn) => hasType(bound.header) || declared.has(normalizedHeader(bound.header));
  const ownKeys = [...own.filter(isDeclared), ...own.filter((each) => !isDeclared(each))].map((each) => each.own.key);
  const headers = Object.fromEntries(
    columns.flatMap((bound) => (bound && 'column' in bound ? [[bound.column.field, bound.header]] : [])),
  );
  const file: FileOfRows = { columns, readers: columns.map((bound) => cellReader(bound, source)), ownKeys, headers };
  return (row) => rowsFrom(row, header, mapped, report).flatMap((each) => readRow(each, file, source, report) ?? []);
}

/** Checks the number of cells, and maps the row. */
function rowsFrom(row: CsvRow, header: CsvRow, mapped: BoundMapping | undefined, report: Report): readonly CsvRow[] {
  const { line, cells, problem } = row;
  if (problem !== undefined) {
    report({ line, message: problem });
    return [];
  }
  const width = header.cells.length;
  const isWider = cells.length > width && cells.slice(width).some((cell) => cell !== '');
  if (isWider || cells.length < width) {
    const hint = isWider ? '; put texts that contain a separator in quotes' : '';
    report({ line, message: `has ${cells.length} cells, the header has ${width}${hint}` });
    return [];
  }
  const whole: CsvRow = cells.length === width ? row : { line, cells: cells.slice(0, width) };
  if (!mapped) return [whole];
  const rows = mapped.rowsOf(whole);
  for (const each of rows) if (each.problem !== undefined) report({ line, message: each.problem });
  return rows.filter((each) => each.problem === undefined);
}

/** What the rows of a file share. */
interface FileOfRows extends Pick<Row, 'ownKeys' | 'headers'> {
  readonly columns: readonly (BoundColumn | undefined)[];
  readonly readers: readonly ((cell: string) => Value)[];
}

type OwnCells = Map<string, string | number | boolean>;

const noOwnCells: Row['own'] = new Map();

function readRow(
  { line, cells }: CsvRow,
  { columns, readers, ownKeys, headers }: FileOfRows,
  { format }: Source,
  report: Report,
): Row | undefined {
  let isValid = true;
  const given: Record<string, Value | null> = {};
  const own: OwnCells | undefined = ownKeys.length > 0 ? new Map() : undefined;
  // a loop over `entries()` would make garbage for each of millions of cells
  for (let at = 0; at < columns.length; at += 1) {
    const bound = columns[at];
    const read = readers[at] ?? String;
    const cell = isDeclaredEmpty(cells[at] ?? '', format.empty) ? '' : (cells[at] ?? '');
    try {
      if (!bound) {
        if (cell.trim() !== '') throw new InvalidCell(`${quoted(cell)} is in column ${at + 1}, which has no header`);
      } else if ('column' in bound) {
        const { field, type, required } = bound.column;
        const isEmpty = type === text ? cell === '' : cell.trim() === '';
        if (isEmpty && required) throw new InvalidCell(`is empty; expected ${type.expected}`);
        given[field] = isEmpty ? null : read(cell);
      } else if ('own' in bound && cell !== '') {
        const { key } = bound.own;
        if (own?.has(key)) throw new InvalidCell(`another column of this row has a value for ${key} too`);
        own?.set(key, read(cell) as string | number | boolean);
      }
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      isValid = false;
      report({ line, ...(bound && { column: bound.header }), message: error.message, given });
    }
  }
  return isValid ? { line, given, own: own ?? noOwnCells, ownKeys, headers } : undefined;
}

const mostRemembered = 1000;
const longestRemembered = 40;

/** Reads the cells of a column. Remembers the first ones: dates, topics and numbers recur in millions of rows. */
function cellReader(bound: BoundColumn | undefined, { format }: Source): (cell: string) => Value {
  if (!bound) return String;
  const type = 'column' in bound ? bound.column.type : ownColumnTypes[bound.own.type];
  if (type === text) return (cell) => type.read(cell, format);
  const remembered = new Map<string, Value>();
  return (cell) => {
    const known = remembered.get(cell);
    if (known !== undefined) return known;
    if (cell.length > longestRemembered || remembered.size >= mostRemembered) return type.read(cell, format);
    const copy = copyOf(cell);
    const value = type.read(copy, format);
    remembered.set(copy, value);
    return value;
  };
}

function isDeclaredEmpty(cell: string, empty: readonly string[] | undefined): boolean {
  return empty?.includes(cell.trim().toLowerCase()) ?? false;
}
