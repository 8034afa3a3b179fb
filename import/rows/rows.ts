import { InvalidCell, quoted, text, type Value } from '../../shared/domain/cells/cells.ts';
import type { Format } from '../../shared/domain/cells/dates.ts';
import type { Row } from '../../shared/table/entities/entity.ts';
import { kindOf } from '../../shared/table/entities/kinds.ts';
import { caps } from '../../shared/table/entities/limits.ts';
import { copyOf } from '../files/copy.ts';
import { type BoundColumn, boundHeader, columnOf, hasType, normalizedHeader, ownColumnTypes } from '../files/header.ts';
import type { Problem } from '../files/problems.ts';
import type { CsvRow } from '../files/readers/csv.ts';
import { type BoundMapping, isFollowing, type MappedRow, type Source } from '../files/source.ts';
import { otherId } from './other-id.ts';

const openSignals = kindOf('open-signals');
const aliases = kindOf('aliases');

type Report = (problem: Omit<Problem, 'file'>) => void;

export function isColumnOf({ kind, mapping }: Pick<Source, 'kind' | 'mapping'>): (header: string) => boolean {
  return mapping ? mapping.isColumn : (header) => columnOf(kind, header) !== undefined;
}

/** How the rows of a file become rows of its kind. */
export interface RowReader {
  /** Why nothing of the file can be read. */
  readonly problems: readonly Omit<Problem, 'file'>[];
  /** The rows of the kind that a row of the file makes: several with a mapping, none if the row has a problem. */
  readonly read: (row: CsvRow, report: Report) => readonly Row[];
  readonly mapped: BoundMapping | undefined;
}

/** Reads rows by the header of their file. */
export function rowReader(source: Source, header: CsvRow): RowReader {
  const { line } = header;
  const refused = (problems: RowReader['problems']): RowReader => ({ problems, read: () => [], mapped: undefined });
  if (header.problem !== undefined) return refused([{ line, message: header.problem, whole: true }]);
  const mapped = source.mapping?.bind(header.cells, source.format);
  const { columns, problems } = boundHeader(source, header.cells, mapped);
  // a column that the mapping could not find is reported once, by the mapping
  const ofMapping = (mapped?.problems ?? []).map((message) => ({ message }));
  const found = [...ofMapping, ...(ofMapping.length > 0 ? [] : problems)];
  if (found.length > 0) return refused(found.map((problem) => ({ line, ...problem, whole: true })));

  // declared ones first: they are kept if a client has too many
  const declared = new Set(source.metadata === 'all' ? [] : (source.metadata ?? []).map(normalizedHeader));
  const own = columns.filter((bound) => bound !== undefined && 'own' in bound);
  const isDeclared = (bound: BoundColumn) => hasType(bound.header) || declared.has(normalizedHeader(bound.header));
  const ownKeys = [...own.filter(isDeclared), ...own.filter((each) => !isDeclared(each))].map((each) => each.own.key);
  const headers = Object.fromEntries(
    columns.flatMap((bound) => (bound && 'column' in bound ? [[bound.column.field, bound.header]] : [])),
  );
  const shared: SharedByRows = {
    columns,
    readers: columns.map((bound) => cellReader(bound, source.format)),
    substitutes: columns.flatMap((bound) => {
      const { field = '', otherwise } = bound && 'column' in bound ? bound.column : {};
      return otherwise === undefined ? [] : [{ header: bound?.header ?? '', field, otherwise }];
    }),
    ownKeys,
    headers,
  };
  return {
    problems: [],
    read: (row, report) => {
      const found = rowsFrom(row, header, mapped, source, report).flatMap(
        (each) => readRow(each, shared, source, report) ?? [],
      );
      return isFollowing(source) ? found.flatMap((each) => [each, ...otherNames(each)]) : found;
    },
    mapped,
  };
}

/** Checks the number of cells, and maps the row. */
function rowsFrom(
  row: CsvRow,
  header: CsvRow,
  mapped: BoundMapping | undefined,
  source: Source,
  report: Report,
): readonly MappedRow[] {
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
  const rows = mapped.rowsOf(whole).filter((each) => each.problem !== undefined || hasHappened(each, source));
  for (const each of rows) if (each.problem !== undefined) report({ line, message: each.problem });
  return rows.filter((each) => each.problem === undefined);
}

/** A meeting that is planned has not taken place, and a week of which the file has only some days lacks hours. */
function hasHappened({ made }: MappedRow, { knownUntil = '', whole }: Source): boolean {
  const date = String(made?.date ?? '');
  if (whole) return date >= whole.from && date <= whole.until;
  return knownUntil === '' || date <= knownUntil || !String(made?.measured).startsWith('meeting=');
}

/** What the rows of a file share. */
interface SharedByRows extends Pick<Row, 'ownKeys' | 'headers'> {
  readonly columns: readonly (BoundColumn | undefined)[];
  readonly readers: readonly ((cell: string) => Value)[];
  readonly substitutes: readonly { readonly header: string; readonly field: string; readonly otherwise: string }[];
}

type OwnCells = Map<string, string | number | boolean>;

const noOwnCells: Row['own'] = new Map();

function readRow(
  { line, cells, made, isOpen }: MappedRow,
  { columns, readers, substitutes, ownKeys, headers }: SharedByRows,
  { kind, format, knownUntil, follows }: Source,
  report: Report,
): Row | undefined {
  let isValid = true;
  const given: Record<string, Value | null> = {
    ...made,
    ...(isOpen && knownUntil !== undefined && { seen: knownUntil }),
  };
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
        const { field, type, required, otherwise } = bound.column;
        const isEmpty = type === text ? cell === '' : cell.trim() === '';
        if (isEmpty && required && otherwise === undefined)
          throw new InvalidCell(`is empty; expected ${type.expected}`);
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
  for (const { header, field, otherwise } of substitutes) {
    given[field] ??= given[otherwise] ?? null;
    if (given[field] !== null) continue;
    isValid = false;
    report({ line, column: header, message: `is empty, and so is ${otherwise}`, given });
  }
  if (!isValid) return undefined;
  const about = { kind: isOpen ? openSignals : kind, line, given, own: own ?? noOwnCells, ownKeys, headers };
  // the id of the service says which client it is
  return follows === undefined || given.serviceId != null ? about : { ...about, follows };
}

/** Under which id and name the list of another system has a client. */
function otherNames({ line, given, follows }: Row): Row[] {
  if (follows === undefined) return [];
  const names = new Set(
    [given.externalId, given.name].flatMap((each) => (each == null ? [] : [otherId(follows, String(each))])),
  );
  return [...names]
    .filter((alias) => alias.length <= caps.name)
    .map((alias) => ({ kind: aliases, line, given: { alias }, own: noOwnCells, ownKeys: [], headers: {} }));
}

/** A column with more values than this has ids or texts, which are quicker read than looked up. */
const mostRemembered = 2000;
const longestRemembered = 40;

/** Reads the cells of a column. Remembers the first ones: dates, topics and numbers recur in millions of rows. */
function cellReader(bound: BoundColumn | undefined, format: Format): (cell: string) => Value {
  if (!bound) return String;
  const type = 'column' in bound ? bound.column.type : ownColumnTypes[bound.own.type];
  if (type === text) return (cell) => type.read(cell, format);
  const remembered = new Map<string, Value>();
  return (cell) => {
    if (remembered.size >= mostRemembered || cell.length > longestRemembered) return type.read(cell, format);
    const known = remembered.get(cell);
    if (known !== undefined) return known;
    const copy = copyOf(cell);
    const value = type.read(copy, format);
    remembered.set(copy, value);
    return value;
  };
}

function isDeclaredEmpty(cell: string, empty: readonly string[] | undefined): boolean {
  return empty?.includes(cell.trim().toLowerCase()) ?? false;
}
