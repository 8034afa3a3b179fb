import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Day } from '../../../domain/dates.ts';
import { type Account, type RosterName, rootKey } from '../../store/item-keys.ts';
import { type Item, readBatch, readItem } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';
import { ConditionFailed, type RequestTable, type Table } from '../../store/table.ts';
import { putItem } from '../../store/write.ts';

/** What a root names. Texts, because every request decodes them. */
export interface Named {
  /** Of each list its id, and the pages that it begins with (views/model/lists.ts). */
  readonly lists: Readonly<Record<RosterName, string>>;
  /** The ids of the items of the portfolio view (views/model/portfolio-view.ts). */
  readonly portfolios: string;
}

/** A deletion of unreferenced pages: when it began, and what was live then. */
export interface Deletion {
  readonly at: number;
  readonly live: Named;
}

/**
 * Names everything of an account that is live. It is created and deleted with the account. A publication replaces it, on
 * the condition that it is still the one that the new views were made from.
 */
export interface Root {
  /** Random, so that an account that is created again under the same id has another one. */
  readonly generation: string;
  /** Incremented whenever the root is replaced. */
  readonly version: number;
  /** The mark of the facts that the lists show (facts-mark.ts). */
  readonly facts: string;
  /** The last night that was scored. */
  readonly scoredFor: Day | null;
  /** Null before the first publication. */
  readonly live: Named | null;
  /** How many deletions of unreferenced pages have begun. What is put carries the number of its time. */
  readonly round: number;
  /** The last two `Deletion`s as JSON, the newest first: only the next deletion decodes them. */
  readonly deletions: string;
}

/** The root is not the one that was read: another writer has replaced it, or the account has been deleted. */
export class RootReplaced extends Error {
  override name = 'RootReplaced' as const;
}

export function newRootItem(account: Account): Item {
  const generation = randomBytes(9).toString('base64url');
  return toRootItem(account, {
    generation,
    version: 0,
    facts: '',
    scoredFor: null,
    live: null,
    round: 0,
    deletions: '[]',
  });
}

/** Undefined if there is no such account. */
export async function readRoot(
  table: RequestTable,
  account: Account,
  reading: { readonly consistent?: boolean } = {},
): Promise<Root | undefined> {
  const item = await readItem(table, rootKey(account), reading);
  return item && fromRootItem(item);
}

/** The night that each account shows; accounts without one are omitted. */
export function nightsIn(roots: ReadonlyMap<Account, Root>): Map<Account, Day> {
  return new Map([...roots].flatMap(([account, { scoredFor }]) => (scoredFor === null ? [] : [[account, scoredFor]])));
}

export async function rootsOf(table: Table, accounts: readonly Account[]): Promise<Map<Account, Root>> {
  const byPartition = new Map(accounts.map((account) => [rootKey(account).pk, account]));
  const items = await readBatch(table, accounts.map(rootKey));
  return new Map(items.map((item) => [byPartition.get(item.pk) as Account, fromRootItem(item)]));
}

/** Replaces the root that was read, and only that one. Returns the new one. */
export async function replaceRoot(
  table: Table,
  account: Account,
  root: Root,
  changes: Partial<Pick<Root, 'live' | 'facts' | 'scoredFor' | 'round' | 'deletions'>>,
): Promise<Root> {
  const next = { ...root, ...changes, version: root.version + 1 };
  try {
    await putItem(table, {
      item: toRootItem(account, next),
      condition: 'generation = :generation AND #version = :version',
      names: { '#version': 'version' },
      values: { ':generation': root.generation, ':version': root.version },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // the root that is in the way may be the one that the first attempt wrote
    const stored = error.wasRetried ? await readRoot(table, account, { consistent: true }) : undefined;
    if (!isDeepStrictEqual(stored, next)) throw new RootReplaced(`The root of ${account} has changed.`);
  }
  return next;
}

function toRootItem(account: Account, root: Root): Item {
  return { ...rootKey(account), v: itemVersion, ...root };
}

function fromRootItem(item: Item): Root {
  checkVersion(item);
  const { generation, version, facts, scoredFor, live, round, deletions } = item as unknown as Root;
  return { generation, version, facts, scoredFor, live, round, deletions };
}
