import type { Day } from '../../../domain/dates.ts';
import { type Account, type RosterName, rosterNames } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { type Head, readHead } from './head.ts';
import { type PortfolioView, readPortfolioView } from './portfolio-view.ts';

/** The versions that are live now; undefined before the first publication. */
export type LiveVersions = Readonly<Record<RosterName, Head | undefined>> & {
  readonly portfolios: PortfolioView | undefined;
};

export const nothingLive: LiveVersions = liveVersions([], undefined);

export async function readLive(table: Table, account: Account): Promise<LiveVersions> {
  const consistent = { consistent: true };
  const [portfolios, ...heads] = await Promise.all([
    readPortfolioView(table, account, consistent),
    ...rosterNames.map((roster) => readHead(table, account, roster, consistent)),
  ]);
  return liveVersions(heads, portfolios);
}

/** All lists are published. */
export type CompleteVersions = Readonly<Record<RosterName, Head>> & { readonly portfolios: PortfolioView };

/** True if an earlier version of the service published them, which had fewer lists. */
export function isOfEarlierVersion(live: LiveVersions): boolean {
  return live.clients !== undefined && !areComplete(live);
}

export function areComplete(live: LiveVersions): live is CompleteVersions {
  const { portfolios, ...heads } = live;
  return portfolios?.favorites.list !== undefined && Object.values(heads).every((head) => head?.list !== undefined);
}

/**
 * The last night that the account shows. The heads are read separately, so one can be older if another writer switches
 * in between; then the switch of this publication fails on its condition.
 */
export function lastPublishedNight({ portfolios: _, ...heads }: LiveVersions): Day | null {
  const nights = Object.values(heads).flatMap((head) => head?.scoredFor ?? []);
  return nights.length > 0 ? Math.max(...nights) : null;
}

function liveVersions(heads: readonly (Head | undefined)[], portfolios: PortfolioView | undefined): LiveVersions {
  const byName = Object.fromEntries(rosterNames.map((roster, at) => [roster, heads[at]]));
  return { ...(byName as Record<RosterName, Head | undefined>), portfolios };
}
