import type { Delivery, Outcome } from '../delivery.ts';
import { type Attempt, attempt, type Means } from './attempt.ts';

/** A message of the queue. */
export interface Queued {
  readonly delivery: Delivery;
  /** Not to be tried before, ISO 8601: a queue delays a message by a quarter of an hour at most. */
  readonly due?: string;
}

export interface DeliveryDeps extends Means {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Puts a message into the queue, to come after so many seconds. */
  readonly later: (queued: Queued, seconds: number) => Promise<void>;
  readonly tell: (outcome: Outcome) => Promise<void>;
}

const minute = 60_000;
const mostDelaySeconds = 900;
/** Minutes after the first try: pauses grow, and after a day nothing is tried. */
const triesAfter = [1, 5, 15, 30, 60, 120, 180, 300, 480, 720, 1080, 1440];

/**
 * Returns what takes one message of the queue: tries it if it is due, tells the outcome, and puts it back unless that was
 * final. A message is taken from the queue after this, so a process that is killed anywhere repeats it: it is sent at
 * least once.
 */
export function deliverer(deps: DeliveryDeps): (queued: Queued) => Promise<void> {
  const tryOnce = patient(deps);
  const putBack = (delivery: Delivery, due: number, now: number) =>
    deps.later(
      { delivery, due: new Date(due).toISOString() },
      Math.min(mostDelaySeconds, Math.ceil((due - now) / 1000)),
    );
  return async ({ delivery, due = delivery.firstTriedAt }) => {
    const before = deps.clock();
    if (before < Date.parse(due)) return putBack(delivery, Date.parse(due), before);
    const { ok, hopeless = false, words } = await tryOnce(delivery, before);
    const now = deps.clock();
    const next = ok || hopeless || delivery.test ? undefined : nextTry(delivery, now);
    const { secrets: _, ...withoutSecrets } = delivery;
    const { accountId, noticeId, id: deliveryId } = delivery;
    await deps.tell({
      ...{ accountId, noticeId, deliveryId },
      at: new Date(now).toISOString(),
      ok,
      final: next === undefined,
      words,
      ...(!ok && next === undefined && { givenUp: withoutSecrets }),
    });
    if (next !== undefined) await putBack(delivery, next, now);
  };
}

function nextTry({ firstTriedAt }: Delivery, now: number): number | undefined {
  const first = Date.parse(firstTriedAt);
  const after = triesAfter.find((minutes) => first + minutes * minute > now);
  return after === undefined ? undefined : first + after * minute;
}

/**
 * Tries no receiver for a minute that has not answered in time: its other messages would keep those of others waiting.
 * They fail as that one did.
 */
function patient(means: Means): (delivery: Delivery, now: number) => Promise<Attempt> {
  const silent = new Map<string, { readonly until: number; readonly result: Attempt }>();
  return async (delivery, now) => {
    for (const [to, { until }] of silent) if (until <= now) silent.delete(to);
    const known = delivery.test ? undefined : silent.get(delivery.to);
    if (known) return known.result;
    const result = await attempt(delivery, now, means);
    if (result.timedOut) silent.set(delivery.to, { until: now + minute, result });
    return result;
  };
}
