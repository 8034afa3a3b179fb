import type { Day } from '../../../domain/dates.ts';
import { tallyOf } from '../../../domain/lists/health.ts';
import type { Line, ListDescription } from './descriptions.ts';
import type { Placed } from './entries.ts';
import { type Head, headOf } from './head.ts';
import { type BuiltList, builtList, type ViewList } from './lists.ts';
import type { PagedList } from './paged-list.ts';
import { cut, type Page, type PageRef } from './pages.ts';

/** A list with a head of its own. */
export interface Roster {
  readonly head: Head;
  /** The pages that the head names. */
  readonly pages: readonly Page[];
  /** The list item of the head, and for clients those of the portfolios. */
  readonly lists: readonly BuiltList[];
}

/** The entries that a list shows. */
export function entriesIn<E>({ has = () => true }: ListDescription<E>, entries: readonly Placed<E>[]): Placed<E>[] {
  return entries.filter(({ entry }) => has(entry));
}

/** The lines of a list, in order. */
export function linesOf<E>(description: ListDescription<E>, entries: readonly Placed<E>[]): Line[] {
  const { shown, order } = description;
  const lines = entriesIn(description, entries).map((placed): Line => {
    const { id, score, foldedName } = placed;
    return { id, score, foldedName, ...shown(placed) };
  });
  return order ? lines.sort(order) : lines;
}

/** A list whose parts its head names. `details` are stored in its list item. */
export function builtRoster<E>(
  description: ListDescription<E>,
  entries: readonly Placed<E>[],
  scoredFor: Day | null,
  details: Partial<ViewList> = {},
  detailPages: readonly Page[] = [],
): Roster {
  const lines = linesOf(description, entries);
  const { parts, pages } = partsOf(description, lines);
  const list = builtList({ ...details, order: orderOf(lines) }, detailPages);
  return { head: headOf(scoredFor, parts, list.id), pages, lists: [list] };
}

/** A list whose parts its list item names. */
export function builtMemberList<E>(
  description: ListDescription<E>,
  entries: readonly Placed<E>[],
  details: Partial<ViewList>,
): BuiltList {
  const lines = linesOf(description, entries);
  const { parts, pages } = partsOf(description, lines);
  return builtList({ ...details, order: orderOf(lines), parts }, pages);
}

/** The number of the part of each line, one digit per line. */
function orderOf(lines: readonly Line[]): string {
  return lines.map(({ part }) => part).join('');
}

function partsOf({ parts: count }: { readonly parts: number }, lines: readonly Line[]) {
  const pages: Page[] = [];
  const parts = Array.from({ length: count }, (_, part): PagedList => {
    const ofPart = lines.filter((line) => line.part === part);
    const cutPages = cut(ofPart);
    pages.push(...cutPages);
    return { pages: refsOf(cutPages), tally: tallyOf(ofPart.map(({ score }) => score)) };
  });
  return { parts, pages };
}

export function refsOf(pages: readonly Page[]): PageRef[] {
  return pages.map(({ id, count }) => ({ id, count }));
}
