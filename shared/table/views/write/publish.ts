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
import { type Head, pageIdsOf, readHead, toHeadItem } from '../read/head.ts';
import { type Page, toPageItems } from '../read/pages.ts';
import { readPortfolioView, toPortfolioViewItem } from '../read/portfolio-view.ts';
import type { Roster, Views } from './build-views.ts';

/** Only so many pages are compressed at a time, to bound memory. */
const pagesAtOnce = 50;

/** The versions that are live now; undefined before the first publication. */
export interface LiveVersions {
  readonly clients: Head | undefined;
  readonly streams: Head | undefined;
  /** The version of the portfolio view. */
  readonly portfolios: string | undefined;
}

export async function readLive(table: Table, account: Account): Promise<LiveVersions> {
  const consistent = { consistent: true };
  const [clients, streams, view] = await Promise.all([
    readHead(table, account, 'clients', consistent),
    readHead(table, account, 'streams', consistent),
    readPortfolioView(table, account, consistent),
  ]);
  return { clients, streams, portfolios: view?.version };
}

/**
 * The last night that the account shows. The heads are read separately, so one can be older if another writer switches in
 * between; then the switch of this publication fails on its condition.
 */
export function lastPublishedNight({ clients, streams }: LiveVersions): Day | null {
  const nights = [clients, streams].flatMap((head) => head?.scoredFor ?? []);
  return nights.length > 0 ? Math.max(...nights) : null;
}

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
): Promise<void> {
  for (const roster of rosterNames) {
    for (const pages of chunks(newPages(live[roster], next[roster]), pagesAtOnce)) {
      await putAll(
        table,
        pages.flatMap((page) => toPageItems(account, roster, page, putOn)),
      );
    }
  }
  const headStep = (roster: RosterName): Step => ({
    key: headKey(account, roster),
    item: toHeadItem(account, roster, next[roster].head),
    replaces: live[roster]?.version,
  });
  const streams = headStep('streams');
  // the portfolio view names the version of the clients, so an unchanged one of the two is still checked
  const clients: Step[] = [
    headStep('clients'),
    {
      key: portfolioViewKey(account),
      item: toPortfolioViewItem(account, next.portfolios),
      replaces: live.portfolios,
    },
  ];
  const steps = [...(clients.every(isUnchanged) ? [] : clients), ...(isUnchanged(streams) ? [] : [streams])];
  if (steps.length === 0) return;
  const parts = steps.map((step) => writeStep(table.name, step));
  if (isNothing(live, next)) await publishNothing(table, account, parts);
  else await table.documents.send(new TransactWriteCommand({ TransactItems: parts }), sendOptions(table));
}

/** True if nothing is live and there is nothing to publish. */
function isNothing({ clients, streams, portfolios }: LiveVersions, next: Views): boolean {
  const live = clients ?? streams ?? portfolios;
  return live === undefined && next.clients.pages.length === 0 && next.portfolios.portfolios.length === 0;
}

/** Publishes empty lists, unless the account has been deleted. */
async function publishNothing(table: Table, account: Account, parts: readonly Part[]): Promise<void> {
  const failed = await transact(table, [accountExists(table, account), ...parts]);
  if (failed.length > 0 && !failed.includes(0)) throw new Error(`Another writer has published views of ${account}.`);
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

function newPages(live: Head | undefined, { pages }: Roster): Page[] {
  const known = new Set(live ? pageIdsOf(live) : []);
  return pages.filter(({ id }) => !known.has(id));
}
