import { bytesOf } from './bytes.ts';
import { type CsvRow, longestRow, mostCells } from './csv.ts';
import { Unreadable } from './unreadable.ts';

// What pipelines write: an object in each line. A column is a path of names: {"address":{"city":"Lisbon"}} has the column
// address.city. Any line may have a column more, so the whole file is read once for its columns.

const rowsAtOnce = 1000;

/** The names of all columns. */
export async function columnsIn(path: string): Promise<string[]> {
  const columns = new Set<string>();
  for await (const { fields } of objectsIn(path))
    for (const name of fields.keys()) {
      columns.add(name);
      if (columns.size > mostCells) throw new Unreadable(`has more than ${mostCells} columns`);
    }
  return [...columns];
}

/** The rows in batches; the first batch begins with the names of all columns. A row has the number of its line. */
export async function* jsonRows(
  path: string,
  columns: readonly string[],
  onBytes?: (count: number) => void,
): AsyncGenerator<CsvRow[]> {
  if (columns.length === 0) return;
  const places = new Map(columns.map((name, at) => [name, at]));
  let rows: CsvRow[] = [{ line: 1, cells: columns }];
  for await (const { line, fields, problem } of objectsIn(path, onBytes)) {
    const cells = Array.from({ length: places.size }, () => '');
    for (const [name, value] of fields) cells[places.get(name) ?? 0] = value;
    rows.push({ line, cells, ...(problem !== undefined && { problem }) });
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

interface LineOfFields {
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly problem?: string;
}

async function* objectsIn(path: string, onBytes?: (count: number) => void): AsyncGenerator<LineOfFields> {
  for await (const { line, text } of linesOf(path, onBytes)) {
    if (text.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object');
      const fields = new Map<string, string>();
      flatten(value, '', fields);
      yield { line, fields };
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      yield { line, fields: new Map(), problem: 'is no JSON object in one line' };
    }
  }
}

/** Airbyte and dlt add fields of their own; without flattening, Airbyte has the row in `_airbyte_data`. */
const ofPipelines = /^_(airbyte|dlt)_/;

function flatten(value: object, prefix: string, fields: Map<string, string>): void {
  for (const [name, each] of Object.entries(value)) {
    const isNested = typeof each === 'object' && each !== null && !Array.isArray(each);
    if (prefix === '' && name === '_airbyte_data' && isNested) flatten(each, '', fields);
    else if (prefix === '' && ofPipelines.test(name)) continue;
    else if (isNested) flatten(each, `${prefix}${name}.`, fields);
    else fields.set(prefix + name, textOf(each));
  }
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
    if (rest.length > longestRow) throw new Unreadable('has a line that is too long', line + lines.length + 1);
    for (const text of lines) yield { line: ++line, text };
  }
  rest += decoded();
  if (rest !== '') yield { line: line + 1, text: rest };
}
