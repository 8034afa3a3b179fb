import type { Day } from '../../../domain/dates.ts';
import { allPortfolios } from '../../records/portfolios.ts';
import { type Account, factKindOf, scoresRange } from '../../store/item-keys.ts';
import { eachLimit, readRange } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { deleteAll } from '../../store/write.ts';
import type { PageStore } from '../read/page-store.ts';
import { buildViews, type ClientData, entriesOfClient, withChanges } from './build-views.ts';
import { readClientData } from './client-data.ts';
import { readLiveEntries } from './live-entries.ts';
import { lastPublishedNight, publish, readLive } from './publish.ts';
import { refreshCounts } from './refresh-counts.ts';

const goneAtOnce = 8;

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
  const facts: ClientData[] = [];
  const gone = new Set(changed);
  for (const found of await readClientData(table, account, [...changed], portfolios)) {
    gone.delete(found.client.id);
    facts.push(await refreshCounts(table, account, found));
  }
  await eachLimit([...gone], goneAtOnce, (id) => forgetScores(table, account, id));
  const book = withChanges(
    await readLiveEntries(table, account, live, pages),
    changed,
    facts.map((each) => entriesOfClient(account, each)),
  );
  await publish(table, account, live, buildViews(book, portfolios, lastPublishedNight(live)), today);
}

/** Whoever met the removal of a client may have written a score of it once more. This comes after them in the queue. */
async function forgetScores(table: Table, account: Account, clientId: string): Promise<void> {
  const found = await readRange(table, scoresRange(account, clientId), { consistent: true, attributes: ['pk', 'sk'] });
  await deleteAll(
    table,
    found.filter((key) => factKindOf(key) === undefined),
  );
}
