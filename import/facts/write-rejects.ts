import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { guarded } from '../../shared/domain/csv.ts';
import { normalizedHeader } from '../files/header.ts';
import { makeFolder } from '../files/make-folder.ts';
import { problemHeader } from '../files/table.ts';
import type { FileOfRows, Hide } from '../rows/read.ts';
import type { Rejects } from './rejects.ts';

/** Writes the rejected rows of each file to a file of the folder, with what is wrong. Returns the rows of each file by its name. */
export async function writeRejects(
  folder: string,
  files: readonly FileOfRows[],
  rejects: Rejects,
  hide: Hide,
): Promise<Record<string, number>> {
  const written: Record<string, number> = {};
  const byName = new Map(files.map((file) => [file.source.name, file]));
  for (const { file: rejected, refused, rows, references } of rejects.files()) {
    const file = byName.get(rejected);
    const isOverLimit = rejects.isOverLimit(rejected);
    if (!file || (refused !== undefined && !isOverLimit) || rows + references === 0) continue;
    await makeFolder(folder);
    const name = freeName(file.source.stem, Object.keys(written));
    written[name] = isOverLimit ? file.rows.count : rows + references;
    const path = join(folder, name);
    const target = await open(`${path}.part`, 'w');
    try {
      // the rows of a week are one record, which a part of them would replace
      const isWhole = isOverLimit || (file.source.sumsWeeks ?? false);
      for (const text of rejectedText(file, rejects, isWhole, hide)) await target.write(text);
    } finally {
      await target.close();
    }
    await rename(`${path}.part`, path);
  }
  return written;
}

function freeName(stem: string, taken: readonly string[]): string {
  const plain = stem.replaceAll(/[/\\]/g, '-');
  const all = [plain, ...Array.from({ length: taken.length }, (_, at) => `${plain} (${at + 2})`)];
  return `${all.find((each) => !taken.includes(`${each}.csv`)) ?? plain}.csv`;
}

const rowsInPart = 1000;

function* rejectedText(
  { source, header, rows, proven }: FileOfRows,
  rejects: Rejects,
  isWhole: boolean,
  hide: Hide,
): Generator<string> {
  const { cells: headers = [] } = header ?? {};
  const problem = problemHeader(proven, false);
  const isTaken = headers.some((each) => normalizedHeader(each) === normalizedHeader(problem));
  // the mark makes every reader take the file for UTF-8
  let text = `\ufeff${csvLine([...headers, problemHeader(proven, isTaken)])}`;
  for (let number = 0; number < rows.count; number += 1) {
    if (number % rowsInPart === 0) {
      yield text;
      text = '';
    }
    if (!isWhole && !rejects.hasRow(source.name, rows.lineOf(number))) continue;
    const { line, cells } = rows.at(number);
    const missing = Array.from({ length: Math.max(0, headers.length - cells.length) }, () => '');
    text += csvLine(hide([...cells, ...missing, rejects.messageOf(source.name, line)]));
  }
  yield text;
}

const plainNumber = /^[+-]?\d[\d.,]*$/;

/** A spreadsheet runs no cell as a formula: the guard is that of exports, and the import takes it off again. */
function csvLine(cells: readonly string[]): string {
  const safe = cells.map((cell) => (plainNumber.test(cell) ? cell : guarded(cell)));
  const quoted = safe.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
