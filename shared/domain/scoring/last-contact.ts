import { type Day, dayOf, startOfDay } from '../dates.ts';
import type { OpenSignal } from './open-signals.ts';
import type { Signal } from './signal.ts';

// When somebody last spoke with a client: CRMs know only what is logged there.

/** The last day before another on which, by the files of systems, a meeting was held or a ticket was answered. */
export function lastContactIn(signals: readonly Signal[], before: Day): Day | undefined {
  return signals
    .filter(({ measure, value = 0 }) => measure === 'reply-hours' || (measure === 'meeting' && value > 0.5))
    .reduce<Day | undefined>((last, { day }) => (day < before && day > (last ?? -1) ? day : last), undefined);
}

/** The later one of what the client's record says and what files show. */
export function laterContact(stated: string | null, seen: Day | undefined): string | null {
  if (seen === undefined || (stated !== null && dayOf(stated.slice(0, 10)) >= seen)) return stated;
  return startOfDay(seen);
}

/** A CRM's inactivity begins with the last contact that files show. */
export function inactiveSince(open: readonly OpenSignal[], seen: Day | undefined): OpenSignal[] {
  return open.map((each) =>
    each.id.startsWith('last-activity_') ? { ...each, since: Math.max(each.since, seen ?? each.since) } : each,
  );
}
