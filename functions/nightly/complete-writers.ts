import type { JobDeps } from '../../shared/jobs/queue.ts';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { marksOf } from '../../shared/table/access/facts-mark.ts';
import { rootsOf } from '../../shared/table/access/root.ts';
import { isLocked } from '../../shared/table/access/writer-lock.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';

const tenMinutes = 600_000;

/** Asks for the rebuilds of writers that were killed before they could, unless one of the account is at work. */
export async function completeWriters(
  { table, queue, clock, randomBytes }: Pick<JobDeps, 'table' | 'queue' | 'clock' | 'randomBytes'>,
  accounts: readonly Account[],
): Promise<void> {
  const now = clock();
  const [marks, roots] = await Promise.all([marksOf(table, accounts), rootsOf(table, accounts)]);
  for (const [account, { value, isOpen, since }] of marks) {
    const isBehind = isOpen || roots.get(account)?.facts !== value;
    if (!isBehind || now - since < tenMinutes || (await isLocked(table, account, now))) continue;
    await queue.send([rebuilding(account, randomBytes, isOpen ? { again: true, abandoned: value } : {})]);
  }
}
