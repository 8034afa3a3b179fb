import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunks, eachLimit } from '../table/store/read.ts';
import type { Outgoing, Queue } from './queue.ts';

const mostInBatch = 10;
const batchesAtOnce = 4;
const mostAttempts = 5;

export function sqsQueue(client: SQSClient, QueueUrl: string): Queue {
  return {
    send: (outgoing) =>
      eachLimit(chunks(outgoing, mostInBatch), batchesAtOnce, async (batch) => {
        let left = batch.map(entryOf);
        for (let attempt = 1; left.length > 0; attempt += 1) {
          if (attempt > mostAttempts) throw new Error(`${left.length} messages were not taken by the queue`);
          if (attempt > 1) await pause(attempt);
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

function entryOf({ message, id }: Outgoing, at: number): SendMessageBatchRequestEntry {
  return {
    Id: String(at),
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.customerId,
    MessageDeduplicationId: id,
  };
}

// a batch can be taken in part only, when the queue is busy
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(2000, 25 * 2 ** attempt)));
}
