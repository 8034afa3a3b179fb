import { type Day, dayOf, startOfDay } from '../../shared/domain/dates.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { resending } from '../../shared/jobs/requests.ts';
import { withMetrics } from '../../shared/log.ts';
import { type KnownAccount, listAccounts } from '../../shared/table/access/accounts.ts';
import { unsentMornings } from '../../shared/table/night/mornings.ts';
import { unsentNews } from '../../shared/table/night/news.ts';
import { eachLimit } from '../../shared/table/store/batches.ts';
import { type Account, clientsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { nightsIn, type Root, rootsOf } from '../../shared/table/views/root/root.ts';
import { feedFaults } from './check-feeds.ts';
import { completeWriters } from './complete-writers.ts';

const mostNamed = 20;
const accountsAtOnce = 10;

/** The progress of a night. */
export interface NightProgress {
  readonly accounts: readonly KnownAccount[];
  readonly roots: ReadonlyMap<Account, Root>;
  /** The night that each account shows; accounts without scores are absent. */
  readonly scoredFor: ReadonlyMap<Account, Day>;
  /** Accounts that should show the night but do not. */
  readonly behind: readonly Account[];
}

export async function nightProgress(table: Table, runDate: string): Promise<NightProgress> {
  const accounts = await listAccounts(table);
  const roots = await rootsOf(
    table,
    accounts.map(({ customerId }) => customerId),
  );
  const scoredFor = nightsIn(roots);
  const behind: Account[] = [];
  for (const { customerId, created = '' } of accounts) {
    const shown = scoredFor.get(customerId);
    // an account created on this date or later is not expected to show the night
    const misses =
      shown === undefined ? created < runDate && (await hasClients(table, customerId)) : shown < dayOf(runDate);
    if (misses) behind.push(customerId);
  }
  return { accounts, roots, scoredFor, behind };
}

/** Logs the progress of the night: which accounts are behind, and how old the newest scores are. */
export async function checkNight(deps: JobDeps, runDate: string): Promise<void> {
  const { table, clock, log } = deps;
  const { accounts, roots, scoredFor, behind } = await nightProgress(table, runDate);
  const waiting = await resendMornings(deps, scoredFor);
  await completeWriters(deps, roots);
  const faults = await feedFaults(table, accounts, runDate);
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
        feedFaultsFirst: faults.slice(0, mostNamed).map(({ account, text }) => `${account}: ${text}`),
      },
      clock(),
      {
        AccountsBehind: behind.length,
        FeedFaults: faults.length,
        ...((deps.mornings || waiting > 0) && { MorningsUnsent: waiting }),
        // if it is missing, the alarm fires
        ...(Number.isFinite(newest) && { ScoreAge: Math.round((clock() - Date.parse(startOfDay(newest))) / 1000) }),
      },
    ),
  );
}

/** Asks the worker to send the events and the news that it could not send. Returns how many accounts have some. */
async function resendMornings(
  { table, queue, clock, mornings }: JobDeps,
  scoredFor: ReadonlyMap<Account, Day>,
): Promise<number> {
  const late: Account[] = [];
  await eachLimit([...scoredFor], accountsAtOnce, async ([account, shown]) => {
    const unsent = [...(mornings ? await unsentMornings(table, account) : []), ...(await unsentNews(table, account))];
    if (unsent.some(({ day }) => day <= shown)) late.push(account);
  });
  await queue.send(late.map((account) => resending(account, clock())));
  return late.length;
}

async function hasClients(table: Table, account: Account): Promise<boolean> {
  return (await readRange(table, clientsRange(account), { limit: 1 })).length > 0;
}
