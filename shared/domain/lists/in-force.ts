import { type Day, dayOf } from '../dates.ts';
import { type FollowUp, mostDays } from '../follow-up.ts';
import { bandOf, bands } from '../scoring/bands.ts';
import { type History, scoreOn } from '../scoring/history.ts';

/** It ends by itself: after 30 days, on the day that it waits for, and once the level is worse than when it was said. */
export function isInForce({ at, state, until }: FollowUp, history: History | undefined, today: Day): boolean {
  const since = dayOf(at.slice(0, 10));
  if (state === 'open' || today > since + mostDays || (until !== undefined && today >= dayOf(until))) return false;
  if (!history) return true;
  const levelOn = (day: Day) => bands.indexOf(bandOf(scoreOn(history, day) ?? Number.POSITIVE_INFINITY));
  // the score that was shown: that of the day, or of the last night before it
  const said = Math.min(since, history.last);
  if (scoreOn(history, said) === undefined) return true;
  for (let day = said + 1; day <= history.last; day += 1) if (levelOn(day) < levelOn(said)) return false;
  return true;
}
