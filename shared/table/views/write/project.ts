import { readRoot } from '../../access/root.ts';
import { eachLimit } from '../../store/batches.ts';
import { type Account, factKindOf, scoresRange } from '../../store/item-keys.ts';
import { readRange } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { deleteAll } from '../../store/write.ts';
import { addEntries, noEntries } from '../model/build-views.ts';
import { LiveVersion } from '../read/live-version.ts';
import type { PageStore } from '../read/page-store.ts';
import { changedViews } from './changed-views.ts';
import { readClientData } from './client-data.ts';
import { type OnProgress, publish } from './publish.ts';
import { refreshCounts } from './refresh-counts.ts';

const clientsAtOnce = 8;

/**
 * Brings the views up to date with the current facts of some clients, without scoring. With no client ids only the
 * portfolios are read again. Lists that the changes do not touch are neither read nor built nor written.
 */
export async function project(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  pages: PageStore,
  onProgress?: OnProgress,
): Promise<void> {
  const asked = new Set(clientIds);
  // read before any fact, and alone: a slow read would be of a root that newer facts than these have led to
  const root = await readRoot(table, account, { consistent: true });
  const now = noEntries();
  const deleted = new Set(asked);
  const { portfolios, found } = await readClientData(table, account, [...asked], onProgress);
  await eachLimit(found, clientsAtOnce, async (data) => {
    deleted.delete(data.client.id);
    addEntries(now, account, await refreshCounts(table, account, data));
    onProgress?.('counts', 1, asked.size);
  });
  await eachLimit([...deleted], clientsAtOnce, (id) => deleteScores(table, account, id));
  if (!root) return;
  const reader = { table, pages };
  const live = new LiveVersion(reader, account, root);
  const views = await changedViews(live, { clientIds: asked, now, portfolios });
  if (views) await publish(reader, account, root, views, onProgress);
}

/** A night that ran while the client was deleted may have written its score again. This message comes after it. */
async function deleteScores(table: Table, account: Account, clientId: string): Promise<void> {
  const found = await readRange(table, scoresRange(account, clientId), { consistent: true, attributes: ['pk', 'sk'] });
  await deleteAll(
    table,
    found.filter((key) => factKindOf(key) === undefined),
  );
}
