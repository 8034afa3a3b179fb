import { type Account, pageKey, type RosterName } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { Head } from '../model/head.ts';
import { fromListItem, type ViewList } from '../model/lists.ts';
import { listIdsOf, type PortfolioView } from '../model/portfolio-view.ts';

/** The ids of the list items of a roster that its head, and for clients the portfolio view, name. */
export function liveListIds(
  roster: RosterName,
  head: Head | undefined,
  portfolios: PortfolioView | undefined,
): string[] {
  const ofHead = head?.list === undefined ? [] : [head.list];
  return roster === 'clients' && portfolios ? [...ofHead, ...listIdsOf(portfolios)] : ofHead;
}

export async function readLists(
  table: Table,
  account: Account,
  roster: RosterName,
  ids: readonly string[],
): Promise<ViewList[]> {
  const keys = [...new Set(ids)].map((id) => pageKey(account, roster, 'LIST', id));
  return (await readBatch(table, keys, { consistent: true })).map(fromListItem);
}
