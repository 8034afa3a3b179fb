import { forgetErased } from '../../../import/inbox/decisions.ts';
import { rebuilding } from '../../../shared/jobs/requests.ts';
import { readErased } from '../../../shared/table/access/erased.ts';
import { readInbox, saveInboxSettings } from '../../../shared/table/arrivals/inboxes.ts';
import { type FactWriter, writingFacts } from '../../../shared/table/facts/writer.ts';
import { withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { thisProcess } from '../../local/jobs/this-process.ts';
import type { Target } from '../service/target.ts';
import type { Context } from '../terminal/context.ts';
import { runWorker } from '../worker/run-worker.ts';

/** Erases something from the facts of an account under its lock, then from its inbox and its lists. */
export async function erasing<T>(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  target: Target,
  account: Account,
  work: (writer: FactWriter) => Promise<T>,
): Promise<T> {
  const { table, inbox } = target;
  const request = { ...thisProcess(), work: 'erasure', clock, randomBytes } as const;
  const { result, isBehind } = await withWriterLock(table, account, request, (lock) =>
    writingFacts({ ...lock, clock, randomBytes }, account, work),
  );
  if (inbox) await forgetErased(inbox, account, await readErased(table, account));
  await runWorker({ clock, randomBytes }, target, isBehind ? [rebuilding(account, randomBytes)] : []);
  return result;
}

/** Ends the notices of the inbox that go to erased people. */
export async function endNotices({ table, inboxBucket }: Target, account: Account): Promise<void> {
  const { notify = [], ...settings } = (await readInbox(table, account)).settings;
  const erased = await readErased(table, account);
  const ended = notify.filter(({ address }) => erased.personOn(address) !== undefined);
  if (ended.length === 0) return;
  for (const { subscription } of ended) await inboxBucket?.unsubscribe(subscription);
  const left = notify.filter((each) => !ended.includes(each));
  await saveInboxSettings(table, account, { ...settings, ...(left.length > 0 && { notify: left }) });
}
