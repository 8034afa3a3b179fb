import { dateOf } from '../../../shared/domain/dates.ts';
import { listAccounts } from '../../../shared/table/access/accounts.ts';
import { listDeletedAccounts } from '../../../shared/table/access/deleted-accounts.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { eachLimit } from '../../../shared/table/store/batches.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';

export interface AccountOverview {
  readonly customerId: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'deleted' | 'partly deleted';
  /** Including archived ones. */
  readonly clients: number;
  /** Neither revoked nor expired. */
  readonly keys: number;
  readonly lastNight: string | null;
}

const readsAtOnce = 8;

/** The accounts with what an operator looks for first, then the ids of deleted ones. Clients are counted in the published list. */
export async function accountsOverview(table: Table, now = Date.now()): Promise<AccountOverview[]> {
  const accounts = await listAccounts(table);
  const usable = (await keysOf(table)).filter(
    ({ state, expires }) => state !== 'revoked' && (expires === undefined || expires * 1000 > now),
  );
  const overview = new Map<string, AccountOverview>();
  await eachLimit(accounts, readsAtOnce, async ({ customerId, name, status }) => {
    const live = await liveVersion({ table, pages: new PageStore(0) }, customerId, { consistent: true });
    const { all } = await live.portfolios();
    overview.set(customerId, {
      ...{ customerId, name, status },
      clients: all.main.total + all.hidden.total,
      keys: usable.filter((key) => key.customerId === customerId).length,
      lastNight: live.scoredFor === null ? null : dateOf(live.scoredFor),
    });
  });
  const deleted = (await listDeletedAccounts(table)).map(({ customerId, isComplete }) => ({
    ...{ customerId, name: '', status: isComplete ? ('deleted' as const) : ('partly deleted' as const) },
    ...{ clients: 0, keys: 0, lastNight: null },
  }));
  return [...accounts.flatMap(({ customerId }) => overview.get(customerId) ?? []), ...deleted];
}
