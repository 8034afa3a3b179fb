import type { JobDeps, Outgoing } from '../../shared/jobs/queue.ts';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { isLocked } from '../../shared/table/facts/writer-lock.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { marksOf } from '../../shared/table/views/root/facts-mark.ts';
import type { Root } from '../../shared/table/views/root/root.ts';

const tenMinutes = 600_000;

/** Asks for the rebuilds of writers that were killed before they could, unless one of the account is at work. */
export async function completeWriters(
  { table, queue, clock, randomBytes }: Pick<JobDeps, 'table' | 'queue' | 'clock' | 'randomBytes'>,
  roots: ReadonlyMap<Account, Root>,
): Promise<void> {
  const now = clock();
  const requests: Outgoing[] = [];
  for (const [account, { value, isOpen, since }] of await marksOf(table, [...roots.keys()])) {
    const isBehind = isOpen || roots.get(account)?.facts !== value;
    if (!isBehind || now - since < tenMinutes || (await isLocked(table, account, now))) continue;
    requests.push(rebuilding(account, randomBytes, isOpen ? { abandoned: value } : {}));
  }
  await queue.send(requests);
}
