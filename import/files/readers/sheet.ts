import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { number } from '../../../shared/domain/cells/cells.ts';
import { checkCell, checkColumns, checkRow } from './bounds.ts';
import { Unreadable } from './unreadable.ts';
import { attributeOf, readXml } from './xml.ts';

// A sheet becomes a file of JSON lines: `[line, ...cells]` for each row that is not empty.

/** As in Excel. */
const mostRows = 1_048_576;
const batchLength = 64 * 1024;

/** How cells show a number: as a date or a time, or with so many digits at least. */
export type NumberStyle = 'date' | { readonly digits: number };

/** What a cell of a sheet can refer to. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  /** The day of serial number 0, in days since 1970. */
  readonly firstDay: number;
}

/** Cells that are merged over several rows show their value in the first one; the others get it too. */
interface MergedCells {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes the rows of a sheet to `target`. Returns the cells of the longest; 0 if there are no rows. `take` counts the
 * bytes that are written.
 */
export async function writeSheet(
  pieces: AsyncIterable<string>,
  context: CellContext,
  target: string,
  take: (bytes: number) => void,
): Promise<number> {
  const file = openSync(target, 'w');
  const { width, merged } = await writeRows(pieces, context, file, take).finally(() => closeSync(file));
  if (merged.length > 0) await fillMerged(target, merged, take);
  return width;
}

async function writeRows(
  pieces: AsyncIterable<string>,
  context: CellContext,
  file: number,
  take: (bytes: number) => void,
) {
  const merged: MergedCells[] = [];
  const texts = new TextCollector();
  let lines: string[] = [];
  let waiting = 0;
  let [row, column, width, rowLength] = [0, 0, 0, 0];
  let cells: string[] = [];
  let [type, style, value]: [string, number, string | undefined] = ['n', 0, undefined];

  const keep = (text: string) => {
    checkCell(text.length, row);
    rowLength += text.length;
    checkRow(rowLength, row);
    while (cells.length < column - 1) cells.push('');
    cells[column - 1] = text;
  };
  const endRow = () => {
    if (cells.length === 0 || cells.every((cell) => cell === '')) return;
    width = Math.max(width, cells.length);
    const line = JSON.stringify([row, ...cells]);
    take(Buffer.byteLength(line));
    lines.push(line);
    waiting += line.length;
    if (waiting > batchLength) flush();
  };
  // at once: the cells of one piece of XML can have a thousand times its length
  const flush = () => {
    if (waiting === 0) return;
    writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
    waiting = 0;
  };
  const handler = {
    open(name: string, tag: string) {
      if (name === 'row') {
        row = placeOf(attributeOf(tag, 'r') ?? String(row + 1), mostRows, 'rows');
        cells = [];
        [column, rowLength] = [0, 0];
      } else if (name === 'c') {
        const letters = attributeOf(tag, 'r')?.match(/^[A-Z]{1,7}/)?.[0];
        column = letters ? columnOf(letters) : column + 1;
        checkColumns(column, row);
        type = attributeOf(tag, 't') ?? 'n';
        style = Number(attributeOf(tag, 's') ?? 0);
        value = undefined;
      } else if (name === 'v' || name === 't') texts.begin();
      else if (name === 'rPh') texts.isPaused = true;
      else if (name === 'mergeCell') {
        const range = mergeOf(attributeOf(tag, 'ref') ?? '');
        if (range) merged.push(range);
        if (merged.length > mostRows) throw new Unreadable(`has more than ${mostRows} merged cells`);
      }
    },
    text: (text: string) => texts.add(text),
    close(name: string) {
      if (name === 'v' || name === 't') {
        const text = texts.end();
        // a text in runs has one element each
        if (text !== undefined) value = name === 't' ? (value ?? '') + text : text;
      } else if (name === 'rPh') texts.isPaused = false;
      else if (name === 'c' && value !== undefined) keep(cellText(type, style, value, context));
      else if (name === 'row') endRow();
    },
  };
  await readXml(pieces, handler);
  flush();
  return { width, merged };
}

/** Collects the text of an element that comes in pieces. */
export class TextCollector {
  isPaused = false;
  #text: string | undefined;

  begin(): void {
    if (!this.isPaused) this.#text = '';
  }

  add(text: string): void {
    if (this.#text === undefined) return;
    this.#text += text;
    checkCell(this.#text.length);
  }

  end(): string | undefined {
    const text = this.#text;
    this.#text = undefined;
    return text;
  }
}

function cellText(type: string, style: number, value: string, { strings, styles, firstDay }: CellContext): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return unescaped(value);
  const amount = Number(value);
  if (value.trim() === '' || Number.isNaN(amount)) return '';
  const shown = styles[style] ?? { digits: 1 };
  if (shown !== 'date') {
    const written = number.write(amount);
    return amount < 0 ? written : written.padStart(shown.digits, '0');
  }
  // spreadsheets have no time zones: it is wall time, written as if it were UTC, to the millisecond
  const date = new Date(Math.round((amount + firstDay) * 86_400_000));
  return Number.isNaN(date.valueOf()) ? number.write(amount) : date.toISOString().replace(/T00:00:00\.000Z$|Z$/, '');
}

/** Characters that XML cannot contain are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  // no text has the character 0, as in other files: it becomes another that is refused
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16) || 1));
}

/** A is 1, Z is 26, AA is 27. */
function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
}

function placeOf(text: string, most: number, what: string): number {
  const place = Number(text);
  if (!Number.isInteger(place) || place < 1 || place > most) throw new Unreadable(`has more than ${most} ${what}`);
  return place;
}

function mergeOf(ref: string): MergedCells | undefined {
  const [, letters = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(ref) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return last > first ? { column: columnOf(letters), from: first, to: last } : undefined;
}

/** Repeats the value of merged cells in every row that they cover. */
async function fillMerged(path: string, merged: readonly MergedCells[], take: (bytes: number) => void): Promise<void> {
  const fill = mergeFiller(merged, take);
  const source = await open(path);
  const target = await open(`${path}.filled`, 'w');
  try {
    let [lines, waiting]: [string[], number] = [[], 0];
    const flush = async () => {
      if (lines.length > 0) await target.write(`${lines.join('\n')}\n`);
      [lines, waiting] = [[], 0];
    };
    for await (const text of source.readLines()) {
      const filled = fill(text);
      lines.push(filled);
      waiting += filled.length;
      if (waiting > batchLength) await flush();
    }
    await flush();
  } finally {
    await target.close();
    await source.close();
  }
  await rename(`${path}.filled`, path);
}

interface ActiveMerge {
  readonly to: number;
  readonly value: string;
}

/** Fills the merged cells of rows in their order. */
function mergeFiller(merged: readonly MergedCells[], take: (bytes: number) => void): (text: string) => string {
  const coming = merged.toSorted((a, b) => b.from - a.from);
  const active = new Map<number, ActiveMerge>();
  return (text) => {
    if (coming.length === 0 && active.size === 0) return text;
    const [line = 0, ...cells] = JSON.parse(text) as [number, ...string[]];
    for (const [column, { to, value }] of active) {
      if (to < line) active.delete(column);
      else if ((cells[column - 1] ?? '') === '') {
        while (cells.length < column) cells.push('');
        cells[column - 1] = value;
        take(Buffer.byteLength(value) + 1);
      }
    }
    for (let next = coming.at(-1); next && next.from <= line; next = coming.at(-1)) {
      coming.pop();
      const value = cells[next.column - 1] ?? '';
      if (next.from === line && value !== '') active.set(next.column, { to: next.to, value });
    }
    return JSON.stringify([line, ...cells]);
  };
}
