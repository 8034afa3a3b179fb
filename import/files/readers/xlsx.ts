import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { number } from '../cells.ts';
import type { CsvRow } from './csv.ts';
import { fillMerged, type MergedCells, mergedCells, type ZipEntry } from './merged-cells.ts';
import { Unreadable } from './unreadable.ts';

// A workbook is read once, as a whole, and each sheet is written to a file of JSON lines: imports read their files
// several times, a part at a time.

/** The most bytes of a workbook's files, decompressed: about a million rows of ten cells. */
const mostBytes = 512 * 2 ** 20;

export interface Sheet {
  readonly name: string;
  /** A file of JSON lines. */
  readonly path: string;
}

const damaged = 'is not a readable .xlsx workbook; save it again, or save its sheets as CSV UTF-8';

export async function sheetsOf(path: string, folder: string): Promise<Sheet[]> {
  const merged = await mergedIn(path);
  const { default: readXlsx } = await import('read-excel-file/node');
  const sheets = await readXlsx(path).catch((cause: unknown) => {
    throw new Unreadable(damaged, 1, cause);
  });
  const written: Sheet[] = [];
  for (const [at, { sheet, data }] of sheets.entries()) {
    if (data.length === 0) continue;
    fillMerged(data, merged.get(sheet) ?? []);
    const target = join(folder, `${at}.jsonl`);
    const file = await open(target, 'w');
    try {
      for (const row of data) await file.write(`${JSON.stringify(row.map(cellText))}\n`);
    } finally {
      await file.close();
    }
    written.push({ name: sheet, path: target });
  }
  return written;
}

async function mergedIn(path: string): Promise<ReadonlyMap<string, readonly MergedCells[]>> {
  const file = await open(path);
  try {
    return await mergedCells(file, await entriesOf(file));
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new Unreadable(damaged, 1, error);
    throw error;
  } finally {
    await file.close();
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return number.write(cell);
  // spreadsheets have no time zones: the reader returns wall time as if it were UTC
  // Equivalent mutant: `/T00:00:00\.000Z$|Z$/` to `/T00:00:00\.000Z|Z$/` or `/T00:00:00\.000Z$|Z/`. A time ends with its
  // only Z.
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$|Z$/, '');
  return String(cell);
}

const rowsInBatch = 500;

export async function* sheetRows(path: string, onBytes: (count: number) => void): AsyncGenerator<CsvRow[]> {
  const file = await open(path);
  let batch: CsvRow[] = [];
  let line = 0;
  try {
    for await (const text of file.readLines()) {
      line += 1;
      onBytes(Buffer.byteLength(text) + 1);
      const cells = JSON.parse(text) as string[];
      if (cells.some((cell) => cell !== '')) batch.push({ line, cells });
      if (batch.length < rowsInBatch) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    await file.close();
  }
}

/** The directory of the archive. Adds up the decompressed sizes before anything is decompressed. */
async function entriesOf(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 66_000));
  await file.read(tail, 0, tail.length, size - tail.length);
  // Equivalent mutant: `'latin1'` to `""`. These characters are the same in every encoding.
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw new Unreadable('is not an .xlsx workbook');
  const directory = Buffer.alloc(Math.min(tail.readUInt32LE(end + 12), size));
  await file.read(directory, 0, directory.length, tail.readUInt32LE(end + 16));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      offset: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      isDeflated: directory.readUInt16LE(at + 10) === 8,
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (total > mostBytes) throw new Unreadable(`is larger than ${mostBytes} bytes when decompressed; use CSV`);
  return entries;
}
