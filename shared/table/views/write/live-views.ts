import { type Named, type Root, readRoot } from '../../access/root.ts';
import { type Account, pageKey, portfolioViewKey, type RosterName } from '../../store/item-keys.ts';
import { readBatch, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { fromListItem, type List } from '../model/lists.ts';
import {
  emptyPortfolioView,
  fromPortfolioViewItem,
  memberListIds,
  type PortfolioView,
} from '../model/portfolio-view.ts';

/** The views that are live, as the worker reads them before it publishes others. */
export interface LiveViews {
  readonly root: Root;
  readonly portfolios: PortfolioView;
}

/** Undefined if there is no such account. */
export async function readLiveViews(table: Table, account: Account): Promise<LiveViews | undefined> {
  const root = await readRoot(table, account, { consistent: true });
  if (!root) return undefined;
  return { root, portfolios: await readPortfolioView(table, account, root.live) };
}

export async function readPortfolioView(table: Table, account: Account, named: Named | null): Promise<PortfolioView> {
  const key = named && portfolioViewKey(account, named.portfolios);
  const item = key && (await readItem(table, key, { consistent: true }));
  return item ? fromPortfolioViewItem(item) : emptyPortfolioView;
}

/** The ids of all lists that are stored with a roster: its own, and for clients those of the portfolios. */
export function listIdsIn(roster: RosterName, lists: Named['lists'], portfolios: PortfolioView): string[] {
  return [lists[roster], ...(roster === 'clients' ? memberListIds(portfolios) : [])];
}

export async function readLists(
  table: Table,
  account: Account,
  roster: RosterName,
  ids: readonly string[],
): Promise<List[]> {
  const keys = [...new Set(ids)].map((id) => pageKey(account, roster, 'LIST', id));
  return (await readBatch(table, keys, { consistent: true })).map(fromListItem);
}
