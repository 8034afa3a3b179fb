import { readTime } from '../files/dates.ts';
import type { Format } from '../files/format.ts';
import type { KindName } from '../files/kinds/kind.ts';
import { isColumnOf } from '../files/rows.ts';
import type { Source } from '../files/source.ts';
import { tableOf } from '../files/table.ts';

// What the cells of a file say about its columns, whatever their headers.

interface Profile {
  readonly header: string;
  filled: number;
  /** Different cells, counted up to a limit. */
  readonly distinct: Set<string>;
  dates: number;
  numbers: number;
  fractions: number;
  emails: number;
  letters: number;
  characters: number;
  min: number;
  max: number;
}

export interface Evidence {
  /** A value of its own in every row. */
  readonly ids: readonly string[];
  readonly dates: readonly string[];
  /** Numbers from 1 to 5, or from 0 to 10. */
  readonly ratings: readonly { readonly header: string; readonly scale: 5 | 10 }[];
  readonly amounts: readonly string[];
  readonly emails: readonly string[];
  /** Long texts. */
  readonly texts: readonly string[];
  /** Words that come in several rows. */
  readonly repeated: readonly string[];
  /** Words of which nearly every row has its own. */
  readonly names: readonly string[];
}

const mostDistinct = 5000;
const longText = 60;

/** Reads the rows of a file. */
export async function evidenceIn(source: Source): Promise<Evidence> {
  const profiles: Profile[] = [];
  let rows = 0;
  for await (const part of tableOf(source, isColumnOf(source))) {
    if (profiles.length === 0) profiles.push(...part.header.cells.map((cell) => emptyProfile(cell.trim())));
    for (const { cells } of part.rows) {
      rows += 1;
      for (const [at, profile] of profiles.entries()) addCell(profile, cells[at]?.trim() ?? '', source.format);
    }
  }
  return evidenceOf(
    profiles.filter(({ header, filled }) => header !== '' && filled > 0),
    rows,
  );
}

function emptyProfile(header: string): Profile {
  const counts = { filled: 0, dates: 0, numbers: 0, fractions: 0, emails: 0, letters: 0, characters: 0 };
  return { header, distinct: new Set(), ...counts, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

function addCell(profile: Profile, cell: string, format: Format): void {
  if (cell === '') return;
  profile.filled += 1;
  profile.characters += cell.length;
  if (profile.distinct.size < mostDistinct) profile.distinct.add(cell.slice(0, 80));
  if (/^-?\d+([.,]\d+)?$/.test(cell)) {
    const value = Number(cell.replace(',', '.'));
    profile.numbers += 1;
    if (/[.,]/.test(cell)) profile.fractions += 1;
    profile.min = Math.min(profile.min, value);
    profile.max = Math.max(profile.max, value);
    return;
  }
  if (readTime(cell, format.dates) !== undefined) profile.dates += 1;
  else if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)) profile.emails += 1;
  else if (/\p{L}{2}/u.test(cell)) profile.letters += 1;
}

const notRatings =
  /priorit|count|number|quantity|qty|reopen|level|interact|\bno\b|\bid\b|age|days|hours|minutes|seats/i;

function evidenceOf(profiles: readonly Profile[], rows: number): Evidence {
  const most = (count: number, { filled }: Profile) => count >= filled * 0.8;
  const headers = (is: (profile: Profile) => boolean) => profiles.filter(is).map(({ header }) => header);
  const isOwn = ({ distinct, filled }: Profile) => filled === rows && distinct.size >= Math.min(filled, mostDistinct);
  const isRating = (profile: Profile) =>
    most(profile.numbers, profile) &&
    profile.fractions === 0 &&
    profile.min >= 0 &&
    profile.max <= 10 &&
    !notRatings.test(profile.header) &&
    (profile.distinct.size < profile.filled || rows < 12);
  return {
    ids: headers(
      (each) =>
        isOwn(each) && !most(each.dates, each) && !most(each.emails, each) && each.characters / each.filled < 40,
    ),
    dates: headers((each) => most(each.dates, each)),
    ratings: profiles
      .filter(isRating)
      .map(({ header, min, max }) => ({ header, scale: max <= 5 && min >= 1 ? (5 as const) : (10 as const) })),
    amounts: headers((each) => most(each.numbers, each) && each.fractions > 0),
    emails: headers((each) => most(each.emails, each)),
    texts: headers((each) => most(each.letters, each) && each.characters / each.filled > longText),
    repeated: headers((each) => most(each.letters, each) && each.distinct.size < each.filled),
    names: headers(
      (each) =>
        most(each.letters, each) && each.distinct.size >= each.filled * 0.9 && each.characters / each.filled < longText,
    ),
  };
}

const due = /\bdue\b|fällig/i;
const paid = /\bpaid\b|payment|bezahlt/i;
const done = /resolved|completed|closed|finished|delivered/i;
const created = /created|opened|\bstart/i;
const answered = /first.*(respon|repl)|initial.*(respon|repl)|answered/i;

/** Pairs of dates whose difference says something: due and paid, due and done, created and answered. */
export function pairsIn({ dates }: Evidence) {
  const first = (pattern: RegExp) => dates.find((header) => pattern.test(header));
  return {
    payment: [first(due), first(paid)] as const,
    delivery: [first(due), first(done)] as const,
    response: [dates.find((header) => created.test(header)), first(answered)] as const,
  };
}

/** How much the cells speak for each kind. */
export function pointsByRows(evidence: Evidence): ReadonlyMap<KindName, number> {
  const { ids, dates, ratings, amounts, emails, texts, repeated, names } = evidence;
  const measures = ratings.length > 0 || Object.values(pairsIn(evidence)).some((pair) => pair.every(Boolean));
  const when = dates.length > 0;
  return new Map<KindName, number>([
    ['signals', (measures && when ? 4 : 0) + (measures && when && repeated.length > 0 ? 1 : 0)],
    [
      'clients',
      ids.length > 0 && names.length > 0 && !measures && emails.length === 0 ? 3 + (amounts.length > 0 ? 1 : 0) : 0,
    ],
    ['key-people', emails.length > 0 && !measures ? 4 : 0],
    ['notes', texts.length > 0 && when && !measures ? 4 : 0],
  ]);
}
