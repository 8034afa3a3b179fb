import type { Outgoing } from '../../../shared/jobs/queue.ts';

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly outgoing: Outgoing;
  /** Including this delivery. */
  readonly receiveCount: number;
}

interface QueuedMessage {
  readonly messageId: string;
  readonly outgoing: Outgoing;
  count: number;
  /** Epoch milliseconds until which the message is in flight. */
  hiddenUntil: number;
  receiptHandle: string;
}

/** An SQS FIFO queue in memory. The caller passes the time, so tests can use virtual time. */
export interface FifoQueue {
  readonly send: (outgoing: Outgoing, now: number) => void;
  /** The first message of an account that has no message in flight. */
  readonly receive: (now: number) => ReceivedMessage | undefined;
  readonly remove: (receiptHandle: string) => void;
  readonly release: (receiptHandle: string, now: number, seconds: number) => void;
  /** Releases a message that could not be begun: this receipt does not count. */
  readonly postpone: (receiptHandle: string, now: number, seconds: number) => void;
  /** Moves dead letters back into the queue. */
  readonly redrive: (now: number) => void;
  readonly dead: () => readonly Outgoing[];
  readonly waiting: () => number;
  /** The time at which the next message can be received; in the past if one can be received now. */
  readonly nextAt: () => number | undefined;
}

const deduplicationWindow = 5 * 60_000;

export function createFifoQueue({ visibility, maxReceives }: { visibility: number; maxReceives: number }): FifoQueue {
  let queued: QueuedMessage[] = [];
  const dead: QueuedMessage[] = [];
  const seen = new Map<string, number>();
  let lastNumber = 0;

  const enqueue = (outgoing: Outgoing, now: number) => {
    const at = seen.get(outgoing.id);
    // SQS accepts a duplicate and drops it
    if (at !== undefined && now - at < deduplicationWindow) return;
    seen.set(outgoing.id, now);
    lastNumber += 1;
    queued.push({ messageId: `m${lastNumber}`, outgoing, count: 0, hiddenUntil: 0, receiptHandle: '' });
  };

  /** The oldest message of each account: the only one that may be received. */
  const headOfEachAccount = () =>
    [...Map.groupBy(queued, ({ outgoing }) => outgoing.message.customerId).values()].flatMap(([first]) => first ?? []);

  const hide = (receiptHandle: string, until: number) => {
    const each = queued.find((other) => other.receiptHandle === receiptHandle);
    if (each) each.hiddenUntil = until;
    return each;
  };
  return {
    send: enqueue,
    receive: (now) => {
      for (;;) {
        const next = headOfEachAccount().find(({ hiddenUntil }) => hiddenUntil <= now);
        if (!next) return undefined;
        if (next.count >= maxReceives) {
          queued = queued.filter((other) => other !== next);
          dead.push(next);
          continue;
        }
        next.count += 1;
        next.hiddenUntil = now + visibility;
        next.receiptHandle = `${next.messageId}-${next.count}`;
        const { messageId, receiptHandle, outgoing, count } = next;
        return { messageId, receiptHandle, outgoing, receiveCount: count };
      }
    },
    remove: (receiptHandle) => {
      queued = queued.filter((each) => each.receiptHandle !== receiptHandle);
    },
    release: (receiptHandle, now, seconds) => {
      hide(receiptHandle, now + seconds * 1000);
    },
    postpone: (receiptHandle, now, seconds) => {
      const each = hide(receiptHandle, now + seconds * 1000);
      if (each) each.count -= 1;
    },
    redrive: (now) => {
      for (const { messageId, outgoing } of dead.splice(0)) enqueue({ ...outgoing, id: messageId }, now);
    },
    dead: () => dead.map(({ outgoing }) => outgoing),
    waiting: () => queued.length,
    nextAt: () => {
      const times = headOfEachAccount().map(({ hiddenUntil }) => hiddenUntil);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}
