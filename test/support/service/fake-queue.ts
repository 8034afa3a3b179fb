import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './http.ts';

export interface SentMessage {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageDeduplicationId: string;
}

interface FakeQueue {
  readonly url: string;
  readonly taken: readonly SentMessage[];
  /** How many requests it has received. */
  readonly requests: () => number;
}

/** A fake SQS that accepts messages and delivers none, until the test ends. It never answers the first `ignored` requests. */
export async function fakeQueue(ignored = 0): Promise<FakeQueue> {
  const taken: SentMessage[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    if (requests <= ignored) return;
    if (request.headers['x-amz-target'] === 'AmazonSQS.ChangeMessageVisibility') {
      request.resume();
      response.end('{}');
      return;
    }
    const { Entries } = JSON.parse(await text(request)) as { Entries: SentMessage[] };
    // EventBridge has the same address in tests of bundles
    if (request.headers['x-amz-target'] === 'AWSEvents.PutEvents') {
      response.end(JSON.stringify({ FailedEntryCount: 0, Entries: Entries.map((_, at) => ({ EventId: `${at}` })) }));
      return;
    }
    taken.push(...Entries);
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify({ Successful, Failed: [] }));
  });
  return { url: `http://127.0.0.1:${await serve(server)}/1/queue.fifo`, taken, requests: () => requests };
}

/** The event with which SQS would hand these messages to the worker. */
export function eventOfMessages(messages: readonly SentMessage[]): object {
  const Records = messages.map(({ MessageBody, MessageDeduplicationId }) => ({
    messageId: '1',
    receiptHandle: '1',
    body: MessageBody,
    attributes: { MessageDeduplicationId, ApproximateReceiveCount: '1' },
  }));
  return { Records };
}
