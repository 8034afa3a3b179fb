import { isDeepStrictEqual } from 'node:util';
import { chunks } from '../../store/batches.ts';
import { type Account, type RosterName, rosterNames } from '../../store/item-keys.ts';
import { PageCache, type Reader } from '../../store/page-cache.ts';
import type { Item } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { putAll } from '../../store/write.ts';
import { listIdsOf, namedBy, type Views } from '../model/build-views.ts';
import { pageIdsOf, toListItem } from '../model/lists.ts';
import { toPageItems } from '../model/pages.ts';
import { portfolioViewIds, toPortfolioViewItems } from '../model/portfolio-view.ts';
import { readLists } from '../read/list-version.ts';
import { LiveVersion } from '../read/live-version.ts';
import { type Root, replaceRoot } from '../root/root.ts';

/** `clients` are scored or read, `pages` of the views are written. */
export type WorkPhase = 'clients' | 'pages';

/** Receives how many more are done, and of how many if that is known. */
export type OnProgress = (phase: WorkPhase, count: number, total?: number) => void;

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
  root: Root,
  next: Views & Pick<Root, 'facts'>,
  onProgress?: OnProgress,
): Promise<void> {
  const reader = { table, pages: new PageCache(0) };
  const named = namedBy(next);
  const live = root.live && {
    lists: root.live.lists,
    portfolios: await new LiveVersion(reader, account, root).portfolios(),
  };
  const missing = (
    await Promise.all(rosterNames.map((roster) => missingFrom(reader, account, roster, live, next)))
  ).flat();
  if (named.portfolios !== root.live?.portfolios) {
    const known = new Set(portfolioViewIds(root.live?.portfolios));
    missing.push((round) => toPortfolioViewItems(account, next.portfolios, round, known));
  }
  for (const some of chunks(missing, pagesAtOnce)) {
    await putAll(
      table,
      some.flatMap((itemsOf) => itemsOf(root.round)),
    );
    onProgress?.('pages', some.length, missing.length);
  }
  const { scoredFor, facts } = next;
  if (isDeepStrictEqual([named, scoredFor, facts], [root.live, root.scoredFor, root.facts])) return;
  await replaceRoot(table, account, root, { live: named, scoredFor, facts });
}

/** The pages and lists of a roster that the live root does not lead to, converted to items only when they are put. */
async function missingFrom(
  reader: Reader,
  account: Account,
  roster: RosterName,
  live: Pick<Views, 'lists' | 'portfolios'> | null,
  next: Views,
): Promise<((round: number) => Item[])[]> {
  const stored = new Set(live ? listIdsOf(roster, live) : []);
  const lists = unique(next.built.filter((list) => list.roster === roster && !stored.has(list.id)));
  if (lists.length === 0) return [];
  const kept = new Set(listIdsOf(roster, next));
  const gone = [...stored].filter((id) => !kept.has(id));
  const replaced = await readLists(reader, account, roster, gone);
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
