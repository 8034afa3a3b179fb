import { dayOf } from '../../shared/domain/dates.ts';
import { type FeedFault, faultsOn, faultText, isFaulty } from '../../shared/domain/feeds.ts';
import type { KnownAccount } from '../../shared/table/access/accounts.ts';
import { listFeeds } from '../../shared/table/arrivals/feeds.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';

export interface FaultyFeed {
  readonly account: Account;
  readonly feed: string;
  readonly fault: FeedFault;
  /** For people; without values of cells. */
  readonly text: string;
}

/** What is wrong with the feeds that somebody waits for, of all active accounts. One query. */
export async function feedFaults(
  table: Table,
  accounts: readonly KnownAccount[],
  date: string,
): Promise<readonly FaultyFeed[]> {
  const today = dayOf(date);
  const feedsOf = await listFeeds(table);
  return accounts
    .filter(({ status }) => status === 'active')
    .flatMap(({ customerId: account }) =>
      (feedsOf.get(account) ?? [])
        .filter((each) => isFaulty(each, today))
        .flatMap((each) =>
          faultsOn(each, today).map((fault) => ({ account, feed: each.feed, fault, text: faultText(each, fault) })),
        ),
    );
}
