import { createHash } from 'node:crypto';
import type { Day } from '../../../domain/dates.ts';
import { emptyTally, plus, type Tally } from '../../../domain/lists/health.ts';
import { type Account, headKey, type RosterName } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import { itemVersion } from '../../store/stored-item.ts';
import type { Table } from '../../store/table.ts';
import { numbersOf, type PagedList, tallyFrom } from './paged-list.ts';
import { packRefs, unpackRefs } from './pages.ts';

/**
 * A roster has parts, of which a request chooses some. Most rosters have two: the first, which every request sees (clients
 * that are not archived, active streams), and the second, which include_archived and include_inactive add. One item names
 * the pages of all parts, so a client that is archived is never in two parts or in none.
 */
export interface Head {
  /** A hash of the fields below: the same lists have the same version. */
  readonly version: string;
  /** The last night that was scored. */
  readonly scoredFor: Day | null;
  readonly parts: readonly PagedList[];
  /** The id of its list item. A head from before list items has none. */
  readonly list: string | undefined;
}

/** Used for accounts that have not published anything yet. */
export const emptyHead = headOf(null, [], undefined);

export function headOf(scoredFor: Day | null, parts: readonly PagedList[], list: string | undefined): Head {
  const digest = createHash('sha256');
  for (const { pages, tally } of parts) digest.update(packRefs(pages)).update(JSON.stringify(numbersOf(tally)));
  const version = digest
    .update(String(scoredFor))
    .update(list ?? '')
    .digest('base64url')
    .slice(0, 16);
  return { version, scoredFor, parts, list };
}

// The stored head calls the second part `aside`. Only rosters with more than two parts have `others`.

interface StoredPart {
  readonly pages: Uint8Array;
  readonly tally: number[];
}

export function toHeadItem(account: Account, roster: RosterName, { version, scoredFor, parts, list }: Head): Item {
  const [main, aside, ...others] = parts.map(
    ({ pages, tally }): StoredPart => ({ pages: packRefs(pages), tally: numbersOf(tally) }),
  );
  return {
    ...headKey(account, roster),
    v: itemVersion,
    version,
    scoredFor,
    ...(main && { main: main.pages, mainTally: main.tally }),
    ...(aside && { aside: aside.pages, asideTally: aside.tally }),
    ...(others.length > 0 && { others }),
    ...(list !== undefined && { list }),
  };
}

export function fromHeadItem({
  version,
  scoredFor,
  main,
  mainTally,
  aside,
  asideTally,
  others = [],
  list,
}: Item): Head {
  const parts = [{ pages: main, tally: mainTally }, { pages: aside, tally: asideTally }, ...(others as StoredPart[])];
  // the overview has no pages
  const stored = parts.filter(({ pages }) => pages !== undefined) as StoredPart[];
  return {
    version: String(version),
    scoredFor: scoredFor as Day | null,
    parts: stored.map(({ pages, tally }) => ({ pages: unpackRefs(pages), tally: tallyFrom(tally) })),
    list: list as string | undefined,
  };
}

/** Undefined before the first publication. */
export async function readHead(
  table: Table,
  account: Account,
  roster: RosterName,
  reading: { consistent?: boolean } = {},
): Promise<Head | undefined> {
  const item = await readItem(table, headKey(account, roster), reading);
  return item && fromHeadItem(item);
}

/** The ids of all pages that this head names. */
export function pageIdsOf({ parts }: Head): string[] {
  return parts.flatMap(({ pages }) => pages.map(({ id }) => id));
}

/** All entries of a roster, whatever their part. */
export function tallyOfAll({ parts }: Head): Tally {
  return parts.map(({ tally }) => tally).reduce(plus, emptyTally);
}
