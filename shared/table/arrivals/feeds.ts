import type { FeedRecord } from '../../domain/feeds.ts';
import { type Account, asAccount, feedsKey, feedsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, putAll } from '../store/write.ts';

// What the feeds of an account have sent. One item an account in one partition, so that the check of all accounts is one
// query. Only imports write it, under the lock of the account.

export async function readFeeds(table: Table, account: Account): Promise<readonly FeedRecord[]> {
  const item = await readItem(table, feedsKey(account), { consistent: true });
  return item ? feedsIn(item) : [];
}

/** The feeds of all accounts that have some. */
export async function listFeeds(table: Table): Promise<ReadonlyMap<Account, readonly FeedRecord[]>> {
  const items = await readRange(table, feedsRange());
  return new Map(items.map((item) => [asAccount(item.sk), feedsIn(item)]));
}

export async function saveFeeds(table: Table, account: Account, feeds: readonly FeedRecord[]): Promise<void> {
  const sorted = storable(feeds).toSorted((a, b) => (a.feed < b.feed ? -1 : 1));
  await putAll(table, [{ ...feedsKey(account), v: itemVersion, feeds: sorted }]);
}

export async function deleteFeeds(table: Table, account: Account): Promise<void> {
  await deleteAll(table, [feedsKey(account)]);
}

const mostBytes = 300_000;

/** An item holds 400 KB: the feeds with the most text lose the names of their columns. */
function storable(feeds: readonly FeedRecord[]): readonly FeedRecord[] {
  const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  let left = feeds;
  while (size(left) > mostBytes && left.some(({ columns }) => columns !== undefined)) {
    const [largest] = left.filter(({ columns }) => columns).toSorted((a, b) => size(b) - size(a));
    left = left.map((each) => {
      if (each !== largest) return each;
      const { columns: _, ...rest } = each;
      return rest;
    });
  }
  return left;
}

function feedsIn(item: Item): readonly FeedRecord[] {
  checkVersion(item);
  return item.feeds as FeedRecord[];
}
