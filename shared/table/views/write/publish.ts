import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Day } from '../../../domain/dates.ts';
import { accountExists } from '../../access/accounts.ts';
import { chunks } from '../../store/batches.ts';
import {
  type Account,
  headKey,
  type ItemKey,
  portfolioViewKey,
  type RosterName,
  rosterNames,
} from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { sendOptions, type Table } from '../../store/table.ts';
import { type Part, transact } from '../../store/transaction.ts';
import { putAll } from '../../store/write.ts';
import type { Views } from '../model/build-views.ts';
import { pageIdsOf, toHeadItem } from '../model/head.ts';
import { pageIdsOfList, toListItem } from '../model/lists.ts';
import { type LiveVersions, nothingLive } from '../model/live-versions.ts';
import { toPageItems } from '../model/pages.ts';
import { toPortfolioViewItem } from '../model/portfolio-view.ts';
import { liveListIds, readLists } from './live-lists.ts';
import type { OnProgress } from './progress.ts';

/** How many pages are compressed at a time; limits memory. */
const pagesAtOnce = 50;

/**
 * Switches an account to new views. First it puts every page that the live heads do not name; no reader sees them yet.
 * Then it replaces the changed heads and the portfolio view in one transaction, on the condition that the versions they
 * were computed from are still live. Readers see the old views or the new ones. A killed run can be repeated; unchanged
 * views write nothing.
 */
export async function publish(
  table: Table,
  account: Account,
  live: LiveVersions,
  next: Views,
  putOn: Day,
  onProgress?: OnProgress,
): Promise<void> {
  if (isNothing(live, next)) return publishNothing(table, account, next, putOn);
  const missing = (
    await Promise.all(rosterNames.map((roster) => missingParts(table, account, roster, live, next)))
  ).flat();
  for (const some of chunks(missing, pagesAtOnce)) {
    await putAll(
      table,
      some.flatMap((itemsPutOn) => itemsPutOn(putOn)),
    );
    onProgress?.('pages', some.length, missing.length);
  }
  const steps = changedSteps(account, live, next);
  if (steps.length === 0) return;
  const parts = steps.map((step) => writeStep(table.name, step));
  await table.documents.send(new TransactWriteCommand({ TransactItems: parts }), sendOptions(table));
}

/** True if nothing is live and there is nothing to publish. */
function isNothing(live: LiveVersions, next: Views): boolean {
  const isAnythingLive = Object.values(live).some((version) => version !== undefined);
  return !isAnythingLive && next.clients.pages.length === 0 && next.portfolios.portfolios.length === 0;
}

/**
 * Publishes empty views, unless the account has been deleted. Its list items are part of the transaction: nothing may
 * be written before it is known that the account exists.
 */
async function publishNothing(table: Table, account: Account, next: Views, putOn: Day): Promise<void> {
  const lists = rosterNames.flatMap((roster) =>
    unique(next[roster].lists).map((list) => toListItem(account, roster, list, putOn)),
  );
  const parts: Part[] = [
    accountExists(table, account),
    ...changedSteps(account, nothingLive, next).map((step) => writeStep(table.name, step)),
    ...lists.map((Item) => ({ Put: { TableName: table.name, Item } })),
  ];
  const failed = await transact(table, parts);
  if (failed.length > 0 && !failed.includes(0)) throw new Error(`Another writer has published views of ${account}.`);
}

/** The heads and the portfolio view that change, and those that must stay as they are. */
function changedSteps(account: Account, live: LiveVersions, next: Views): Step[] {
  const headStep = (roster: RosterName): Step => ({
    key: headKey(account, roster),
    item: toHeadItem(account, roster, next[roster].head),
    replaces: live[roster]?.version,
  });
  const others = rosterNames.filter((roster) => roster !== 'clients').map(headStep);
  // the portfolio view names the version of the clients, so if only one of the two changes, the other is checked
  const clients: Step[] = [
    headStep('clients'),
    {
      key: portfolioViewKey(account),
      item: toPortfolioViewItem(account, next.portfolios),
      replaces: live.portfolios?.version,
    },
  ];
  return [...(clients.every(isUnchanged) ? [] : clients), ...others.filter((step) => !isUnchanged(step))];
}

interface Step {
  readonly item: Item;
  readonly key: ItemKey;
  /** The version that must be live; undefined if none is. */
  readonly replaces: string | undefined;
}

function isUnchanged({ item, replaces }: Step): boolean {
  return item.version === replaces;
}

function writeStep(TableName: string, step: Step) {
  const condition =
    step.replaces === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#version = :replaces',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':replaces': step.replaces },
        };
  return isUnchanged(step)
    ? { ConditionCheck: { TableName, Key: step.key, ...condition } }
    : { Put: { TableName, Item: step.item, ...condition } };
}

/** The pages and list items of the next version that the live one does not name, converted to items only when put. */
async function missingParts(
  table: Table,
  account: Account,
  roster: RosterName,
  live: LiveVersions,
  next: Views,
): Promise<((putOn: Day) => Item[])[]> {
  const head = live[roster];
  const liveIds = new Set(liveListIds(roster, head, live.portfolios));
  const lists = unique(next[roster].lists).filter(({ id }) => !liveIds.has(id));
  const kept = new Set(liveListIds(roster, next[roster].head, next.portfolios));
  const replaced = [...liveIds].filter((id) => !kept.has(id));
  const known = new Set(head ? pageIdsOf(head) : []);
  // do not put pages again that a replaced list shares with its successor
  const replacedLists = await readLists(table, account, roster, lists.length > 0 ? replaced : []);
  for (const id of replacedLists.flatMap(pageIdsOfList)) known.add(id);
  const pages = unique([...next[roster].pages, ...lists.flatMap((list) => list.pages)]);
  return [
    ...pages
      .filter(({ id }) => !known.has(id))
      .map((page) => (putOn: Day) => toPageItems(account, roster, page, putOn)),
    ...lists.map((list) => (putOn: Day) => [toListItem(account, roster, list, putOn)]),
  ];
}

function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [each.id, each])).values()];
}
