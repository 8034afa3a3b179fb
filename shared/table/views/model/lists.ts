import { createHash } from 'node:crypto';
import { type Account, pageKey, type RosterName } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { numbersOf, type PagedList, tallyFrom } from './paged-list.ts';
import { compress, decompress, type Page, type PageRef } from './pages.ts';

/**
 * How the parts of a list merge, and what is computed from all of its entries. It is stored as one immutable item, which a
 * head or the portfolio view names by its id.
 */
export interface ViewList {
  /** The merged list, one digit per entry: the number of the part that the entry belongs to. */
  readonly order: string;
  /** The pages of each part; empty if the head names them. */
  readonly parts: readonly PagedList[];
  /** The folded names of each part, in its order. Only the list of all clients has them. */
  readonly names: readonly (readonly PageRef[])[];
  /** statistics/overview as JSON texts, without and with archived clients. Only lists of portfolios and the overview of all
   *  clients have them. */
  readonly overviews: readonly string[];
}

/** A list item, and the pages that only it names. */
export interface BuiltList {
  readonly id: string;
  readonly list: ViewList;
  readonly pages: readonly Page[];
}

export function builtList(given: Partial<ViewList> & Pick<ViewList, 'order'>, pages: readonly Page[] = []): BuiltList {
  const list = { ...emptyViewList, ...given };
  const id = createHash('sha256').update(toText(list)).digest().subarray(0, 12).toString('base64url');
  return { id, list, pages };
}

/** The ids of the pages that the list names. */
export function pageIdsOfList({ parts, names }: ViewList): string[] {
  return [...parts.map(({ pages }) => pages), ...names].flat().map(({ id }) => id);
}

export function toListItem(account: Account, roster: RosterName, { id, list }: BuiltList, putOn: number): Item {
  return { ...pageKey(account, roster, 'LIST', id), z: compress(toText(list)), putOn };
}

export function fromListItem({ z }: Item): ViewList {
  const { order, parts, names, overviews } = JSON.parse(decompress(z)) as StoredList;
  return {
    order,
    parts: parts.map(({ pages, tally }) => ({ pages: refsFrom(pages), tally: tallyFrom(tally) })),
    names: names.map(refsFrom),
    overviews,
  };
}

type StoredList = ReturnType<typeof toStored>;

const toText = (list: ViewList) => JSON.stringify(toStored(list));

function toStored({ order, parts, names, overviews }: ViewList) {
  return {
    order,
    parts: parts.map(({ pages, tally }) => ({ pages: refsText(pages), tally: numbersOf(tally) })),
    names: names.map(refsText),
    overviews,
  };
}

function refsText(pages: readonly PageRef[]): string {
  return pages.map(({ id, count }) => `${id}:${count}`).join(' ');
}

function refsFrom(text: string): PageRef[] {
  if (text === '') return [];
  return text.split(' ').map((ref) => {
    const [id = '', count] = ref.split(':');
    return { id, count: Number(count) };
  });
}

/** Used for accounts that have not published anything yet. */
export const emptyViewList: ViewList = { order: '', parts: [], names: [], overviews: [] };
