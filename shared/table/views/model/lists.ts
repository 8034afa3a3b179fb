import { emptyTally, type Tally, tallyOf } from '../../../domain/lists/health.ts';
import { compress, decompress } from '../../store/compression.ts';
import { type Account, pageKey, type RosterName } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';
import type { Line } from './descriptions.ts';
import { contentId, cut, type Page } from './pages.ts';
import { orderOf } from './parts.ts';

/** A page as a list item names it. */
export interface PageRef extends Pick<Page, 'id' | 'count'> {
  /** The index of its first entry in its part. Not stored: it follows from the counts. */
  readonly start: number;
}

/** One part of a list, in order, as the pages that hold it. */
export interface Part {
  readonly pages: readonly PageRef[];
  /** The tally of the scores of its entries. */
  readonly tally: Tally;
}

/** A list of clients or streams. It is stored as one immutable item; a field that a list does not need is empty. */
export interface List {
  readonly parts: readonly Part[];
  /** A digit per entry (parts.ts). */
  readonly order: string;
  /** The folded names of each part, in its order, for search in all clients. */
  readonly names: readonly (readonly PageRef[])[];
  /** statistics/overview as JSON texts, without and with archived clients. */
  readonly overviews: readonly string[];
  /** Of each part, the texts that its pages begin with, in a list that is searched by them. */
  readonly starts: readonly (readonly string[])[];
}

/** Used for accounts that have not published anything yet. */
export const emptyList: List = { parts: [], order: '', names: [], overviews: [], starts: [] };

/** A list with the pages that it names. */
export interface BuiltList {
  readonly roster: RosterName;
  /** Derived from its content. */
  readonly id: string;
  readonly list: List;
  readonly pages: readonly Page[];
}

/** Cuts lines, which are in order, into the pages of a list. */
export function builtList(
  roster: RosterName,
  { parts: count, lines }: { readonly parts: number; readonly lines: readonly Line[] },
  {
    names = [],
    overviews = [],
    most,
    hasStarts = false,
  }: {
    readonly names?: readonly Page[][];
    readonly overviews?: readonly string[];
    /** How many lines a page has at most. */
    readonly most?: number;
    readonly hasStarts?: boolean;
  } = {},
): BuiltList {
  const pages = names.flat();
  const starts: string[][] = [];
  const parts = Array.from({ length: count }, (_, part): Part => {
    const ofPart = lines.filter((line) => line.part === part);
    const cutPages = cut(ofPart, most);
    pages.push(...cutPages);
    if (hasStarts) starts.push(refsOf(cutPages).map(({ start }) => ofPart[start]?.text ?? ''));
    return { pages: refsOf(cutPages), tally: tallyOf(ofPart.map(({ score }) => score)) };
  });
  const order = orderOf(lines);
  const list = { parts, order, names: names.map(refsOf), overviews, starts };
  return { roster, id: contentId(textOf(list)), list, pages };
}

function refsOf(pages: readonly Pick<Page, 'id' | 'count'>[]): PageRef[] {
  let next = 0;
  return pages.map(({ id, count }) => {
    next += count;
    return { id, count, start: next - count };
  });
}

/** The ids of all pages that the list names. */
export function pageIdsOf({ parts, names }: List): string[] {
  return [...parts.map(({ pages }) => pages), ...names].flat().map(({ id }) => id);
}

/** The tallies of the first part of a list, and of the second, which requests hide by default. */
export interface Members {
  readonly main: Tally;
  readonly hidden: Tally;
  readonly list: string;
}

/** How many entries a request gets that asks for a list without parameters, where these are of the first part. */
const firstEntries: Partial<Record<RosterName, number>> = { clients: 100, streams: 100, alignment: 500 };

/**
 * A list as the root names it: its id, then the pages of its first entries, as list items name pages. So who reads from
 * the beginning asks for list item and pages at once.
 */
export function nameOf({ roster, id, list: { parts } }: BuiltList): string {
  const first = pagesAt(parts[0]?.pages ?? [], 0, firstEntries[roster] ?? 0);
  return [id, refsText(first)].join(' ').trim();
}

export interface NamedList {
  readonly id: string;
  /** The pages that it begins with. */
  readonly first: readonly PageRef[];
}

/** No name is that of a list which an earlier release did not have. */
export function namedIn(name = ''): NamedList {
  const [id = '', ...first] = name.split(' ');
  return { id, first: refsFrom(first.join(' ')) };
}

/** The pages of a part that hold a slice of it. */
export function pagesAt(pages: readonly PageRef[], offset: number, limit: number): PageRef[] {
  return pages.filter(({ start, count }) => start < offset + limit && start + count > offset);
}

export function membersOf({ id, list: { parts } }: BuiltList): Members {
  const [main, hidden] = parts;
  return { main: main?.tally ?? emptyTally, hidden: hidden?.tally ?? emptyTally, list: id };
}

// DynamoDB stores items of at most 400 KB.
const mostBytes = 350 * 1024;

class AccountTooLarge extends Error {
  override name = 'AccountTooLarge' as const;
}

/** The stored list. `round` is the root's. */
export function toListItem(account: Account, { roster, id, list }: BuiltList, round: number): Item {
  const z = compress(textOf(list));
  if (z.length > mostBytes) {
    const kilobytes = `${Math.ceil(z.length / 1024)} KB; at most ${mostBytes / 1024} KB can be stored`;
    throw new AccountTooLarge(`The list ${roster} of ${account} takes ${kilobytes}. Split the account into several.`);
  }
  return { ...pageKey(account, roster, 'LIST', id), v: itemVersion, z, round };
}

export function fromListItem(item: Item): List {
  checkVersion(item);
  const {
    parts,
    order,
    names,
    overviews,
    starts = [],
  } = JSON.parse(`${decompress(item.z)}`) as ReturnType<typeof stored>;
  return {
    parts: parts.map(({ pages, tally }) => ({ pages: refsFrom(pages), tally: tallyFrom(tally) })),
    order,
    names: names.map(refsFrom),
    overviews,
    starts,
  };
}

const textOf = (list: List) => JSON.stringify(stored(list));

function stored({ parts, order, names, overviews, starts }: List) {
  return {
    parts: parts.map(({ pages, tally }) => ({ pages: refsText(pages), tally: numbersOf(tally) })),
    order,
    names: names.map(refsText),
    overviews,
    ...(starts.length > 0 && { starts }),
  };
}

function refsText(pages: readonly PageRef[]): string {
  return pages.map(({ id, count }) => `${id}:${count}`).join(' ');
}

function refsFrom(text: string): PageRef[] {
  const refs = text === '' ? [] : text.split(' ').map((ref) => ref.split(':'));
  return refsOf(refs.map(([id = '', count]) => ({ id, count: Number(count) })));
}

function numbersOf({ total, sumOfTenths, bands }: Tally): number[] {
  return [total, sumOfTenths, bands.highRisk, bands.mediumRisk, bands.lowRisk, bands.onTrack];
}

function tallyFrom([
  total = 0,
  sumOfTenths = 0,
  highRisk = 0,
  mediumRisk = 0,
  lowRisk = 0,
  onTrack = 0,
]: readonly number[]): Tally {
  return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
}
