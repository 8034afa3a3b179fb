import type { Day } from '../dates.ts';
import { bandOf } from '../scoring/bands.ts';
import type { History } from '../scoring/history.ts';
import { historyDays } from '../scoring/model.ts';
import { emptyTally, type Tally } from './health.ts';

/** The tallies of an account's clients, one a day without gaps, oldest first. `last` is the day of the newest. */
export interface HealthHistory {
  readonly last: Day;
  readonly tallies: readonly Tally[];
}

export const noHealth: HealthHistory = { last: 0, tallies: [] };

/** The days that a run for a day has to count: those that are not stored, and those that it computes again. */
export function daysToCount(stored: HealthHistory, day: Day, from: Day): Day[] {
  const first = stored.last - stored.tallies.length + 1;
  const days = Array.from({ length: historyDays }, (_, at) => day - historyDays + 1 + at);
  return days.filter((each) => each >= from || each < first || each > stored.last);
}

/** A client as it is known when its scores are counted. */
interface Counted {
  readonly archived: boolean;
  readonly leftAt?: Day | undefined;
}

/** Counts the scores of clients on some days. One that left counts until then, one that is archived on no day. */
export class DayTallies {
  readonly tallies: ReadonlyMap<Day, Tally>;

  constructor(days: readonly Day[]) {
    this.tallies = new Map(days.map((day) => [day, { ...emptyTally, bands: { ...emptyTally.bands } }]));
  }

  add({ archived, leftAt }: Counted, { last, points }: History): void {
    if (archived && leftAt === undefined) return;
    const first = last - points.length + 1;
    for (const [day, tally] of this.tallies) {
      const point = points[day - first];
      if (point === undefined || (leftAt !== undefined && day >= leftAt)) continue;
      tally.total += 1;
      tally.sumOfTenths += point;
      tally.bands[bandOf(point / 10)] += 1;
    }
  }
}

/** The history up to a day, with what was counted, from the first day on which there was a client. */
export function withDays(stored: HealthHistory, counted: ReadonlyMap<Day, Tally>, last: Day): HealthHistory {
  const offset = stored.last - stored.tallies.length + 1;
  const days = Array.from({ length: historyDays }, (_, at) => last - historyDays + 1 + at);
  const tallies = days.map((day) => counted.get(day) ?? stored.tallies[day - offset] ?? emptyTally);
  const start = tallies.findIndex(({ total }) => total > 0);
  return { last, tallies: start < 0 ? [] : tallies.slice(start) };
}
