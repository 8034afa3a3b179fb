import { deliveriesOf } from '../../notices/compose/compose.ts';
import { type News, newsOf, type Told } from '../../notices/compose/news.ts';
import { dateOf } from '../../shared/domain/dates.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { loggedError } from '../../shared/log.ts';
import { isActive } from '../../shared/table/access/accounts.ts';
import { noticesOf } from '../../shared/table/access/notices.ts';
import { lastNews, markTold, storeNews, unsentNews } from '../../shared/table/night/news.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import type { NewNight } from '../../shared/table/views/write/rebuild.ts';

/** Stores what a night that is about to be shown has to say. Undefined if no notice is on, or the account is suspended. */
export async function newsOfNight({ table, notices }: JobDeps, account: Account) {
  if (!notices) return undefined;
  const all = await noticesOf(table, account);
  if (!all.some(({ state }) => state === 'on') || !(await isActive(table, account))) return undefined;
  return async (night: NewNight) => {
    const before = await lastNews(table, account, night.last);
    const news = newsOf(night, before && (JSON.parse(before.text) as Told));
    await storeNews(table, account, { day: night.day, text: JSON.stringify(news) }, night.last);
  };
}

/**
 * Sends what the nights that the account shows have to say, as messages of its notices. What is not accepted stays stored
 * and is sent at the next check. Nothing that happens here fails a night.
 */
export async function sendNews({ table, notices, clock, log }: JobDeps, account: Account): Promise<number> {
  if (!notices) return 0;
  let sent = 0;
  try {
    const unsent = await unsentNews(table, account);
    if (unsent.length === 0) return 0;
    const { scoredFor } = (await readRoot(table, account, { consistent: true })) ?? { scoredFor: null };
    const all = await noticesOf(table, account);
    const place = { account, page: notices.pageOf(account) };
    for (const news of unsent.filter(({ day }) => scoredFor !== null && day <= scoredFor)) {
      const told = JSON.parse(news.text) as News;
      const deliveries = all.flatMap((notice) => deliveriesOf(told, notice, place, clock()));
      await notices.send(deliveries);
      await markTold(table, account, news.day, JSON.stringify({ said: told.said } satisfies Told));
      sent += deliveries.length;
      log({ level: 'info', kind: 'news', customerId: account, day: dateOf(news.day), deliveries: deliveries.length });
    }
  } catch (error) {
    log({ level: 'warn', kind: 'news', customerId: account, error: loggedError(error) });
  }
  return sent;
}
