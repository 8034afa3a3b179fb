import type { SQSEvent } from 'aws-lambda';
import type { InvocationContext } from '../../../functions/worker/handler.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import { AccountLocked } from '../../../shared/table/facts/writer-lock.ts';
import { createFifoQueue, type ReceivedMessage } from './fifo.ts';

type Worker = (event: SQSEvent, context: InvocationContext) => Promise<void>;

export interface LocalQueue extends Queue {
  /** Starts to deliver messages to the worker. */
  readonly start: (worker: Worker) => void;
  /** Resolves when the queue is empty. Rejects if a message became a dead letter. */
  readonly drained: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const minute = 60_000;

/** The queue and its Lambda trigger in this process. One message at a time, since all share one processor. */
export function localQueue({ retryAfter = 1 }: { retryAfter?: number } = {}): LocalQueue {
  const fifo = createFifoQueue({ visibility: 30 * minute, maxReceives: 3 });
  let worker: Worker | undefined;
  let busy = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let lastFailure: unknown;
  const idle: (() => void)[] = [];

  const wake = () => {
    clearTimeout(timer);
    if (!busy && !stopped && worker) void run(worker);
  };

  const run = async (handler: Worker) => {
    busy = true;
    for (let next = fifo.receive(Date.now()); next && !stopped; next = fifo.receive(Date.now())) {
      await deliver(handler, next);
    }
    busy = false;
    const at = fifo.nextAt();
    if (at !== undefined && !stopped) timer = setTimeout(wake, Math.max(0, at - Date.now()));
    if (at === undefined || stopped) for (const done of idle.splice(0)) done();
  };

  const deliver = async (handler: Worker, received: ReceivedMessage) => {
    try {
      await handler(eventOf(received), { getRemainingTimeInMillis: () => 5 * minute });
      fifo.remove(received.receiptHandle);
    } catch (error) {
      // another process works on the account
      if (error instanceof AccountLocked) fifo.postpone(received.receiptHandle, Date.now(), retryAfter);
      // the worker has logged the failure
      else {
        lastFailure = error;
        fifo.release(received.receiptHandle, Date.now(), retryAfter);
      }
    }
  };

  return {
    send: async (outgoing) => {
      for (const each of outgoing) fifo.send(each, Date.now());
      wake();
    },
    // done when the worker has ended
    release: async () => undefined,
    start: (handler) => {
      worker = handler;
      wake();
    },
    drained: async () => {
      if (busy || fifo.waiting() > 0) await new Promise<void>((done) => idle.push(done));
      const dead = fifo.dead().map(({ message }) => `${message.kind} ${message.customerId}`);
      if (dead.length > 0) throw new Error(`failed three times: ${dead.join(', ')}: ${(lastFailure as Error).message}`);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      if (busy) await new Promise<void>((done) => idle.push(done));
    },
  };
}

/** The event that Lambda receives for one message. */
export function eventOf({
  messageId,
  receiptHandle,
  outgoing: { message, id },
  receiveCount: count,
}: ReceivedMessage): SQSEvent {
  const attributes = {
    ApproximateReceiveCount: String(count),
    SentTimestamp: '0',
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: '0',
    MessageGroupId: message.customerId,
    MessageDeduplicationId: id,
  };
  return {
    Records: [
      {
        messageId,
        receiptHandle,
        body: JSON.stringify(message),
        attributes,
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'local',
        awsRegion: 'local',
      },
    ],
  };
}
