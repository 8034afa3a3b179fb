import { createHash } from 'node:crypto';
import type { Day } from '../../../domain/dates.ts';
import { emptyTally, type Tally } from '../../../domain/lists/health.ts';
import { type Account, headKey, type RosterName } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { type PageRef, packRefs, unpackRefs } from './pages.ts';

/** One sorted list, as the pages that hold it. */
export interface PagedList {
  readonly pages: readonly PageRef[];
  readonly tally: Tally;
}

/**
 * A roster has two lists: `main`, which every request sees (clients that are not archived, active streams), and `hidden`,
 * which include_archived and include_inactive add. One item names the pages of both, so a client that is archived is
 * never in both lists or in neither.
 */
export interface Head {
  /** A hash of everything below: the same lists have the same version. */
  readonly version: string;
  /** The last night that was scored. */
  readonly scoredFor: Day | null;
  readonly main: PagedList;
  readonly hidden: PagedList;
}

const emptyList: PagedList = { pages: [], tally: emptyTally };

/** Stands for the head of an account that has published nothing yet. */
export const emptyHead = headOf(null, emptyList, emptyList);

export function headOf(scoredFor: Day | null, main: PagedList, hidden: PagedList): Head {
  const digest = createHash('sha256');
  for (const { pages, tally } of [main, hidden])
    digest.update(packRefs(pages)).update(JSON.stringify(numbersOf(tally)));
  const version = digest.update(String(scoredFor)).digest('base64url').slice(0, 16);
  return { version, scoredFor, main, hidden };
}

export function toHeadItem(account: Account, roster: RosterName, { version, scoredFor, main, hidden }: Head): Item {
  return {
    ...headKey(account, roster),
    v: 1,
    version,
    scoredFor,
    main: packRefs(main.pages),
    mainTally: numbersOf(main.tally),
    aside: packRefs(hidden.pages),
    asideTally: numbersOf(hidden.tally),
  };
}

function fromHeadItem(item: Item): Head {
  return {
    version: String(item.version),
    scoredFor: item.scoredFor as Day | null,
    main: { pages: unpackRefs(item.main as Uint8Array), tally: tallyFrom(item.mainTally as number[]) },
    hidden: { pages: unpackRefs(item.aside as Uint8Array), tally: tallyFrom(item.asideTally as number[]) },
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
]: number[]): Tally {
  return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
}
