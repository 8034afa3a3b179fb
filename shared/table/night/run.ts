import type { Day } from '../../domain/dates.ts';
import type { Contacts } from '../../domain/scoring/contacts.ts';
import { firstDay, type History, put, scoreOn, withOlder } from '../../domain/scoring/history.ts';
import { changePeriods, historyDays, modelVersion } from '../../domain/scoring/model.ts';
import { asLongAs, type Nights, nightPoint, withNight } from '../../domain/scoring/nights.ts';
import type { Norms } from '../../domain/scoring/norms.ts';
import { type OpenSignal, signalsOfRun } from '../../domain/scoring/open-signals.ts';
import { type Computed, currentScore, type Signal, score as scoreOf } from '../../domain/scoring/scoring.ts';
import type { ClientScore, Score } from '../records/scores.ts';
import type { NormsOfAccount } from './norms.ts';

/** A scoring run of an account. Its result depends only on the day and the facts. */
export interface Run {
  readonly day: Day;
  /** Requested by an operator: a day that was scored already is scored again and its point replaced. */
  readonly rescore: boolean;
  /** No fact has been written for an hour. */
  readonly factsAreOld: boolean;
  /** Also computes up to so many days before the first point. */
  readonly history?: number;
  readonly norms?: NormsOfAccount;
  /** The day was over when it was scored. */
  readonly isLate?: boolean;
}

/** How many days before its own a run computes: those that it was asked for, and those that moves are compared with. */
export function daysBefore({ history = 0 }: Pick<Run, 'history'>): number {
  return Math.max(history, ...Object.values(changePeriods));
}

/** True unless this or a later day was scored already. */
export function isDue(before: Score | undefined, { day, rescore: again }: Pick<Run, 'day' | 'rescore'>): boolean {
  const last = before?.history?.last;
  return last === undefined || last < day || (again && last === day);
}

/** The record after the run. If no score can be computed, the last one is carried over to the day of the run. */
export function afterRun(
  before: Score | undefined,
  computed: Computed,
  imported: number | undefined,
  { day, rescore: again }: Pick<Run, 'day' | 'rescore'>,
): Score {
  const isAgain = before?.history?.last === day;
  const wasComputed = before?.source === 'chr2' && !(isAgain && before.isFirst);
  const lastComputed = wasComputed ? scoreBefore(before.history, day) : undefined;
  const { score, source } = currentScore({ computed: computed.score, lastComputed, imported });
  return {
    history: put(before?.history, day, score, again),
    topics: computed.topics,
    source,
    ...(source === 'chr2' && !wasComputed && { isFirst: true }),
    model: computed.score === null ? (before?.model ?? modelVersion) : modelVersion,
  };
}

/** What the nights said, of a client whose score is now `after`: points that were computed afterwards say nothing. */
export function nightsAfter(
  before: Pick<ClientScore, 'history' | 'nights'> | undefined,
  after: Score,
  computed: Computed,
  { day, isLate = false }: Pick<Run, 'day' | 'isLate'>,
): Nights {
  const known = before && asLongAs(before.nights, before.history.last, before.history.points.length);
  const nights = withNight(known, day, nightPoint(computed.score, isLate), after.model);
  return asLongAs(nights, after.history.last, after.history.points.length);
}

function scoreBefore(history: History | undefined, day: Day): number | undefined {
  return history && scoreOn(history, Math.min(history.last, day - 1));
}

/**
 * The score with points for the days before its first one, from the first day that has signals. What is still open is
 * counted as of each of these days.
 */
export function withPast(
  after: Score,
  signals: readonly Signal[],
  open: readonly OpenSignal[],
  { day: runDay, history: days = 0 }: Pick<Run, 'day' | 'history'>,
  normsOn: (day: Day) => Norms | undefined = () => undefined,
  earlier: Contacts = [],
): Score {
  const { history } = after;
  // most streams have no signals
  if (!history || days === 0 || signals.length + open.length + earlier.length === 0) return after;
  const first = firstDay(history, historyDays);
  const points: number[] = [];
  for (let day = Math.max(runDay - days, history.last - historyDays + 1); day < first; day += 1) {
    const computed =
      scoreOf([...signals, ...signalsOfRun(open, day)], day, normsOn(day), earlier).score ?? points.at(-1);
    if (computed !== undefined) points.push(computed);
  }
  const last = points.at(-1);
  if (last === undefined) return after;
  // night by night, the first score would have been a computed one, and would have been carried over to this day
  const isFirst = after.source === 'chr1' && history.points.length === 1;
  if (!isFirst) return { ...after, history: withOlder(history, points) };
  return { ...after, history: withOlder(put(undefined, history.last, last), points), source: 'chr2' };
}
