import type { SQSEvent } from 'aws-lambda';
import type { Outcome } from '../../notices/delivery.ts';
import { type DeliveryDeps, deliverer, type Queued } from '../../notices/send/deliver.ts';
import { loggedError, nameOnly } from '../../shared/log.ts';

interface NoticeDeps extends DeliveryDeps {
  readonly log: (record: object) => void;
}

/**
 * Delivers the messages of the queue. It has no rights on the table: a receiver that finds a way in reaches none of it.
 * No line of its log has an address, a secret or a text.
 */
export function create({ log, ...deps }: NoticeDeps): (event: SQSEvent) => Promise<void> {
  const tell = async (outcome: Outcome) => {
    const { accountId: customerId, noticeId: notice, deliveryId: delivery, ok, final, words } = outcome;
    log({ level: ok || !final ? 'info' : 'warn', kind: 'notice', customerId, notice, delivery, ok, final, words });
    await deps.tell(outcome);
  };
  const take = deliverer({ ...deps, tell });
  return async ({ Records }) => {
    for (const { body, messageId } of Records) {
      try {
        await take(JSON.parse(body) as Queued);
      } catch (error) {
        log({ level: 'error', kind: 'notice', messageId, error: loggedError(error) });
        // the message comes again, and ends in the dead letters
        throw nameOnly(error);
      }
    }
  };
}
