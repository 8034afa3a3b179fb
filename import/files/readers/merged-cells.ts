import type { FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

// The library that reads workbooks shows only the first of merged cells. A client's name that is merged over the rows of
// its invoices counts for all of them, so those cells are filled.

/** A file of a zip archive, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly isDeflated: boolean;
}

/** Cells that are merged over several rows: column and rows from 0, both ends included. */
export interface MergedCells {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

// Equivalent mutant: `''` to `"Stryker was here!"`. A text without elements names nothing, whatever it is.

/** The merged cells of each sheet, by its name. */
export async function mergedCells(file: FileHandle, entries: readonly ZipEntry[]): Promise<Map<string, MergedCells[]>> {
  const textAt = async (name: string, after = '') => {
    const entry = entries.find((each) => each.name === name);
    return entry ? textOf(file, entry, after) : '';
  };
  const targets = new Map<string, string>();
  for (const [element] of (await textAt('xl/_rels/workbook.xml.rels')).matchAll(/<Relationship\b[^>]*>/g)) {
    // Equivalent mutant: `/^\/?(xl\/)?/` to `/\/?(xl\/)?/`. Nothing is found earlier than at the beginning.
    targets.set(attribute(element, 'Id'), attribute(element, 'Target').replace(/^\/?(xl\/)?/, 'xl/'));
  }
  const found = new Map<string, MergedCells[]>();
  for (const [element] of (await textAt('xl/workbook.xml')).matchAll(/<sheet\b[^>]*>/g)) {
    const text = await textAt(targets.get(attribute(element, 'r:id')) ?? '', '</sheetData>');
    const merged = [...text.matchAll(/<mergeCell\b[^>]*\bref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g)].map(
      ([, letters = '', from, to]) => ({ column: columnOf(letters), from: Number(from) - 1, to: Number(to) - 1 }),
    );
    const tall = merged.filter(({ from, to }) => to > from);
    if (tall.length > 0) found.set(attribute(element, 'name'), tall);
  }
  return found;
}

/** Repeats the value of merged cells in every row that they cover. */
export function fillMerged(rows: unknown[][], merged: readonly MergedCells[]): void {
  for (const { column, from, to } of merged) {
    const value = rows[from]?.[column];
    for (const row of rows.slice(from + 1, to + 1)) row[column] ??= value;
  }
}

/** The text of a file in the archive, from the first occurrence of `after` on. */
async function textOf(file: FileHandle, entry: ZipEntry, after: string): Promise<string> {
  const head = Buffer.alloc(30);
  await file.read(head, 0, head.length, entry.offset);
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.packed === 0) return '';
  const packed = file.createReadStream({ start, end: start + entry.packed - 1, autoClose: false });
  const unpacked = entry.isDeflated ? packed.pipe(createInflateRaw()) : packed;
  let text = '';
  // Equivalent mutant: `after === ''` to `false`. Every text begins with an empty one.
  let isFound = after === '';
  // a letter can be cut between two chunks
  for await (const chunk of unpacked.setEncoding('utf8')) {
    text += chunk as string;
    // Equivalent mutant: `isFound` to `false`. The text begins with what would be found again.
    if (isFound) continue;
    const at = text.indexOf(after);
    isFound = at >= 0;
    // Equivalent mutant: `text.slice(-after.length)` to `text`. It only needs memory.
    text = isFound ? text.slice(at) : text.slice(-after.length);
  }
  return isFound ? text : '';
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

function attribute(element: string, name: string): string {
  const text = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities.get(entity) ?? '');
}

/** A is 0, Z is 25, AA is 26. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
