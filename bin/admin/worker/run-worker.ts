import { setTimeout } from 'node:timers/promises';
import { create, type WorkerHandler } from '../../../functions/worker/handler.ts';
import type { JobDeps, Outgoing } from '../../../shared/jobs/queue.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { localQueue } from '../../local/jobs/queue.ts';
import { thisProcess } from '../cli/this-process.ts';
import type { Target } from '../service/target.ts';

const betweenTries = 2000;
const noUnits = { calls: 0, readUnits: 0, writeUnits: 0 };

/**
 * Sends messages to the worker. With a deployment, this returns when they are queued. The local service does not share
 * its queue with other processes, so its worker runs in this process and this returns when the work is done. It holds the
 * lock of the account meanwhile, since a deletion does not wait for workers here. Throws `NoSuchAccount` if one came first.
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
    const effects = { clock, randomBytes, log, queue: local, consumed: () => noUnits, buildId: 'admin' };
    const taker = {
      ...thisProcess(),
      work: 'update',
      clock,
      randomBytes,
      wait: () => setTimeout(betweenTries),
    } as const;
    const underLock: WorkerHandler = async (event, context) => {
      for (const { attributes, receiptHandle } of event.Records) {
        try {
          await withWriterLock(table, asAccount(String(attributes.MessageGroupId)), taker, (lock) =>
            create({ ...effects, table: lock.table, ...(onProgress && { onProgress }) })(event, context),
          );
        } catch (error) {
          // also if the lock cannot be had, which the worker does not know
          await local.release(receiptHandle, 0);
          throw error;
        }
      }
    };
    local.start(underLock);
    await local.send(outgoing);
    await local.drained();
    for (const { message } of outgoing) await readAccount(table, asAccount(message.customerId));
    return 'done';
  } finally {
    await local.stop();
  }
}
