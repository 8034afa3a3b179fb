import type { WorkerHandler } from '../../functions/worker/handler.ts';
import { messageSchema } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { allClients } from '../../shared/table/records/clients.ts';
import { asAccount, scoreKey } from '../../shared/table/store/item-keys.ts';
import { updateItem } from '../../shared/table/store/write.ts';

/** A wrong worker: each run appends a point and uses the current time as its date. */
export function naiveWorker({ table, clock }: JobDeps): WorkerHandler {
  return async ({ Records: [record] }) => {
    const { customerId } = messageSchema.parse(JSON.parse(record?.body ?? ''));
    const account = asAccount(customerId);
    for await (const clients of allClients(table, account)) {
      for (const { id } of clients) {
        await updateItem(table, {
          key: scoreKey(account, id),
          update: 'SET naive = list_append(if_not_exists(naive, :none), :point), stamped = :now',
          values: { ':none': [], ':point': [100], ':now': clock() },
        });
      }
    }
  };
}
