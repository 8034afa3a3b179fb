import type { Delivery } from '../delivery.ts';
import { AddressRefused } from './address.ts';
import { NoAnswer, TimedOut } from './post.ts';
import { signatureOf } from './sign.ts';

/** How an attempt ended. */
export interface Attempt {
  readonly ok: boolean;
  /** Trying again is of no use. */
  readonly hopeless?: boolean;
  /** The receiver kept us waiting. */
  readonly timedOut?: boolean;
  readonly words: string;
}

export interface Means {
  /** Posts JSON, and returns the status of the answer. Throws an `AddressRefused` or a `NoAnswer`. */
  readonly post: (to: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>;
  /** Mails a delivery. Throws a `NoAnswer` unless it was accepted. */
  readonly mail: (delivery: Delivery) => Promise<void>;
}

/** Sends a delivery once. */
export async function attempt(delivery: Delivery, now: number, { post, mail }: Means): Promise<Attempt> {
  const { kind, to, body = '' } = delivery;
  try {
    if (kind === 'mail') {
      await mail(delivery);
      return { ok: true, words: 'The mail was handed over.' };
    }
    return judged(await post(to, kind === 'webhook' ? signatureOf(delivery, now) : {}, body));
  } catch (error) {
    if (error instanceof AddressRefused) return { ok: false, hopeless: true, words: error.message };
    if (error instanceof NoAnswer) return { ok: false, timedOut: error instanceof TimedOut, words: error.message };
    throw error;
  }
}

function judged(status: number): Attempt {
  if (status >= 200 && status < 300) return { ok: true, words: 'The receiver has it.' };
  // Standard Webhooks: the receiver wants no more
  if (status === 410) return { ok: false, hopeless: true, words: 'The receiver wants no more messages (410).' };
  if (status >= 300 && status < 400) {
    return {
      ok: false,
      words: `The receiver is elsewhere (${status}). Messages follow no redirect: give its new URL.`,
    };
  }
  return { ok: false, words: `The receiver answered with an error (${status}).` };
}
