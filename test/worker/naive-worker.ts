import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { WorkerHandler } from '../../functions/worker/handler.ts';
import { messageSchema } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { allClients } from '../../shared/table/records/clients.ts';
import { asAccount, scoreKey } from '../../shared/table/store/item-keys.ts';

/** A wrong worker: each run appends a point and uses the current time as its date. */
export function naiveWorker({ table, clock }: JobDeps): WorkerHandler {
  return async ({ Records: [record] }) => {
    const { customerId } = messageSchema.parse(JSON.parse(record?.body ?? ''));
    const account = asAccount(customerId);
    for await (const clients of allClients(table, account)) {
      for (const { id } of clients) {
        const command = new UpdateCommand({
          TableName: table.name,
          Key: scoreKey(account, id),
          UpdateExpression: 'SET naive = list_append(if_not_exists(naive, :none), :point), stamped = :now',
          ExpressionAttributeValues: { ':none': [], ':point': [100], ':now': clock() },
        });
        await table.documents.send(command);
      }
    }
  };
}
