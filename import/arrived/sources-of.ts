import type { Format } from '../../shared/domain/cells/dates.ts';
import type { Kind } from '../../shared/table/entities/entity.ts';
import { kindOf } from '../../shared/table/entities/kinds.ts';
import { columnOf, fitsParts } from '../files/header.ts';
import type { Problem } from '../files/problems.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import type { Input, Source } from '../files/source.ts';
import { hasHeaders, knownHeaders, mappingOf } from '../mapping/bind.ts';
import { presetsOfAnyOrigin } from '../mapping/presets.ts';
import type { FileMapping } from '../mapping/schema.ts';
import { faultOf, firstHeaders, kindNamed, type SourceOptions } from './inputs.ts';
import { stemOf } from './name-date.ts';

/** Called with what is wrong with a file that is not read. */
export type Refuse = (problem: Problem) => void;

/** How the mappings, or the name of the file, say that it is read. */
export async function sourcesOf(
  input: Input,
  options: SourceOptions,
  feeds: ReadonlyMap<FileMapping, string>,
  refuse: Refuse,
): Promise<Source[]> {
  const { maps = [], as, metadata } = options;
  const { name, stem } = input;
  const described = maps.flatMap(({ name: mapping, files, isChosen = false, ...whole }) =>
    files.map((file): Description => ({ mapping, isChosen, file, whole, feed: feeds.get(file) ?? file.kind })),
  );
  const claiming: Description[] = [];
  for (const description of described) {
    const { file, whole } = description;
    if (!hasName(file, input)) continue;
    const format = await formatOf(options, file, whole, input);
    const headers = await firstHeaders({ ...input, format }, new Set(knownHeaders(file)));
    if (hasHeaders(file, headers)) claiming.push(description);
  }
  const kind = as ?? kindNamed(stem);
  const mapped = kind && (await isOwn(input, kind, options, claiming)) ? [] : closestOf(claiming);
  const claims = new Set(mapped.map(({ mapping }) => mapping));
  if (claims.size > 1) {
    const message = `${[...claims].join(' and ')} both describe this file; narrow their match, or import it with one of them`;
    refuse({ file: name, line: 1, message, whole: true });
  }
  const files = mapped.map(({ file }) => file);
  if (mapped.length > 0) {
    return Promise.all(mapped.map((description) => mappedSource(input, options, description, files)));
  }
  const sender = described.length > 0 && (await faultOf(input)) && senderOf(input, described, options);
  if (sender) return [await mappedSource(input, options, sender, [sender.file])];
  if (!kind) return [];
  const format = await formatOf(options, {}, {}, input);
  return [
    { ...input, ...(metadata && { metadata }), kind, feed: kind.name, contains: containsByDefault(kind), format },
  ];
}

/** Of the mappings that describe a file, those that say most about it. */
function closestOf(claiming: readonly Description[]): readonly Description[] {
  // somebody has looked at such a file
  const chosen = claiming.filter(({ isChosen }) => isChosen);
  if (chosen.length > 0) return chosen.filter((each) => !chosen.some((other) => asksMore(other, each)));
  // a list of clients has one of its columns too, and no column for each date
  const dated = claiming.filter(({ file }) => file.dateColumns);
  if (dated.length > 0) return dated;
  const ofSystems = claiming.filter(({ mapping }) => !presetsOfAnyOrigin.has(mapping));
  return ofSystems.length > 0 ? ofSystems : claiming;
}

/** Whether one mapping asks for the headers of the other and for more: a list that has got a column. */
function asksMore(more: Description, less: Description): boolean {
  const [all = [], some = []] = [more, less].map(({ file }) => file.match?.headers?.map(String));
  return all.length > some.length && some.every((header) => all.includes(header));
}

/** Whether a file has the name and the columns of a kind, and mappings take it for another: many lists have a Name. */
async function isOwn(input: Input, kind: Kind, options: SourceOptions, claiming: readonly Description[]) {
  if (claiming.length === 0 || claiming.some(({ file }) => file.kind === kind.name)) return false;
  const format = await formatOf(options, {}, {}, input);
  const headers = await firstHeaders({ ...input, format }, new Set(kind.columns.map(({ header }) => header)));
  const given = new Set(headers.map((header) => columnOf(kind, header)));
  return kind.columns.every((column) => !column.required || given.has(column));
}

/** What a mapping says of a file. */
interface Description {
  readonly mapping: string;
  readonly isChosen: boolean;
  readonly file: FileMapping;
  /** What holds for all files of the mapping. */
  readonly whole: Format;
  readonly feed: string;
}

/** The feed that a file without headers is of: one whose name it has, or whose last file was called like it. */
function senderOf(input: Input, described: readonly Description[], { names }: SourceOptions): Description | undefined {
  const called = ({ file, feed }: Description) => file.match?.name ?? names?.get(feed);
  const isLike = (description: Description) => {
    const pattern = called(description);
    return pattern !== undefined && (fits(stemOf(input.origin), pattern) || fits(input.name, pattern));
  };
  const [sender] = described.filter(isLike).sort((a, b) => (called(b) ?? '').length - (called(a) ?? '').length);
  return sender;
}

/** `all`: what the file is read for. */
async function mappedSource(
  input: Input,
  options: SourceOptions,
  { file, whole, feed }: Description,
  all: readonly FileMapping[],
): Promise<Source> {
  const kind = kindOf(file.kind);
  const { name = '*' } = file.match ?? {};
  return {
    ...input,
    // its rejects are named so that the mapping describes them when they come back
    stem: input.sheetWidth !== undefined && !fits(input.stem, name) ? input.name : input.stem,
    ...(options.metadata && { metadata: options.metadata }),
    kind,
    feed,
    contains: file.contains ?? containsByDefault(kind),
    format: await formatOf(options, file, whole, input),
    mapping: mappingOf(file, feed, all),
    headerRows: file.headerRows,
    skipsUnknownClients: file.unknownClients === 'skip',
    countsLinesOnce: file.repeatedIds === 'once',
    sumsWeeks: file.sums === 'week',
  };
}

function containsByDefault({ name }: Kind): Source['contains'] {
  return name === 'clients' || name === 'portfolios' || name === 'streams' ? 'full' : 'parts';
}

function hasName({ match }: FileMapping, { stem, name }: Input): boolean {
  const pattern = match?.name;
  return pattern === undefined || fits(stem, pattern) || fits(name, pattern);
}

/** Whether a name fits a pattern, in which `*` stands for any text. */
function fits(name: string, pattern: string): boolean {
  return fitsParts(name.toLowerCase(), pattern.toLowerCase().split('*'));
}

/** Command options take precedence over the mapping of the file, which takes precedence over the whole mapping. */
async function formatOf({ format = {} }: SourceOptions, file: Format, map: Format, input: Input): Promise<Format> {
  const pick = <Key extends keyof Format>(key: Key) => format[key] ?? file[key] ?? map[key];
  return {
    encoding: input.sheetWidth !== undefined ? undefined : await actualEncoding(bytesOf(input.path), pick('encoding')),
    dates: pick('dates'),
    zone: pick('zone'),
    decimal: pick('decimal'),
    empty: pick('empty')?.map((cell) => cell.trim().toLowerCase()),
  };
}
