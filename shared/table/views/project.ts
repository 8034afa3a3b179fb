import type { Day } from '../../domain/dates.ts';
import type { Table } from '../client.ts';
import type { Account } from '../keys.ts';
import { allPortfolios } from '../portfolios.ts';
import { type ClientFacts, linesOf, viewsOf, withChanges } from './builder.ts';
import { follow } from './follow.ts';
import { factsOf } from './gather.ts';
import { liveBook } from './live-book.ts';
import type { PageStore } from './page-store.ts';
import { nightShown, publish, readLive } from './publish.ts';

/**
 * Lets the views follow what is now known of some clients, without scoring anything; of none, the portfolios alone.
 * `today` marks what is written, for the sweep.
 */
export async function project(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  today: Day,
  pages: PageStore,
): Promise<void> {
  const changed = new Set(clientIds);
  const [live, portfolios] = await Promise.all([readLive(table, account), allPortfolios(table, account)]);
  const facts: ClientFacts[] = [];
  for (const found of await factsOf(table, account, [...changed], portfolios)) {
    facts.push(await follow(table, account, found));
  }
  const book = withChanges(
    await liveBook(table, account, live, pages),
    changed,
    facts.map((each) => linesOf(account, each)),
  );
  await publish(table, account, live, viewsOf(book, portfolios, nightShown(live)), today);
}
