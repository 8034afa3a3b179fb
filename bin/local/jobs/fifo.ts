import type { Outgoing } from '../../../shared/jobs/queue.ts';

/** A FIFO queue as SQS keeps it, on whatever clock it is told. */
export interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly outgoing: Outgoing;
  /** How often it was received, this time included. */
  readonly count: number;
}

interface Held {
  readonly messageId: string;
  readonly outgoing: Outgoing;
  count: number;
  /** Epoch milliseconds until which nobody else receives it. */
  hiddenUntil: number;
  receiptHandle: string;
}

export interface Fifo {
  readonly send: (outgoing: Outgoing, now: number) => void;
  /** The first message of some account of which no message is being worked on. */
  readonly receive: (now: number) => Received | undefined;
  readonly remove: (receiptHandle: string) => void;
  readonly release: (receiptHandle: string, now: number, seconds: number) => void;
  /** Puts dead messages back to where they came from. */
  readonly redrive: (now: number) => void;
  readonly dead: () => readonly Outgoing[];
  readonly waiting: () => number;
  /** When there is something to receive: now or earlier, or when a hidden message shows again. */
  readonly nextAt: () => number | undefined;
}

const remembered = 5 * 60_000;

export function createFifo({ visibility, mostReceives }: { visibility: number; mostReceives: number }): Fifo {
  let held: Held[] = [];
  const dead: Held[] = [];
  const seen = new Map<string, number>();
  let made = 0;

  const enter = (outgoing: Outgoing, now: number) => {
    const at = seen.get(outgoing.id);
    // acknowledged, and never delivered
    if (at !== undefined && now - at < remembered) return;
    seen.set(outgoing.id, now);
    made += 1;
    held.push({ messageId: `m${made}`, outgoing, count: 0, hiddenUntil: 0, receiptHandle: '' });
  };

  /** Of each account the one message that may be next. */
  const firsts = () =>
    [...Map.groupBy(held, ({ outgoing }) => outgoing.message.customerId).values()].flatMap(([first]) => first ?? []);

  return {
    send: enter,
    receive: (now) => {
      for (;;) {
        const next = firsts().find(({ hiddenUntil }) => hiddenUntil <= now);
        if (!next) return undefined;
        if (next.count >= mostReceives) {
          held = held.filter((other) => other !== next);
          dead.push(next);
          continue;
        }
        next.count += 1;
        next.hiddenUntil = now + visibility;
        next.receiptHandle = `${next.messageId}-${next.count}`;
        const { messageId, receiptHandle, outgoing, count } = next;
        return { messageId, receiptHandle, outgoing, count };
      }
    },
    remove: (receiptHandle) => {
      held = held.filter((each) => each.receiptHandle !== receiptHandle);
    },
    release: (receiptHandle, now, seconds) => {
      const each = held.find((other) => other.receiptHandle === receiptHandle);
      if (each) each.hiddenUntil = now + seconds * 1000;
    },
    redrive: (now) => {
      for (const { messageId, outgoing } of dead.splice(0)) enter({ ...outgoing, id: messageId }, now);
    },
    dead: () => dead.map(({ outgoing }) => outgoing),
    waiting: () => held.length,
    nextAt: () => {
      const times = firsts().map(({ hiddenUntil }) => hiddenUntil);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}
