import { flag, InvalidCell, number, text, type Value } from './cells.ts';
import { type CsvRow, rowsOf, Unreadable } from './csv.ts';
import type { Column, Kind, Row } from './kinds/kind.ts';
import { columnOf } from './kinds.ts';
import type { Problem } from './problems.ts';

/** A file to import. */
export interface Source {
  readonly kind: Kind;
  readonly path: string;
  /** Shown in messages. */
  readonly name: string;
}

export const ownColumnTypes = { text, number, boolean: flag } as const;
type OwnColumnType = keyof typeof ownColumnTypes;

interface OwnColumn {
  readonly key: string;
  readonly type: OwnColumnType;
}

/** `Employees (number)` gives a type; without one it is a text. */
export function ownColumnOf(header: string): OwnColumn {
  const [, key, type] = /^(.*) \((text|number|boolean)\)$/s.exec(header) ?? [];
  return key !== undefined && type !== undefined
    ? { key, type: type as OwnColumnType }
    : { key: header.trim(), type: 'text' };
}

export function ownColumnHeader(kind: Kind, { key, type }: OwnColumn): string {
  const plain = type === 'text' && !columnOf(kind, key) && ownColumnOf(key).key === key;
  return plain ? key : `${key} (${type})`;
}

/** The SDK cannot store a map with these keys. */
const unusable: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

type Bound =
  | { readonly header: string; readonly column: Column }
  | { readonly header: string; readonly own: OwnColumn };

type Report = (problem: Omit<Problem, 'file'>) => void;

/** The rows of a file in batches. Reports problems and leaves out the rows that have one. */
export async function* readRows(
  { kind, path }: Source,
  report: Report,
  onBytes?: (count: number) => void,
): AsyncGenerator<Row[]> {
  let columns: readonly (Bound | undefined)[] | undefined;
  let ownKeys: readonly string[] = [];
  let headed = false;
  try {
    for await (const part of rowsOf(path, (header) => columnOf(kind, header) !== undefined, onBytes)) {
      const rows: Row[] = [];
      for (const row of part) {
        if (!headed) {
          headed = true;
          columns = boundColumns(kind, row, report);
          ownKeys = (columns ?? []).flatMap((bound) => (bound && 'own' in bound ? [bound.own.key] : []));
        } else if (columns) {
          const read = rowOf(row, columns, report);
          if (read) rows.push({ ...read, ownKeys });
        }
      }
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return report({ line: error.line, message: error.message });
  }
  if (!headed) report({ line: 1, message: 'the file is empty; its first row names the columns' });
}

function boundColumns(kind: Kind, { line, cells, problem }: CsvRow, report: Report): (Bound | undefined)[] | undefined {
  let fine = true;
  const refuse = (message: string, column?: string) => {
    fine = false;
    report({ line, ...(column !== undefined && { column }), message });
  };
  if (problem !== undefined) return void refuse(problem);
  const taken = new Set<string>();
  const bound = cells.map((cell): Bound | undefined => {
    const header = String(text.read(cell));
    if (header.trim() === '') return undefined;
    const column = columnOf(kind, header);
    const own = ownColumnOf(header);
    const meaning = column ? column.header : `${own.key} (${own.type})`;
    if (taken.has(meaning)) refuse('there are two columns of this name', header);
    taken.add(meaning);
    if (column) return { header, column };
    if (!kind.ownColumns) {
      const names = kind.columns.map((each) => each.header).join(', ');
      refuse(`is not a column of ${kind.name}.csv; its columns are ${names}`, header);
    } else if (kind.ownColumns === 'extra columns' && own.type !== 'text') {
      refuse('extra columns are texts; leave out the type', header);
    } else if (unusable.has(own.key)) refuse('is a reserved word; rename the column', header);
    return { header, own };
  });
  for (const { header, required } of kind.columns) {
    if (required && !taken.has(header)) refuse('this column is missing', header);
  }
  const ofClient = kind.columns.some(({ field }) => field === 'serviceId');
  if (ofClient && !taken.has('Client ID') && !taken.has('Service ID')) {
    refuse('this column is missing; give a Client ID or a Service ID', 'Client ID');
  }
  return fine ? bound : undefined;
}

function rowOf(
  { line, cells, problem }: CsvRow,
  columns: readonly (Bound | undefined)[],
  report: Report,
): Omit<Row, 'ownKeys'> | undefined {
  if (problem !== undefined) return void report({ line, message: problem });
  if (cells.length !== columns.length) {
    const hint = cells.length > columns.length ? '; put texts that contain a separator in quotes' : '';
    return void report({ line, message: `has ${cells.length} cells, the header has ${columns.length}${hint}` });
  }
  let fine = true;
  const given: Record<string, Value | null> = {};
  const own = new Map<string, string | number | boolean>();
  for (const [at, bound] of columns.entries()) {
    const cell = cells[at] ?? '';
    const header = bound?.header ?? '';
    try {
      if (!bound) {
        if (cell.trim() !== '') throw new InvalidCell(`"${cell}" is in column ${at + 1}, which has no header`);
      } else if ('column' in bound) {
        const { field, type, required } = bound.column;
        const empty = type === text ? cell === '' : cell.trim() === '';
        if (empty && required) throw new InvalidCell(`is empty; expected ${type.expected}`);
        given[field] = empty ? null : type.read(cell);
      } else if (cell !== '') {
        const { key, type } = bound.own;
        if (own.has(key)) throw new InvalidCell(`another column of this row has a value for ${key} too`);
        own.set(key, ownColumnTypes[type].read(cell) as string | number | boolean);
      }
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      fine = false;
      report({ line, ...(bound && { column: header }), message: error.message });
    }
  }
  return fine ? { line, given, own } : undefined;
}
