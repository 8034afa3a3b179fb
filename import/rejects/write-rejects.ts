import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { guarded } from '../../shared/domain/csv.ts';
import { normalizedHeader } from '../files/kinds.ts';
import { isColumnOf } from '../files/rows.ts';
import type { Source } from '../files/source.ts';
import { problemHeaders, tableOf } from '../files/table.ts';
import type { Rejects } from './rejects.ts';

/** Writes the rejected rows of each file to a file of the folder, with what is wrong. Returns the names of the files. */
export async function writeRejects(folder: string, sources: readonly Source[], rejects: Rejects): Promise<string[]> {
  const names: string[] = [];
  const byFile = new Map(sources.map((source) => [source.name, source]));
  for (const { file, refused, rows, references } of rejects.files()) {
    const source = byFile.get(file);
    const isOverLimit = rejects.isOverLimit(file);
    if (!source || (refused !== undefined && !isOverLimit) || rows + references === 0) continue;
    await mkdir(folder, { recursive: true });
    const name = freeName(source.stem, names);
    names.push(name);
    const path = join(folder, name);
    const target = await open(`${path}.part`, 'w');
    try {
      for await (const text of rejectedText(source, rejects, isOverLimit)) await target.write(text);
    } finally {
      await target.close();
    }
    await rename(`${path}.part`, path);
  }
  return names;
}

function freeName(stem: string, taken: readonly string[]): string {
  const plain = stem.replaceAll(/[/\\]/g, '-');
  const all = [plain, ...Array.from({ length: taken.length }, (_, at) => `${plain} (${at + 2})`)];
  return `${all.find((each) => !taken.includes(`${each}.csv`)) ?? plain}.csv`;
}

async function* rejectedText(source: Source, rejects: Rejects, all: boolean): AsyncGenerator<string> {
  const lines = rejects.linesOf(source.name);
  let begins = true;
  for await (const { header, rows } of tableOf(source, isColumnOf(source))) {
    const { cells: headers } = header;
    if (begins) {
      const isTaken = headers.some((each) => normalizedHeader(each) === normalizedHeader(problemHeaders[0]));
      // the mark makes every reader take the file for UTF-8
      yield `\ufeff${csvLine([...headers, problemHeaders[isTaken ? 1 : 0]])}`;
    }
    begins = false;
    for (const { line, cells } of rows) {
      if (!all && !lines.has(line)) continue;
      const missing = Array.from({ length: Math.max(0, headers.length - cells.length) }, () => '');
      yield csvLine([...cells, ...missing, rejects.messageOf(source.name, line)]);
    }
  }
}

const plainNumber = /^[+-]?\d[\d.,]*$/;

/** A spreadsheet runs no cell as a formula: the guard is that of exports, and the import takes it off again. */
function csvLine(cells: readonly string[]): string {
  const safe = cells.map((cell) => (plainNumber.test(cell) ? cell : guarded(cell)));
  const quoted = safe.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
