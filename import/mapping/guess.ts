import { readTime } from '../../shared/domain/cells/dates.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { type Choice, mappingOfChoice, missingIn, ratingWords } from './chosen.ts';
import { type FileKind, type FileKindId, fileKinds, type Meaning } from './meanings.ts';
import type { MappingFile } from './schema.ts';
import { strangerText } from './strangers.ts';

// What a file that nothing describes is, guessed of its headers, its first rows and the clients that are known. It is only
// a proposal: somebody sees the rows as they would be read before anything is imported.

/** The headers of a file and its first rows. */
export interface Sample {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What rows can call clients by, as it is compared. */
export interface KnownClients {
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
}

export interface Guess {
  readonly choice: Choice;
  /** Why, in a sentence. */
  readonly reason: string;
  readonly missing: readonly string[];
  /** Undefined as long as something is missing. */
  readonly mapping: MappingFile | undefined;
}

/** Guesses what the file is, or what its columns are if the kind is given. */
export function guess(sample: Sample, known: KnownClients, kind?: FileKindId): Guess {
  const columns = columnsOf(sample);
  const guesses = fileKinds
    .filter(({ id }) => kind === undefined || id === kind)
    .map((each) => ({ each, ...assigned(each, columns, sample, known) }))
    .sort((a, b) => b.score - a.score);
  const [best] = guesses;
  if (!best) throw new Error(`There is no kind of file ${kind}.`);
  const { each, found } = best;
  const choice: Choice = {
    kind: each.id,
    columns: Object.fromEntries([...found].map(([{ id }, { header }]) => [id, header])),
    bestRating: bestRatingIn(
      columns,
      [...found].filter(([{ id, looks }]) => looks === 'rating' && id !== 'recommend').map(([, { header }]) => header),
    ),
  };
  const missing = missingIn(choice);
  return {
    choice,
    reason: sentence(strangerText(sample.headers)) ?? reasonFor(each, found, known),
    missing,
    mapping: missing.length > 0 ? undefined : mappingOfChoice(choice, sample.headers),
  };
}

interface ColumnValues {
  readonly header: string;
  /** What is in its cells, each value once. */
  readonly values: readonly string[];
  readonly filled: number;
}

const mostValues = 300;

function columnsOf({ headers, rows }: Sample): ColumnValues[] {
  const taken = new Set<string>();
  return headers.flatMap((given, at) => {
    const header = given.trim();
    // of two columns of one name a mapping reads the first
    if (header === '' || taken.has(header)) return [];
    taken.add(header);
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    return [{ header, filled: cells.length, values: [...new Set(cells)].slice(0, mostValues) }];
  });
}

type Found = Map<Meaning, ColumnValues>;

/** Each meaning gets at most one column, the likeliest pairs first. */
function assigned(kind: FileKind, columns: readonly ColumnValues[], { name }: Sample, known: KnownClients) {
  const pairs = kind.meanings.flatMap((meaning) =>
    columns.flatMap((column) => {
      const score = likeness(meaning, column, known);
      return score > 0 ? [{ meaning, column, score }] : [];
    }),
  );
  const found: Found = new Map();
  const used = new Set<ColumnValues>();
  let score = 0;
  for (const pair of pairs.sort((a, b) => b.score - a.score)) {
    const { meaning, column } = pair;
    if (found.has(meaning) || used.has(column)) continue;
    // one column finds the client; addresses only where some are of clients
    if (meaning.needed === 'client' && [...found.keys()].some(({ needed }) => needed === 'client')) continue;
    found.set(meaning, column);
    used.add(column);
    score += pair.score * (meaning.needed ? 1 : 0.6);
  }
  const ids = Object.fromEntries([...found].map(([{ id }, { header }]) => [id, header]));
  score -= 4 * missingIn({ kind: kind.id, columns: ids, bestRating: 5 }).length;
  score += Math.min(3, columns.filter(({ header }) => kind.names.test(header.slice(0, longestName))).length);
  if (kind.names.test(name.slice(0, longestName))) score += 3;
  if (kind.id === 'clients' && isRepeated(found)) score -= 8;
  return { found, score };
}

/** A list of clients has each of them once. */
function isRepeated(found: Found): boolean {
  const names = [...found].find(([{ id }]) => id === 'client-name')?.[1];
  return names !== undefined && names.filled > names.values.length * 1.1;
}

/** What comes later in a header says nothing, and patterns take their time for it. */
const longestName = 200;

/** How likely a column means this, from 0. */
function likeness({ looks, names, id, needed }: Meaning, column: ColumnValues, known: KnownClients): number {
  const { header, filled } = column;
  const [match = ''] = names.exec(header.slice(0, longestName)) ?? [];
  const byName = match === '' ? 0 : 2 + match.length / header.length;
  if (filled === 0) return byName > 0 && looks === 'date' ? 0.5 : 0;
  if (id === 'client-name' && looks === 'client') {
    const share = shareOf(column, (value) => known.names.has(comparedName(value)));
    return share >= 0.2 ? byName + 6 * share : byName * 0.5;
  }
  if (id === 'client-id' && needed === 'client' && known.ids.size > 0) {
    const share = shareOf(column, (value) => known.ids.has(value));
    return share >= 0.2 ? byName + 5 * share : 0;
  }
  if (id === 'client-mail') {
    const share = shareOf(column, (value) => known.domains.has(domainOf(value)));
    return share >= 0.2 ? byName + 4 * share : looksLike.mail(column) >= 0.6 ? byName * 0.3 : 0;
  }
  if (byName === 0) return 0;
  const fits = looksLike[looks](column);
  return fits >= 0.6 ? byName + fits : 0;
}

const domainOf = (value: string) => value.slice(value.lastIndexOf('@') + 1).toLowerCase();

const shareOf = ({ values }: ColumnValues, isSo: (value: string) => boolean) =>
  values.filter(isSo).length / Math.max(1, values.length);

const digits = /^\D{0,5}\d[\d.,'’\s]{0,30}\D{0,5}$/;
const duration = /^\d{1,6}(:[0-5]?\d| ?[dhms])/i;
const isDate = (value: string) =>
  (['dmy', 'mdy'] as const).some((order) => readTime(value, order) !== undefined) && !/^\d+([.,]\d+)?$/.test(value);
const isNumber = (value: string) => digits.test(value) && !isDate(value);
const isRating = (value: string) =>
  (/^\d{1,2}([.,]\d+)?$/.test(value) && Number(value.replace(',', '.')) <= 10) || ratingWords.has(value.toLowerCase());

/** Which share of a column's values look so. */
const looksLike: Readonly<Record<Meaning['looks'], (column: ColumnValues) => number>> = {
  client: () => 1,
  text: () => 1,
  id: (column) =>
    column.values.length >= column.filled * 0.5 || column.values.length === mostValues
      ? 1 - shareOf(column, isDate)
      : 0,
  mail: (column) => shareOf(column, (value) => value.includes('@')),
  date: (column) => shareOf(column, isDate),
  number: (column) => shareOf(column, isNumber),
  rating: (column) => shareOf(column, isRating),
  duration: (column) => shareOf(column, (value) => isNumber(value) || duration.test(value)),
  words: (column) => (shareOf(column, (value) => value.length <= 60) + 1 - shareOf(column, isDate)) / 2,
};

function bestRatingIn(columns: readonly ColumnValues[], headers: readonly string[]): 5 | 10 {
  const values = columns.filter(({ header }) => headers.includes(header)).flatMap((column) => column.values);
  return values.some((value) => Number(value.replace(',', '.')) > 5) ? 10 : 5;
}

const sentence = (text: string | undefined) => text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function reasonFor({ label }: FileKind, found: Found, { names }: KnownClients): string {
  const parts = [...found]
    .filter(([{ needed, looks }]) => needed !== undefined && looks !== 'client')
    .map(([meaning, { header }]) => `“${header}” looks like ${meaning.label}`);
  const ofClients = [...found].find(([{ looks }]) => looks === 'client')?.[1];
  if (ofClients) {
    const known = ofClients.values.filter((value) => names.has(comparedName(value))).length;
    parts.push(
      known > 0
        ? `${known} of ${ofClients.values.length} values of “${ofClients.header}” are names of your clients`
        : `“${ofClients.header}” looks like the client`,
    );
  }
  return parts.length === 0
    ? 'No column says what it is.'
    : `It looks like ${label.split(':')[0]}: ${parts.join(', ')}.`;
}
