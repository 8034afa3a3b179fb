import { putDecision } from '../../import/inbox/decisions.ts';
import type { InboxDeps } from '../../import/inbox/deps.ts';
import type { FileStore } from '../../import/inbox/file-store.ts';
import { allRejectsOf, arrivedAt, rejectsKey, reportKey, waitingOf } from '../../import/inbox/keys.ts';
import { clientsOf, previewOf } from '../../import/inbox/preview.ts';
import { rejectedRows } from '../../import/inbox/rejected-rows.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { keysBelow, lastRuns, waitingNames } from '../../import/inbox/stored-runs.ts';
import { toTakeBack } from '../../import/inbox/taken-back.ts';
import { blindSpots } from '../../shared/domain/scoring/blind-spots.ts';
import { readFeeds } from '../../shared/table/arrivals/feeds.ts';
import { readInbox } from '../../shared/table/arrivals/inboxes.ts';
import { newestNorms } from '../../shared/table/night/norms.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { FilesPort } from '../ports.ts';

const mostRuns = 20;
/** Runs that are searched for the file that said something before. */
const mostEarlier = 100;
const isRun = (id: string) => /^[\w-]+$/.test(id);

/** How files come and go: a bucket has addresses of its own, a folder has none. */
type Transport = Pick<FilesPort, 'uploadOrigin' | 'mostBytes' | 'uploadForm'> & {
  /** Of a file with rows that were not imported. */
  readonly linkTo?: (key: string) => Promise<string>;
};

/** The files, runs and feeds of one account. */
export function filesPort(
  { table, clock, randomBytes }: Pick<InboxDeps, 'table' | 'clock' | 'randomBytes'>,
  store: FileStore,
  account: Account,
  transport: Transport,
): FilesPort {
  const { linkTo, ...rest } = transport;
  const run = async (id: string): Promise<RunReport | undefined> => {
    const text = isRun(id) ? await store.read(reportKey(account, id, 'json')) : undefined;
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    ...rest,
    run,
    waiting: () => waitingNames(store, account),
    underWay: async () => (await readInbox(table, account)).run?.startedAt,
    runs: (most = mostRuns) => lastRuns(store, account, most),
    reject: async (id, name) => {
      const key = rejectsKey(account, id, name);
      if (!(await run(id))?.rejects?.includes(key)) return undefined;
      if (linkTo) return { location: await linkTo(key) };
      const text = await store.read(key);
      return text === undefined ? undefined : { text };
    },
    feeds: () => readFeeds(table, account),
    blindSpots: async () => blindSpots(await newestNorms(table, account)),
    held: async () =>
      (await keysBelow(store, waitingOf(account))).map((key) => {
        const [run = ''] = key.slice(waitingOf(account).length).split('/');
        return { key, run, name: arrivedAt(key)?.name ?? '' };
      }),
    samples: async (id) => {
      const text = isRun(id) ? await store.read(reportKey(account, id, 'columns')) : undefined;
      return text === undefined ? [] : JSON.parse(text);
    },
    rejected: () => rejectedRows(store, account),
    rowsToMend: async (known) => {
      const keys = (await keysBelow(store, allRejectsOf(account))).map((key) =>
        key.slice(allRejectsOf(account).length),
      );
      let rows = 0;
      for (const [id, own] of Map.groupBy(keys, (key) => key.split('/')[0] ?? '')) {
        const report = known.find((each) => each.run === id) ?? (await run(id));
        rows += own.reduce((sum, key) => sum + (report?.rejected?.rows?.[key.slice(id.length + 1)] ?? 0), 0);
      }
      return rows;
    },
    clients: () => clientsOf(table, account),
    preview: (sample, mapping, names) => previewOf({ table, clock }, account, sample, mapping, names),
    newest: async () => (await readInbox(table, account)).last?.newest,
    toTakeBack: async (id) =>
      isRun(id) ? toTakeBack({ table, store }, account, id, await lastRuns(store, account, mostEarlier)) : undefined,
    decide: (decision) => {
      const time = new Date(clock()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
      return putDecision(store, account, `${time}-${Buffer.from(randomBytes(3)).toString('hex')}`, decision);
    },
  };
}
