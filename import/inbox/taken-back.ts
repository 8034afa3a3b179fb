import { readInbox } from '../../shared/table/arrivals/inboxes.ts';
import { fromClientItem } from '../../shared/table/entities/client.ts';
import { type Account, clientKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type Added, findAdded } from '../plan/find-added.ts';
import type { WrittenRecords } from '../plan/written-records.ts';
import type { FileStore } from './file-store.ts';
import { reportKey } from './keys.ts';
import type { RunReport } from './report.ts';

/** What the newest run has written, as far as it was kept. */
export interface NewestRun {
  readonly report: RunReport;
  readonly records: WrittenRecords;
}

/** Undefined if another run has written since. */
export async function newestRun(
  { table, store }: { readonly table: Table; readonly store: Pick<FileStore, 'read'> },
  account: Account,
  id: string,
): Promise<NewestRun | undefined> {
  if ((await readInbox(table, account)).last?.newest !== id) return undefined;
  const [report, records] = await Promise.all([
    store.read(reportKey(account, id, 'json')),
    store.read(reportKey(account, id, 'records')),
  ]);
  return report === undefined
    ? undefined
    : { report: JSON.parse(report), records: records === undefined ? { added: [], changed: [] } : JSON.parse(records) };
}

/** What of a run would be taken back, and what would not. */
export interface ToTakeBack extends NewestRun {
  readonly found: Added;
  /** The clients about which it has changed something, by their ids: the first of them. */
  readonly names: ReadonlyMap<string, string>;
  /** Earlier runs that still say which files they had, the newest first. */
  readonly earlier: readonly RunReport[];
}

const mostNamed = 200;

export async function toTakeBack(
  deps: Parameters<typeof newestRun>[0],
  account: Account,
  id: string,
  runs: readonly RunReport[],
): Promise<ToTakeBack | undefined> {
  const newest = await newestRun(deps, account, id);
  if (!newest) return undefined;
  const found = await findAdded(deps.table, account, newest.records.added);
  const ids = [...new Set(newest.records.changed.map(({ client }) => client))].filter((client) => client !== '');
  const keys = ids.slice(0, mostNamed).map((client) => clientKey(account, client));
  const items = await readBatch(deps.table, keys, { consistent: true });
  const names = new Map(items.map(fromClientItem).map(({ id: client, name }) => [client, name]));
  return { ...newest, found, names, earlier: runs.filter(({ run }) => run < id) };
}
