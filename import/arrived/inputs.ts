import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Format } from '../../shared/domain/cells/dates.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import type { Kind } from '../../shared/table/entities/entity.ts';
import { kinds } from '../../shared/table/entities/kinds.ts';
import { oneOfHeaders } from '../files/header.ts';
import { isOfSystem } from '../files/of-system.ts';
import { emptyFile } from '../files/problems.ts';
import { writeCalendar } from '../files/readers/calendar.ts';
import { endingOf, formOf, otherEnding } from '../files/readers/content.ts';
import { columnsIn } from '../files/readers/json-lines.ts';
import { type Fault, faultIn } from '../files/readers/unreadable.ts';
import { sheetsOf } from '../files/readers/xlsx.ts';
import type { Input, Source } from '../files/source.ts';
import { type Readable, tableOf } from '../files/table.ts';
import type { LoadedMapping } from '../mapping/load.ts';
import { stemOf } from './name-date.ts';

export interface SourceOptions {
  /** The kind of the file, if there is only one. */
  readonly as?: Kind;
  readonly maps?: readonly LoadedMapping[];
  /** Reads files that nothing describes with the presets that fit. */
  readonly learns?: boolean;
  /** The feeds that have sent lists of clients. */
  readonly clientFeeds?: readonly string[];
  readonly format?: Format;
  readonly metadata?: Source['metadata'];
  readonly mended?: Source['mended'];
  /** Takes samples of files that nothing describes. */
  readonly samples?: boolean;
  /** Also reads files of a folder whose names end with .txt. */
  readonly texts?: boolean;
  /** For each feed, the pattern of the names of its last files. */
  readonly names?: ReadonlyMap<string, string>;
  /** Read if the path is `-`. */
  readonly stdin?: NodeJS.ReadableStream;
}

export async function inputsAt(given: string, scratch: string, options: SourceOptions): Promise<Input[]> {
  const { as, stdin, texts = false } = options;
  const path = given === '-' ? await savedInput(stdin ?? process.stdin, scratch) : given;
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${path}.`);
  if (as && found.isDirectory()) throw new Error('--as gives the kind of one file; pass a file, not a folder.');
  const names = found.isDirectory()
    ? (await readdir(path)).filter((name) => isReadable(name, texts)).sort()
    : [basename(path)];
  const inputs: Input[] = [];
  // one after the other: a workbook is read in a process of its own
  for (const name of names)
    inputs.push(...(await inputsIn(found.isDirectory() ? join(path, name) : path, name, scratch, as)));
  return inputs;
}

/** A file, or the sheets of one. */
async function inputsIn(path: string, name: string, scratch: string, as: Kind | undefined): Promise<Input[]> {
  const stem = stemOf(name);
  const { mtimeMs: changedAt, size } = await stat(path);
  const file: Input = { name, path, stem, origin: name, changedAt };
  if (size === 0) return [{ ...file, unreadable: emptyFile }];
  try {
    const form = await formOf(path);
    if (form === 'csv') return [file];
    if (form === 'jsonl') return [{ ...file, columns: await columnsIn(path) }];
    if (form === 'ics') {
      const table = join(await mkdtemp(join(scratch, 'calendar-')), 'meetings.jsonl');
      return [{ ...file, path: table, sheetWidth: await writeCalendar(path, table, dayAt(changedAt)) }];
    }
    const sheets = await sheetsOf(path, await mkdtemp(join(scratch, 'sheets-')));
    const isOnly = sheets.length === 1 && (as ?? kindNamed(stem));
    return sheets.map((sheet) => {
      const own = { name: `${name} [${sheet.name}]`, path: sheet.path, stem: isOnly ? stem : sheet.name };
      return { ...file, ...own, sheetWidth: sheet.width };
    });
  } catch (error) {
    return [{ ...file, unreadable: faultIn(error) }];
  }
}

/** Writes standard input to a file: what it is, is seen from its beginning. */
async function savedInput(stdin: NodeJS.ReadableStream, folder: string): Promise<string> {
  const path = join(folder, 'stdin');
  await pipeline(stdin, createWriteStream(path));
  return path;
}

/** Why nothing can be read of a file; undefined if it has a first row. */
export async function faultOf(input: Input): Promise<Fault | undefined> {
  // which encoding it is does not matter here, and this one has no error
  const format: Format = { encoding: 'windows-1252' };
  try {
    for await (const { header } of tableOf({ ...input, format }, () => false))
      if (header.cells.length > 0) return undefined;
    return emptyFile;
  } catch (error) {
    return faultIn(error);
  }
}

/** Whether the rows of a file were rejected by an import. */
export async function isRepair(source: Readable, isColumn: (header: string) => boolean): Promise<boolean> {
  try {
    for await (const part of tableOf(source, isColumn)) return part.isRepair;
  } catch (error) {
    faultIn(error);
  }
  return false;
}

/** The headers of a file. Empty if it cannot be read: the check of the files reports why. */
export async function firstHeaders(source: Readable, known: ReadonlySet<string>): Promise<string[]> {
  const isKnown = oneOfHeaders(known);
  try {
    for await (const { header } of tableOf(source, isKnown)) {
      return header.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    }
  } catch (error) {
    faultIn(error);
  }
  return [];
}

function isReadable(name: string, texts: boolean): boolean {
  if (/^[.~]/.test(name) || isOfSystem(name)) return false;
  const ending = endingOf(name);
  // pipelines write files without an ending, but a folder of a person has other files too
  return ending === '' ? texts && !otherEnding.test(name) : texts || !ending.startsWith('.txt');
}

/** The kind of a file name such as `notes`, `notes-2026`, `notes (2)` or `Key People`. */
export function kindNamed(stem: string): Kind | undefined {
  const words = stem.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return kinds
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => words === name || new RegExp(`^${name}[-.]?\\(?\\d`).test(words));
}

export function fileNames(): string {
  return kinds.map(({ name }) => `${name}.csv`).join(', ');
}
