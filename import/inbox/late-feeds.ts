import { dayAt } from '../../shared/domain/dates.ts';
import { faultsOn, faultText, isFaulty } from '../../shared/domain/feeds.ts';
import { listFeeds } from '../../shared/table/arrivals/feeds.ts';
import { listInboxes } from '../../shared/table/arrivals/inboxes.ts';
import { exportSteps } from '../arrived/feed-names.ts';
import type { InboxDeps } from './deps.ts';

/** Sends a notice to each account whose feeds are late or faulty and that has somebody to tell. */
export async function tellLateFeeds({ table, clock, notify, onNoticeFailure }: InboxDeps): Promise<void> {
  if (!notify) return;
  const told = (await listInboxes(table)).filter(({ settings }) => settings.notify?.length);
  if (told.length === 0) return;
  const today = dayAt(clock());
  const feedsOf = await listFeeds(table);
  for (const { customerId: account } of told) {
    const faulty = (feedsOf.get(account) ?? []).filter((each) => isFaulty(each, today));
    const steps = await Promise.all(faulty.map(({ feed }) => exportSteps(feed)));
    const lines = faulty.flatMap((each, at) => [
      ...faultsOn(each, today).map((fault) => `- ${faultText(each, fault)}`),
      ...(steps[at] === undefined ? [] : [`  To export it again: ${steps[at]}`]),
    ]);
    if (lines.length === 0) continue;
    const notice = {
      subject: `Client health: files are late or incomplete (${account})`.slice(0, 100),
      text: `Files of the account ${account} that somebody waits for:\n\n${lines.join('\n')}\n\nWhat to do:\nLook at the system that sends them, and put the files into the inbox. Scores use what was there before.\nIf nobody waits for a feed any more: client-health feeds forget FEED --account ${account}\n`,
    };
    await notify(account, notice).catch(onNoticeFailure);
  }
}
