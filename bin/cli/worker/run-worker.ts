import { setTimeout } from 'node:timers/promises';
import type { JobDeps, Outgoing } from '../../../shared/jobs/queue.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { lockedWorker } from '../../local/jobs/locked-worker.ts';
import { localQueue } from '../../local/jobs/queue.ts';
import type { Target } from '../service/target.ts';

const secondsBetweenTries = 2;
const noUnits = { calls: 0, readUnits: 0, writeUnits: 0 };

/**
 * Sends messages to the worker. With a deployment, this returns when they are queued. The local service does not share
 * its queue with other processes, so its worker runs in this process and this returns when the work is done. Throws
 * `NoSuchAccount` if a deletion came first.
 */
export async function runWorker(
  { clock, randomBytes, onProgress }: Pick<JobDeps, 'clock' | 'randomBytes' | 'onProgress'>,
  { table, queue }: Pick<Target, 'table' | 'queue'>,
  outgoing: readonly Outgoing[],
  /** Receives the worker's log when it runs in this process. */
  log: (record: object) => void = () => undefined,
): Promise<'asked' | 'done'> {
  if (queue) {
    await queue.send(outgoing);
    return 'asked';
  }
  const local = localQueue({ retryAfter: 0.2 });
  try {
    const effects = { table, clock, randomBytes, log, queue: local, consumed: () => noUnits, buildId: 'admin' };
    const wait = () => setTimeout(secondsBetweenTries * 1000);
    local.start(lockedWorker({ ...effects, ...(onProgress && { onProgress }) }, wait));
    await local.send(outgoing);
    await local.drained();
    for (const { message } of outgoing) await readAccount(table, asAccount(message.customerId));
    return 'done';
  } finally {
    await local.stop();
  }
}
