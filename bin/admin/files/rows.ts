import { flag, number, text, Unclear, type Value } from './cells.ts';
import { type CsvRow, rowsOf, Unreadable } from './csv.ts';
import { type Column, columnOf, type Kind } from './kinds.ts';
import type { Problem } from './problems.ts';

/** A file to import. */
export interface Source {
  readonly kind: Kind;
  readonly path: string;
  /** As it is called in messages. */
  readonly name: string;
}

/** A row as the kind of its file understands it. */
export interface Row {
  readonly line: number;
  /** Of the columns that the file has; null where a cell is empty. */
  readonly given: Readonly<Record<string, Value | null>>;
  /** Of the columns that are the customer's own, and not empty. */
  readonly further: ReadonlyMap<string, string | number | boolean>;
  /** All of these columns. */
  readonly furtherKeys: readonly string[];
}

export const furtherTypes = { text, number, boolean: flag } as const;
type FurtherType = keyof typeof furtherTypes;

interface Further {
  readonly key: string;
  readonly type: FurtherType;
}

/** `Employees (number)`; a text needs no type, unless its name would be taken for something else. */
export function furtherOf(header: string): Further {
  const [, key, type] = /^(.*) \((text|number|boolean)\)$/s.exec(header) ?? [];
  return key !== undefined && type !== undefined
    ? { key, type: type as FurtherType }
    : { key: header.trim(), type: 'text' };
}

export function furtherHeader(kind: Kind, { key, type }: Further): string {
  const plain = type === 'text' && !columnOf(kind, key) && furtherOf(key).key === key;
  return plain ? key : `${key} (${type})`;
}

/** The SDK stores no map that has these keys. */
const unusable: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

type Bound =
  | { readonly header: string; readonly column: Column }
  | { readonly header: string; readonly further: Further };

type Report = (problem: Omit<Problem, 'file'>) => void;

/** The rows of a file, many at a time; what is wrong with it is reported, and its row left out. */
export async function* readRows(
  { kind, path }: Source,
  report: Report,
  onBytes?: (count: number) => void,
): AsyncGenerator<Row[]> {
  let columns: readonly (Bound | undefined)[] | undefined;
  let furtherKeys: readonly string[] = [];
  let headed = false;
  try {
    for await (const part of rowsOf(path, (header) => columnOf(kind, header) !== undefined, onBytes)) {
      const rows: Row[] = [];
      for (const row of part) {
        if (!headed) {
          headed = true;
          columns = boundColumns(kind, row, report);
          furtherKeys = (columns ?? []).flatMap((bound) => (bound && 'further' in bound ? [bound.further.key] : []));
        } else if (columns) {
          const read = rowOf(row, columns, report);
          if (read) rows.push({ ...read, furtherKeys });
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
    const further = furtherOf(header);
    const meaning = column ? column.header : `${further.key} (${further.type})`;
    if (taken.has(meaning)) refuse('there are two columns of this name', header);
    taken.add(meaning);
    if (column) return { header, column };
    if (!kind.further) {
      const names = kind.columns.map((each) => each.header).join(', ');
      refuse(`is no column of ${kind.name}.csv; its columns are ${names}`, header);
    } else if (kind.further === 'extra columns' && further.type !== 'text') {
      refuse('an extra column is a text', header);
    } else if (unusable.has(further.key)) refuse('cannot be the name of a column', header);
    return { header, further };
  });
  for (const { header, required } of kind.columns) {
    if (required && !taken.has(header)) refuse('this column is missing', header);
  }
  const ofClient = kind.columns.some(({ field }) => field === 'serviceId');
  if (ofClient && !taken.has('Client ID') && !taken.has('Service ID')) {
    refuse('this column is missing; a Service ID would do as well', 'Client ID');
  }
  return fine ? bound : undefined;
}

function rowOf(
  { line, cells, problem }: CsvRow,
  columns: readonly (Bound | undefined)[],
  report: Report,
): Omit<Row, 'furtherKeys'> | undefined {
  if (problem !== undefined) return void report({ line, message: problem });
  if (cells.length !== columns.length) {
    const hint = cells.length > columns.length ? '; is there a text with a separator in it that is not in quotes?' : '';
    return void report({ line, message: `has ${cells.length} cells, the header has ${columns.length}${hint}` });
  }
  let fine = true;
  const given: Record<string, Value | null> = {};
  const further = new Map<string, string | number | boolean>();
  for (const [at, bound] of columns.entries()) {
    const cell = cells[at] ?? '';
    const header = bound?.header ?? '';
    try {
      if (!bound) {
        if (cell.trim() !== '') throw new Unclear(`"${cell}" stands in column ${at + 1}, which has no name`);
      } else if ('column' in bound) {
        const { field, type, required } = bound.column;
        const empty = type === text ? cell === '' : cell.trim() === '';
        if (empty && required) throw new Unclear(`is empty; expected ${type.expected}`);
        given[field] = empty ? null : type.read(cell);
      } else if (cell !== '') {
        const { key, type } = bound.further;
        if (further.has(key)) throw new Unclear(`there is a value of ${key} in another column already`);
        further.set(key, furtherTypes[type].read(cell) as string | number | boolean);
      }
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      fine = false;
      report({ line, ...(bound && { column: header }), message: error.message });
    }
  }
  return fine ? { line, given, further } : undefined;
}
