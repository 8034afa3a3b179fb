import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Deliveries, Delivery } from '../../notices/delivery.ts';
import { backOff } from '../table/store/backoff.ts';
import { chunks, eachLimit } from '../table/store/batches.ts';
import type { Outgoing, Queue } from './queue.ts';

const maxBatchSize = 10;
const concurrentBatches = 4;
const maxAttempts = 5;

export function sqsQueue<Sent extends { readonly customerId: string }>(
  client: SQSClient,
  QueueUrl: string,
): Queue<Sent> {
  return {
    send: (outgoing) => sendAll(client, QueueUrl, outgoing, entryOf),
    release: async (ReceiptHandle, VisibilityTimeout) => {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
  };
}

/** The queue of deliveries. Its groups are the receivers, so that SQS lets none of them hold up the others. */
export function sqsDeliveries(client: SQSClient, queueUrl: string): Deliveries {
  const entryOf = (delivery: Delivery) => ({
    MessageBody: JSON.stringify({ delivery }),
    MessageGroupId: delivery.noticeId,
  });
  return { send: (deliveries) => sendAll(client, queueUrl, deliveries, entryOf) };
}

function sendAll<Sent>(
  client: SQSClient,
  QueueUrl: string,
  all: readonly Sent[],
  entryOf: (sent: Sent) => Omit<SendMessageBatchRequestEntry, 'Id'>,
): Promise<void> {
  return eachLimit(chunks(all, maxBatchSize), concurrentBatches, async (batch) => {
    let left: SendMessageBatchRequestEntry[] = batch.map((each, at) => ({ Id: String(at), ...entryOf(each) }));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > maxAttempts) throw new Error(`SQS rejected ${left.length} messages ${maxAttempts} times.`);
      // a busy queue may accept only a part of a batch
      if (attempt > 1) await backOff(attempt - 1);
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
      const failed = new Set(Failed.map(({ Id }) => Id));
      left = left.filter(({ Id }) => failed.has(Id));
    }
  });
}

const entryOf = ({ message, id }: Outgoing<{ readonly customerId: string }>) => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: message.customerId,
  MessageDeduplicationId: id,
});
