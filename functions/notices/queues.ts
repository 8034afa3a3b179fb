import { createHash } from 'node:crypto';
import type { Outcome } from '../../notices/delivery.ts';
import type { Queued } from '../../notices/send/deliver.ts';
import { awsCall, type ServiceAddress } from '../../shared/jobs/aws-call.ts';

/** Sends to a queue, by the protocol of SQS: its client of the SDK would be most of the bundle. */
function sender(
  { region, credentials }: Omit<ServiceAddress, 'url'>,
  QueueUrl: string,
): (input: object) => Promise<unknown> {
  const url = new URL('/', QueueUrl).href;
  const call = awsCall({ url, region, credentials }, 'sqs', 'AmazonSQS.SendMessage');
  return (input) => call({ QueueUrl, ...input });
}

/** Puts deliveries back into their queue. */
export function laterBy(aws: Omit<ServiceAddress, 'url'>, queueUrl: string) {
  const send = sender(aws, queueUrl);
  return async (queued: Queued, DelaySeconds: number): Promise<void> => {
    await send({ MessageBody: JSON.stringify(queued), DelaySeconds, MessageGroupId: queued.delivery.noticeId });
  };
}

/** Hands outcomes to the worker: of an account one after the other. */
export function tellBy(aws: Omit<ServiceAddress, 'url'>, queueUrl: string) {
  const send = sender(aws, queueUrl);
  return async (outcome: Outcome): Promise<void> => {
    const { accountId: customerId, deliveryId, at } = outcome;
    await send({
      MessageBody: JSON.stringify({ kind: 'outcome', customerId, outcome }),
      MessageGroupId: customerId,
      MessageDeduplicationId: createHash('sha256').update(`${deliveryId} ${at}`).digest('base64url'),
    });
  };
}
