import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Format } from '../files/format.ts';
import type { Kind } from '../files/kinds/kind.ts';
import { kindOf, kinds, normalizedHeader } from '../files/kinds.ts';
import { isOfSystem } from '../files/of-system.ts';
import { createProblems, emptyFile, InvalidFiles, type Problem } from '../files/problems.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { otherEnding, pathByContent } from '../files/readers/content.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import { Unreadable } from '../files/readers/unreadable.ts';
import type { Sheet } from '../files/readers/workbook.ts';
import { sheetsOf } from '../files/readers/xlsx.ts';
import type { Source } from '../files/source.ts';
import { tableOf } from '../files/table.ts';
import { hasHeaders, knownHeaders, mappingOf } from '../mapping/bind.ts';
import type { LoadedMapping } from '../mapping/load.ts';
import type { FileMapping } from '../mapping/schema.ts';
import { stemOf } from './name-date.ts';
import type { ScratchFolder } from './scratch-folder.ts';

export interface SourceOptions {
  /** The kind of the file, if there is only one. */
  readonly as?: Kind;
  readonly maps?: readonly LoadedMapping[];
  readonly format?: Format;
  readonly metadata?: Source['metadata'];
  /** Also reads files of a folder whose names end with .txt. */
  readonly texts?: boolean;
  /** For each feed, the pattern of the names of its last files. */
  readonly names?: ReadonlyMap<string, string>;
  /** Called with what is wrong with a file that is not read. Without it, the import ends. */
  readonly refuse?: (problem: Problem) => void;
  /** Read if the path is `-`. */
  readonly stdin?: NodeJS.ReadableStream;
}

/** A file or a sheet, before it is known what it contains. */
export interface Input {
  readonly name: string;
  readonly path: string;
  /** The name without its endings. */
  readonly stem: string;
  readonly isSheet: boolean;
  /** The name of the file; of a sheet: of its workbook. */
  readonly origin: string;
  /** When the file was changed, epoch milliseconds. */
  readonly changedAt: number;
  /** Why it cannot be read as the workbook that its name says. */
  readonly unreadable?: Source['unreadable'];
}

export async function inputsAt(given: string, scratch: ScratchFolder, options: SourceOptions): Promise<Input[]> {
  const { as, stdin, texts = false } = options;
  const path = given === '-' ? await savedInput(stdin ?? process.stdin, await scratch.path()) : given;
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${path}.`);
  if (as && found.isDirectory()) throw new Error('--as gives the kind of one file; pass a file, not a folder.');
  const names = found.isDirectory()
    ? (await readdir(path)).filter((name) => isReadable(name, texts)).sort()
    : [basename(path)];
  const inputs: Input[] = [];
  for (const name of names) {
    const given = found.isDirectory() ? join(path, name) : path;
    const stem = stemOf(name);
    const { mtimeMs: changedAt } = await stat(given);
    const about = { origin: name, changedAt };
    const file = await pathByContent(given, scratch.path).catch(refusalIn);
    if (typeof file !== 'string') inputs.push({ name, path: given, stem, isSheet: false, ...about, ...file });
    else if (!/\.xlsx$/i.test(file)) inputs.push({ name, path: file, stem, isSheet: false, ...about });
    else {
      const sheets = await readSheets(file, await mkdtemp(join(await scratch.path(), 'sheets-')));
      if ('unreadable' in sheets) inputs.push({ name, path: file, stem, isSheet: false, ...about, ...sheets });
      else
        for (const sheet of sheets) {
          const isOnly = sheets.length === 1 && (as ?? kindNamed(stem));
          inputs.push({
            name: `${name} [${sheet.name}]`,
            path: sheet.path,
            stem: isOnly ? stem : sheet.name,
            isSheet: true,
            ...about,
          });
        }
    }
  }
  return inputs;
}

/** Writes standard input to a file, whose name ends like those of its format: imports read their files several times. */
async function savedInput(stdin: NodeJS.ReadableStream, folder: string): Promise<string> {
  const path = join(folder, 'stdin');
  await pipeline(stdin, createWriteStream(path));
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  const ending = buffer.subarray(0, 2).equals(gzipMark) ? '.gz' : buffer.equals(zipMark) ? '.xlsx' : '';
  await rename(path, path + ending);
  return path + ending;
}

const gzipMark = Buffer.from([0x1f, 0x8b]);
const zipMark = Buffer.from('PK\x03\x04', 'latin1');

function refusalIn(error: unknown): { readonly unreadable: NonNullable<Input['unreadable']> } {
  if (!(error instanceof Unreadable)) throw error;
  return { unreadable: { line: error.line, message: error.message } };
}

async function readSheets(
  path: string,
  folder: string,
): Promise<Sheet[] | { readonly unreadable: NonNullable<Input['unreadable']> }> {
  try {
    return await sheetsOf(path, folder);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { size } = await stat(path);
    return { unreadable: size === 0 ? emptyFile : { line: error.line, message: error.message } };
  }
}

/** Why nothing can be read of a file; undefined if it has a first row. */
export async function faultOf(input: Input): Promise<NonNullable<Input['unreadable']> | undefined> {
  // which encoding it is does not matter here, and this one has no error
  const format: Format = { encoding: 'windows-1252' };
  try {
    for await (const { header } of tableOf({ ...input, format }, () => false))
      if (header.cells.length > 0) return undefined;
    return emptyFile;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { line: error.line, message: error.message };
  }
}

/** The headers of a file. Empty if it cannot be read: the check of the files reports why. */
export async function firstHeaders(
  source: Pick<Source, 'path' | 'format' | 'isSheet'>,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const names = new Set([...known].map(normalizedHeader));
  try {
    for await (const { header } of tableOf(source, (cell) => names.has(normalizedHeader(cell)))) {
      return header.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return [];
}

export function refuseAll(problem: Problem): never {
  const problems = createProblems();
  problems.add(problem);
  throw new InvalidFiles(problems);
}

/** How the mappings, or the name of the file, say that it is read. */
export async function sourcesOf(
  input: Input,
  options: SourceOptions,
  feeds: ReadonlyMap<FileMapping, string>,
): Promise<Source[]> {
  const { maps = [], as } = options;
  const { name, stem } = input;
  const entries = maps.flatMap(({ name: mapping, files, ...whole }) =>
    files.map((file): Description => ({ mapping, file, whole, feed: feeds.get(file) ?? file.kind })),
  );
  const claiming: Description[] = [];
  for (const entry of entries) {
    const { file, whole } = entry;
    if (!hasName(file, input)) continue;
    const format = await formatOf(options, file, whole, input);
    const headers = await firstHeaders({ ...input, format }, new Set(knownHeaders(file)));
    if (hasHeaders(file, headers)) claiming.push(entry);
  }
  // a list of clients has one of its columns too, and no column for each date
  const dated = claiming.filter(({ file }) => file.dateColumns);
  const mapped = dated.length > 0 ? dated : claiming;
  const claims = new Set(mapped.map(({ mapping }) => mapping));
  if (claims.size > 1) {
    const message = `${[...claims].join(' and ')} both describe this file; narrow their match, or import it with one of them`;
    (options.refuse ?? refuseAll)({ file: name, line: 1, message, whole: true });
  }
  if (mapped.length > 0) return (await Promise.all(mapped.map((entry) => mappedSources(input, options, entry)))).flat();
  const sender = entries.length > 0 && (await faultOf(input)) && senderOf(input, entries, options);
  if (sender) return mappedSources(input, options, sender);
  const kind = as ?? kindNamed(stem);
  if (!kind) return [];
  const format = await formatOf(options, {}, {}, input);
  return [{ ...baseOf(input, options), kind, feed: kind.name, contains: containsByDefault(kind), format }];
}

/** An entry of a mapping. */
interface Description {
  readonly mapping: string;
  readonly file: FileMapping;
  /** What holds for all files of the mapping. */
  readonly whole: Format;
  readonly feed: string;
}

/** The feed that a file without headers is of: one whose name it has, or whose last file was called like it. */
function senderOf(input: Input, entries: readonly Description[], { names }: SourceOptions): Description | undefined {
  const called = ({ file, feed }: Description) => file.match?.name ?? names?.get(feed);
  const isLike = (entry: Description) => {
    const pattern = called(entry);
    return pattern !== undefined && (fits(stemOf(input.origin), pattern) || fits(input.name, pattern));
  };
  const [sender] = entries.filter(isLike).sort((a, b) => (called(b) ?? '').length - (called(a) ?? '').length);
  return sender;
}

async function mappedSources(
  input: Input,
  options: SourceOptions,
  { file, whole, feed }: Description,
): Promise<Source[]> {
  const kind = kindOf(file.kind);
  return [
    {
      ...baseOf(input, options),
      kind,
      feed,
      contains: file.contains ?? containsByDefault(kind),
      format: await formatOf(options, file, whole, input),
      mapping: mappingOf(file, feed),
      headerRows: file.headerRows,
      skipsUnknownClients: file.unknownClients === 'skip',
      countsLinesOnce: file.repeatedIds === 'once',
      sumsWeeks: file.sums === 'week',
    },
  ];
}

function baseOf({ stem, isSheet, ...input }: Input, { metadata }: SourceOptions) {
  return { ...input, stem, isSheet, ...(metadata && { metadata }) };
}

function containsByDefault({ name }: Kind): Source['contains'] {
  return name === 'clients' || name === 'portfolios' || name === 'streams' ? 'full' : 'parts';
}

function hasName({ match }: FileMapping, { stem, name }: Input): boolean {
  const pattern = match?.name;
  return pattern === undefined || fits(stem, pattern) || fits(name, pattern);
}

/** Whether a name has the parts of a pattern in order; `*` stands for any characters between them. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  const last = parts.pop();
  if (last === undefined) return text === first;
  let at = text.startsWith(first) ? first.length : Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    at = found < 0 ? Number.POSITIVE_INFINITY : found + part.length;
  }
  return text.endsWith(last) && at <= text.length - last.length;
}

/** Command options take precedence over the mapping of the file, which takes precedence over the whole mapping. */
async function formatOf({ format = {} }: SourceOptions, file: Format, map: Format, input: Input): Promise<Format> {
  const pick = <Key extends keyof Format>(key: Key) => format[key] ?? file[key] ?? map[key];
  const encoding = input.isSheet ? undefined : await encodingOf(input, pick('encoding'));
  const [dates, zone, decimal] = [pick('dates'), pick('zone'), pick('decimal')];
  const empty = pick('empty')?.map((cell) => cell.trim().toLowerCase());
  return {
    ...(encoding && { encoding }),
    ...(dates && { dates }),
    ...(zone && { zone }),
    ...(decimal && { decimal }),
    ...(empty && { empty }),
  };
}

/** A file that cannot be read keeps its declared encoding: the check of the files reports why. */
async function encodingOf({ path }: Input, declared: Format['encoding']): Promise<Format['encoding']> {
  try {
    return await actualEncoding(bytesOf(path), declared);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return declared;
  }
}

function isReadable(name: string, texts: boolean): boolean {
  const ending = texts ? /\.((csv|tsv|txt|jsonl|ndjson)(\.gz)?|xlsx)$/i : /\.((csv|tsv|jsonl|ndjson)(\.gz)?|xlsx)$/i;
  // pipelines write files without an ending, but a folder of a person has other files too
  const isBare = texts && !otherEnding.test(name);
  return (ending.test(name) || isBare) && !/^[.~]/.test(name) && !isOfSystem(name);
}

/** The kind of a file name such as `notes`, `notes-2026` or `Key People`. */
function kindNamed(stem: string): Kind | undefined {
  const words = stem.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return kinds
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => words === name || new RegExp(`^${name}[-.]?\\d`).test(words));
}

export function fileNames(): string {
  return kinds.map(({ name }) => `${name}.csv`).join(', ');
}
