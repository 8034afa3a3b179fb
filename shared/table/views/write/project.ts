import type { Day } from '../../../domain/dates.ts';
import { allPortfolios } from '../../records/portfolios.ts';
import { eachLimit } from '../../store/batches.ts';
import { type Account, factKindOf, scoresRange } from '../../store/item-keys.ts';
import { readRange } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { deleteAll } from '../../store/write.ts';
import { buildViews, type ClientData, entriesOfClient, withChanges } from '../model/build-views.ts';
import { readLiveEntries } from '../read/live-entries.ts';
import type { PageStore } from '../read/page-store.ts';
import { readClientData } from './client-data.ts';
import type { OnProgress } from './progress.ts';
import { lastPublishedNight, publish, readLive } from './publish.ts';
import { refreshCounts } from './refresh-counts.ts';

const deletedAtOnce = 8;

/**
 * Rebuilds the views from the current facts of some clients, without scoring. With no client ids only the portfolios are
 * read again. `today` is stored with new pages, for their deletion.
 */
export async function project(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  today: Day,
  pages: PageStore,
  onProgress?: OnProgress,
): Promise<void> {
  const changed = new Set(clientIds);
  const [live, portfolios] = await Promise.all([readLive(table, account), allPortfolios(table, account)]);
  const found: ClientData[] = [];
  const deleted = new Set(changed);
  for (const data of await readClientData(table, account, [...changed], portfolios, onProgress)) {
    deleted.delete(data.client.id);
    found.push(await refreshCounts(table, account, data));
    onProgress?.('counts', 1, changed.size);
  }
  await eachLimit([...deleted], deletedAtOnce, (id) => deleteScores(table, account, id));
  const entries = withChanges(
    await readLiveEntries(table, account, live, pages),
    changed,
    found.map((data) => entriesOfClient(account, data)),
  );
  await publish(table, account, live, buildViews(entries, portfolios, lastPublishedNight(live)), today, onProgress);
}

/** A night that ran while the client was deleted may have written its score again. This message comes after it. */
async function deleteScores(table: Table, account: Account, clientId: string): Promise<void> {
  const found = await readRange(table, scoresRange(account, clientId), { consistent: true, attributes: ['pk', 'sk'] });
  await deleteAll(
    table,
    found.filter((key) => factKindOf(key) === undefined),
  );
}
