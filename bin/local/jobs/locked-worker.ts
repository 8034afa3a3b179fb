import { create, type WorkerHandler } from '../../../functions/worker/handler.ts';
import type { JobDeps } from '../../../shared/jobs/queue.ts';
import { type LockRequest, withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { thisProcess } from './this-process.ts';

/**
 * The worker of this machine. It holds a lock of the account, for which a deletion waits. While another process holds it:
 * `wait`, else it throws `AccountLocked`.
 */
export function lockedWorker(deps: JobDeps, wait?: LockRequest['wait']): WorkerHandler {
  const { clock, randomBytes } = deps;
  const request: LockRequest = { ...thisProcess(), work: 'update', clock, randomBytes, ...(wait && { wait }) };
  return async (event, context) => {
    for (const record of event.Records) {
      const account = asAccount(String(record.attributes.MessageGroupId));
      await withWriterLock(deps.table, account, request, ({ table }) =>
        create({ ...deps, table })({ Records: [record] }, context),
      );
    }
  };
}
