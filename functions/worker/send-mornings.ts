import { dateOf, quarterOf } from '../../shared/domain/dates.ts';
import { nightDetail } from '../../shared/domain/morning/night.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { loggedError } from '../../shared/log.ts';
import { markSent, storeMorning, unsentMornings } from '../../shared/table/night/mornings.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import type { NewNight } from '../../shared/table/views/write/rebuild.ts';

/** Stores the event of a night that is about to be shown. Undefined if this deployment sends none. */
export function morningOf({ table, mornings }: JobDeps, account: Account) {
  if (!mornings) return undefined;
  return async ({ day, last, clients, feedFaults, record: recordOf }: NewNight) => {
    const isNewQuarter = last !== null && quarterOf(last) !== quarterOf(day);
    const record = recordOf();
    const week = { leavers: record.leavers, feedFaults };
    const night = { customerId: account, day, clients, ...week, ...(isNewQuarter && { record }) };
    const detail = nightDetail(night, mornings);
    await storeMorning(table, account, { day, detail }, last);
  };
}

/**
 * Sends the stored events of the nights that the account shows. What is not accepted stays stored and is sent at the
 * next check. Nothing that happens here fails a night.
 */
export async function sendMornings({ table, mornings, log }: JobDeps, account: Account): Promise<number> {
  if (!mornings) return 0;
  let sent = 0;
  try {
    const unsent = await unsentMornings(table, account);
    if (unsent.length === 0) return 0;
    const { scoredFor } = (await readRoot(table, account, { consistent: true })) ?? { scoredFor: null };
    for (const { day, detail } of unsent) {
      if (scoredFor === null || day > scoredFor) continue;
      await mornings.send(detail);
      await markSent(table, account, day);
      sent += 1;
      log({ level: 'info', kind: 'morning', customerId: account, day: dateOf(day) });
    }
  } catch (error) {
    log({ level: 'warn', kind: 'morning', customerId: account, error: loggedError(error) });
  }
  return sent;
}
