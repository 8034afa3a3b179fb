import { eachLimit } from '../../store/batches.ts';
import {
  type Account,
  type ItemKey,
  idIn,
  type KeyRange,
  pagesRange,
  portfolioViewsRange,
  rosterNames,
} from '../../store/item-keys.ts';
import { PageCache } from '../../store/page-cache.ts';
import { readRangeInParts } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { deleteItem, ifConditionHolds } from '../../store/write.ts';
import { listIdsOf } from '../model/build-views.ts';
import { pageIdsOf } from '../model/lists.ts';
import { portfolioViewIds } from '../model/portfolio-view.ts';
import { readLists } from '../read/list-version.ts';
import { LiveVersion } from '../read/live-version.ts';
import { type Deletion, type Named, type Root, readRoot, replaceRoot } from '../root/root.ts';

const hour = 3_600_000;
const deletionsAtOnce = 8;

/**
 * Deletes items that no root has led to for at least an hour, so that a reader who holds an older version can finish.
 * Deletions begin at least an hour apart; one that was stopped goes on. Returns how many items it deleted.
 *
 * An item is deleted if two things are true. It was put before the deletion before the last one began. And none of three
 * roots leads to it: the root of that moment, the root when the last deletion began, and the live root. It was not live
 * in between either, because a publication puts again whatever the live root does not lead to, and a put gives the item a
 * later round. The clock decides only whether an hour has passed.
 */
export async function deleteUnreferenced(table: Table, account: Account, now: number): Promise<number> {
  const found = await readRoot(table, account, { consistent: true });
  if (!found?.live) return 0;
  const root = await withDeletionBegun(table, account, { ...found, live: found.live }, now);
  const [last, lastButOne] = deletionsOf(root);
  if (!last || !lastButOne) return 0;
  const reader = { table, pages: new PageCache(0) };
  const named = [found.live, last.live, lastButOne.live];
  const versions = await Promise.all(
    named.map(async (live) => ({
      lists: live.lists,
      portfolios: await new LiveVersion(reader, account, { live, scoredFor: null }).portfolios(),
    })),
  );
  const before = root.round - 1;
  const views = new Set(named.flatMap(({ portfolios }) => portfolioViewIds(portfolios)));
  let deleted = await deleteIn(table, portfolioViewsRange(account), views, before);
  for (const roster of rosterNames) {
    const listIds = [...new Set(versions.flatMap((version) => listIdsOf(roster, version)))];
    const pageIds = (await readLists(reader, account, roster, listIds)).flatMap(pageIdsOf);
    deleted += await deleteIn(table, pagesRange(account, roster), new Set([...listIds, ...pageIds]), before);
  }
  return deleted;
}

/** The root after a deletion has begun: items that are put from now on carry the next round, and a publication that is under way has to start again. */
function withDeletionBegun(
  table: Table,
  account: Account,
  root: Root & { readonly live: Named },
  now: number,
): Promise<Root> | Root {
  const deletions = deletionsOf(root);
  const [last] = deletions;
  if (last && now - last.at < hour) return root;
  // a table returns attributes in any order
  const lists = Object.fromEntries(rosterNames.map((name) => [name, root.live.lists[name]]));
  const next = [{ at: now, live: { lists, portfolios: root.live.portfolios } }, ...deletions].slice(0, 2);
  return replaceRoot(table, account, root, { round: root.round + 1, deletions: JSON.stringify(next) });
}

function deletionsOf({ deletions }: Root): readonly Deletion[] {
  return JSON.parse(deletions) as Deletion[];
}

async function deleteIn(table: Table, range: KeyRange, kept: ReadonlySet<string>, before: number): Promise<number> {
  let deleted = 0;
  for await (const part of readRangeInParts(table, range, { attributes: ['pk', 'sk', 'round'] })) {
    const unreferenced = part.filter((item) => !kept.has(idIn(item.sk)) && Number(item.round) < before);
    await eachLimit(unreferenced, deletionsAtOnce, (item) => deleteUnlessPutAgain(table, item, Number(item.round)));
    deleted += unreferenced.length;
  }
  return deleted;
}

async function deleteUnlessPutAgain(table: Table, key: ItemKey, round: number): Promise<void> {
  await ifConditionHolds(
    deleteItem(table, {
      key,
      condition: '#round = :round',
      names: { '#round': 'round' },
      values: { ':round': round },
    }),
  );
}
