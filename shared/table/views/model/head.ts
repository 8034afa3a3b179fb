import { createHash } from 'node:crypto';
import type { Day } from '../../../domain/dates.ts';
import { type Account, headKey, type RosterName } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { emptyList, numbersOf, type PagedList, tallyFrom } from './paged-list.ts';
import { packRefs, unpackRefs } from './pages.ts';

/**
 * A roster has two lists: `main`, which every request sees (clients that are not archived, active streams), and
 * `hidden`, which include_archived and include_inactive add. One item names the pages of both, so a client that is
 * archived is never in both lists or in neither.
 */
export interface Head {
  /** A hash of the fields below: the same lists have the same version. */
  readonly version: string;
  /** The last night that was scored. */
  readonly scoredFor: Day | null;
  readonly main: PagedList;
  readonly hidden: PagedList;
  /** The id of its list item. A head from before list items has none. */
  readonly list: string | undefined;
}

/** Used for accounts that have not published anything yet. */
export const emptyHead = headOf(null, emptyList, emptyList, undefined);

export function headOf(scoredFor: Day | null, main: PagedList, hidden: PagedList, list: string | undefined): Head {
  const digest = createHash('sha256');
  for (const { pages, tally } of [main, hidden])
    digest.update(packRefs(pages)).update(JSON.stringify(numbersOf(tally)));
  const version = digest
    .update(String(scoredFor))
    .update(list ?? '')
    .digest('base64url')
    .slice(0, 16);
  return { version, scoredFor, main, hidden, list };
}

export function toHeadItem(
  account: Account,
  roster: RosterName,
  { version, scoredFor, main, hidden, list }: Head,
): Item {
  return {
    ...headKey(account, roster),
    v: 1,
    version,
    scoredFor,
    main: packRefs(main.pages),
    mainTally: numbersOf(main.tally),
    aside: packRefs(hidden.pages),
    asideTally: numbersOf(hidden.tally),
    ...(list !== undefined && { list }),
  };
}

function fromHeadItem(item: Item): Head {
  return {
    version: String(item.version),
    scoredFor: item.scoredFor as Day | null,
    main: { pages: unpackRefs(item.main as Uint8Array), tally: tallyFrom(item.mainTally as number[]) },
    hidden: { pages: unpackRefs(item.aside as Uint8Array), tally: tallyFrom(item.asideTally as number[]) },
    list: item.list as string | undefined,
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
export function pageIdsOf({ main, hidden }: Head): string[] {
  return [...main.pages, ...hidden.pages].map(({ id }) => id);
}
