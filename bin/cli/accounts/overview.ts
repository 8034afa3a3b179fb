import { type Day, dateOf } from '../../../shared/domain/dates.ts';
import { type FeedRecord, faultsOn, faultText, isFaulty } from '../../../shared/domain/feeds.ts';
import { listAccounts } from '../../../shared/table/access/accounts.ts';
import { listDeletedAccounts } from '../../../shared/table/access/deleted-accounts.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { listFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { eachLimit } from '../../../shared/table/store/batches.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';

export interface AccountOverview {
  readonly customerId: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'deleted' | 'partly deleted';
  /** Including archived ones. */
  readonly clients: number;
  /** Neither revoked nor expired. */
  readonly keys: number;
  readonly lastNight: string | null;
  /** The newest import that read a file, ISO 8601. */
  readonly lastImport: string | null;
  /** What is wrong with feeds that somebody waits for. */
  readonly feedFaults: readonly string[];
}

const readsAtOnce = 8;

/** The accounts with what an operator looks for first, then the ids of deleted ones. Clients are counted in the published list. */
export async function accountsOverview(table: Table, now = Date.now()): Promise<AccountOverview[]> {
  const accounts = await listAccounts(table);
  const feedsOf = await listFeeds(table);
  const today = Math.floor(now / 86_400_000);
  const usable = (await keysOf(table)).filter(
    ({ state, expires }) => state !== 'revoked' && (expires === undefined || expires * 1000 > now),
  );
  const overview = new Map<string, AccountOverview>();
  await eachLimit(accounts, readsAtOnce, async ({ customerId, name, status }) => {
    const live = await liveVersion({ table, pages: new PageCache(0) }, customerId, { consistent: true });
    const { all } = await live.wholeAccount();
    overview.set(customerId, {
      customerId,
      name,
      status,
      clients: all.main.total + all.hidden.total,
      keys: usable.filter((key) => key.customerId === customerId).length,
      lastNight: live.scoredFor === null ? null : dateOf(live.scoredFor),
      ...feedsOverview(feedsOf.get(customerId) ?? [], today),
    });
  });
  const deleted = (await listDeletedAccounts(table)).map(({ customerId, isComplete }) => ({
    customerId,
    name: '',
    status: isComplete ? ('deleted' as const) : ('partly deleted' as const),
    clients: 0,
    keys: 0,
    lastNight: null,
    lastImport: null,
    feedFaults: [],
  }));
  return [...accounts.flatMap(({ customerId }) => overview.get(customerId) ?? []), ...deleted];
}

function feedsOverview(feeds: readonly FeedRecord[], today: Day): Pick<AccountOverview, 'lastImport' | 'feedFaults'> {
  const imports = feeds.flatMap(({ at }) => at ?? []).toSorted();
  const faulty = feeds.filter((each) => isFaulty(each, today));
  return {
    lastImport: imports.at(-1) ?? null,
    feedFaults: faulty.flatMap((each) => faultsOn(each, today).map((fault) => faultText(each, fault))),
  };
}
