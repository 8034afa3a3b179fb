import type { Deps } from '../deps.ts';
import type { Consumption } from '../table/store/meter.ts';
import type { Message } from './message.ts';

/** A message and what its repetitions are recognised by. */
export interface Outgoing {
  readonly message: Message;
  readonly id: string;
}

/** First in, first out for each account, one message of an account at a time. */
export interface Queue {
  readonly send: (outgoing: readonly Outgoing[]) => Promise<void>;
  /** Gives a message that was received back, to be delivered again. */
  readonly release: (receiptHandle: string, seconds: number) => Promise<void>;
}

/** The effects of what runs without a caller. */
export interface JobDeps extends Deps {
  readonly queue: Queue;
  /** What went through the table since the process began. */
  readonly consumed: () => Consumption;
}
