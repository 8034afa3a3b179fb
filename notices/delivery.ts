import type { Outcome as StoredOutcome } from '../shared/table/access/notices.ts';

// What the page, the worker and the local service hand over, and what they are told. `send` delivers, `events.ts` has
// the bodies of webhooks.

type DeliveryKind = 'mail' | 'slack' | 'teams' | 'webhook';

/** One message for one receiver. */
export interface Delivery {
  /** The same message has the same id, however often it is handed over: receivers of webhooks drop repetitions by it. */
  readonly id: string;
  readonly accountId: string;
  readonly noticeId: string;
  readonly kind: DeliveryKind;
  /** An e-mail address, or an https URL. */
  readonly to: string;
  /** Of webhooks: `whsec_…`, newest first. Every attempt has a signature by each. */
  readonly secrets?: readonly string[];
  /** Of mails. */
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  /** Of mails: an https URL that ends them with one click (a POST, RFC 8058). */
  readonly unsubscribe?: string;
  /** JSON text: what Slack, Teams or the webhook gets. */
  readonly body?: string;
  /** When it was handed over first, ISO 8601: it is given up 24 hours later. */
  readonly firstTriedAt: string;
  /** It is tried once, and its outcome is final. */
  readonly test?: boolean;
}

/** What became of an attempt. The worker gets it by its queue, as it writes the table: the function that delivers does not. */
export interface Outcome extends StoredOutcome {
  readonly givenUp?: Delivery;
}

/** Takes deliveries, which then go on by themselves. Throws unless all were accepted; some may be sent twice then. */
export interface Deliveries {
  readonly send: (deliveries: readonly Delivery[]) => Promise<void>;
}
