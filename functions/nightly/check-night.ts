import { type Day, dayOf, startOfDay } from '../../shared/domain/dates.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { withMetrics } from '../../shared/log.ts';
import { type KnownAccount, listAccounts } from '../../shared/table/access/accounts.ts';
import { nightsOf } from '../../shared/table/access/root.ts';
import { type Account, clientsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';

const mostNamed = 20;

/** The progress of a night. */
export interface NightProgress {
  readonly accounts: readonly KnownAccount[];
  /** The night that each account shows; accounts without scores are absent. */
  readonly scoredFor: ReadonlyMap<Account, Day>;
  /** Accounts that should show the night but do not. */
  readonly behind: readonly Account[];
}

export async function nightProgress(table: Table, runDate: string): Promise<NightProgress> {
  const accounts = await listAccounts(table);
  const scoredFor = await nightsOf(
    table,
    accounts.map(({ customerId }) => customerId),
  );
  const behind: Account[] = [];
  for (const { customerId, created = '' } of accounts) {
    const shown = scoredFor.get(customerId);
    // an account created on this date or later is not expected to show the night
    const misses =
      shown === undefined ? created < runDate && (await hasClients(table, customerId)) : shown < dayOf(runDate);
    if (misses) behind.push(customerId);
  }
  return { accounts, scoredFor, behind };
}

/** Logs the progress of the night: which accounts are behind, and how old the newest scores are. */
export async function checkNight({ table, clock, log }: JobDeps, runDate: string): Promise<void> {
  const { accounts, scoredFor, behind } = await nightProgress(table, runDate);
  // if no account has clients, there are no scores that could be old
  const nothingToScore = behind.length === 0 && scoredFor.size === 0;
  const newest = nothingToScore ? dayOf(runDate) : Math.max(...scoredFor.values());
  log(
    withMetrics(
      {
        level: behind.length > 0 ? 'warn' : 'info',
        kind: 'check',
        runDate,
        accounts: accounts.length,
        behindFirst: behind.slice(0, mostNamed),
      },
      clock(),
      {
        AccountsBehind: behind.length,
        // if it is missing, the alarm fires
        ...(Number.isFinite(newest) && { ScoreAge: Math.round((clock() - Date.parse(startOfDay(newest))) / 1000) }),
      },
    ),
  );
}

async function hasClients(table: Table, account: Account): Promise<boolean> {
  return (await readRange(table, clientsRange(account), { limit: 1 })).length > 0;
}
