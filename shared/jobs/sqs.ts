import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
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
    send: (outgoing) =>
      eachLimit(chunks(outgoing, maxBatchSize), concurrentBatches, async (batch) => {
        let left = batch.map(entryOf);
        for (let attempt = 1; left.length > 0; attempt += 1) {
          if (attempt > maxAttempts) throw new Error(`SQS rejected ${left.length} messages ${maxAttempts} times.`);
          // a busy queue may accept only a part of a batch
          if (attempt > 1) await backOff(attempt - 1);
          const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
          const failed = new Set(Failed.map(({ Id }) => Id));
          left = left.filter(({ Id }) => failed.has(Id));
        }
      }),
    release: async (ReceiptHandle, VisibilityTimeout) => {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
  };
}

function entryOf({ message, id }: Outgoing<{ readonly customerId: string }>, at: number): SendMessageBatchRequestEntry {
  return {
    Id: String(at),
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.customerId,
    MessageDeduplicationId: id,
  };
}
