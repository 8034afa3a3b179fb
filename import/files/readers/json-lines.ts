import { ColumnNames, checkDepth, checkRow, MissingCells, rowsAtOnce } from './bounds.ts';
import { bytesOf } from './bytes.ts';
import type { CsvRow } from './csv.ts';
import { Unreadable } from './unreadable.ts';

// What pipelines write: an object in each line. A column is a path of names: {"address":{"city":"Lisbon"}} has the column
// address.city. Any line may have a column more, so the whole file is read once for its columns.

/** A file with more broken lines than this, and more than one in twenty, is something else: each takes long to refuse. */
const mostBroken = 10_000;
const brokenShare = 20;

/** The names of all columns. */
export async function columnsIn(path: string): Promise<string[]> {
  const names = new ColumnNames();
  for await (const _ of objectsIn(path, names));
  return [...names.all];
}

/** The rows in batches; the first batch begins with the names of all columns. A row has the number of its line. */
export async function* jsonRows(
  path: string,
  columns: readonly string[],
  onBytes?: (count: number) => void,
): AsyncGenerator<CsvRow[]> {
  if (columns.length === 0) return;
  const places = new Map(columns.map((name, at) => [name, at]));
  const missing = new MissingCells();
  const atOnce = rowsAtOnce(columns.length);
  let rows: CsvRow[] = [{ line: 1, cells: columns }];
  for await (const { line, length, fields, problem } of objectsIn(path, new ColumnNames(), onBytes)) {
    missing.add(columns.length - fields.size, length, line);
    const cells = Array.from(columns, () => '');
    for (const [name, value] of fields) cells[places.get(name) ?? 0] = value;
    rows.push({ line, cells, ...(problem !== undefined && { problem }) });
    if (rows.length < atOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

interface LineOfFields {
  readonly line: number;
  /** The characters of the line. */
  readonly length: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly problem?: string;
}

async function* objectsIn(
  path: string,
  names: ColumnNames,
  onBytes?: (count: number) => void,
): AsyncGenerator<LineOfFields> {
  let [lines, broken] = [0, 0];
  for await (const { line, text } of linesOf(path, onBytes)) {
    lines += 1;
    const value = objectIn(text);
    const fields = new Map<string, string>();
    if (value) {
      checkDepth(value, line);
      flatten(value, '', fields, (name, prefix) => names.add(name, line, prefix));
      yield { line, length: text.length, fields };
      continue;
    }
    broken += 1;
    if (broken > mostBroken && broken * brokenShare > lines)
      throw new Unreadable(`has more than ${mostBroken} lines that are no JSON object`, line);
    yield { line, length: text.length, fields, problem: 'is no JSON object in one line' };
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Airbyte and dlt add fields of their own; without flattening, Airbyte has the row in `_airbyte_data`. */
const ofPipelines = /^_(airbyte|dlt)_/;

function flatten(
  value: object,
  prefix: string,
  fields: Map<string, string>,
  named: (name: string, prefix: string) => string,
): void {
  for (const [name, each] of Object.entries(value)) {
    const isNested = typeof each === 'object' && each !== null && !Array.isArray(each);
    if (prefix === '' && name === '_airbyte_data' && isNested) flatten(each, '', fields, named);
    else if (prefix === '' && ofPipelines.test(name)) continue;
    else if (isNested) flatten(each, `${prefix}${name}.`, fields, named);
    else fields.set(named(name, prefix), textOf(each));
  }
}

function textOf(value: unknown): string {
  if (value === null) return '';
  // no text has the character 0, as in other files: it becomes another that is refused
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('\0', '\u0001');
}

async function* linesOf(path: string, onBytes?: (count: number) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new Unreadable('is not UTF-8, which JSON always is', line + 1);
    }
  };
  for await (const chunk of bytesOf(path, onBytes)) {
    const lines = (rest + decoded(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    checkRow(rest.length, line + 1);
  }
  rest += decoded();
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}
