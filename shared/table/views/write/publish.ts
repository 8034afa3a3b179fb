import { isDeepStrictEqual } from 'node:util';
import { replaceRoot } from '../../access/root.ts';
import { chunks } from '../../store/batches.ts';
import { type Account, type RosterName, rosterNames } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { putAll } from '../../store/write.ts';
import { namedBy, type Views } from '../model/build-views.ts';
import { pageIdsOf, toListItem } from '../model/lists.ts';
import { toPageItems } from '../model/pages.ts';
import { toPortfolioViewItem } from '../model/portfolio-view.ts';
import { type LiveViews, listIdsIn, readLists } from './live-views.ts';
import type { OnProgress } from './progress.ts';

/** How many pages are compressed at a time; limits memory. */
const pagesAtOnce = 50;

/**
 * Switches an account to new views. First it puts everything that the live root does not lead to; no reader sees it yet.
 * Then it replaces the root that the views were made from. Readers see the old views or the new ones. A killed run can be
 * repeated; unchanged views write nothing.
 */
export async function publish(
  table: Table,
  account: Account,
  live: LiveViews,
  next: Views,
  onProgress?: OnProgress,
): Promise<void> {
  const { root } = live;
  const named = namedBy(next);
  const missing = (
    await Promise.all(rosterNames.map((roster) => missingFrom(table, account, roster, live, next)))
  ).flat();
  if (named.portfolios !== root.live?.portfolios) {
    missing.push((round) => [toPortfolioViewItem(account, next.portfolios, round)]);
  }
  for (const some of chunks(missing, pagesAtOnce)) {
    await putAll(
      table,
      some.flatMap((itemsOf) => itemsOf(root.round)),
    );
    onProgress?.('pages', some.length, missing.length);
  }
  if (isDeepStrictEqual([named, next.scoredFor], [root.live, root.scoredFor])) return;
  await replaceRoot(table, account, root, { live: named, scoredFor: next.scoredFor });
}

/** The pages and lists of a roster that the live root does not lead to, converted to items only when they are put. */
async function missingFrom(
  table: Table,
  account: Account,
  roster: RosterName,
  { root, portfolios }: LiveViews,
  next: Views,
): Promise<((round: number) => Item[])[]> {
  const live = new Set(root.live ? listIdsIn(roster, root.live.lists, portfolios) : []);
  const lists = unique(next.built.filter((list) => list.roster === roster && !live.has(list.id)));
  if (lists.length === 0) return [];
  const kept = new Set(listIdsIn(roster, next.lists, next.portfolios));
  const replaced = await readLists(
    table,
    account,
    roster,
    [...live].filter((id) => !kept.has(id)),
  );
  // a list shares most pages with the list that it replaces
  const known = new Set(replaced.flatMap(pageIdsOf));
  const pages = unique(lists.flatMap((list) => list.pages)).filter(({ id }) => !known.has(id));
  return [
    ...pages.map((page) => (round: number) => toPageItems(account, roster, page, round)),
    ...lists.map((list) => (round: number) => [toListItem(account, list, round)]),
  ];
}

function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [each.id, each])).values()];
}
