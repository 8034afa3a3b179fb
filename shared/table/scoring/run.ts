import type { Day } from '../../domain/dates.ts';
import { type History, put, scoreOn } from '../../domain/scoring/history.ts';
import { modelVersion } from '../../domain/scoring/model.ts';
import { type Computed, currentScore } from '../../domain/scoring/scoring.ts';
import type { Score } from '../records/scores.ts';

/** A scoring of an account. What it gives depends on its day and on the facts alone. */
export interface Run {
  readonly day: Day;
  /** The operator's: a day that has been scored is scored once more, and its point replaced. */
  readonly rescore: boolean;
}

/** A day is scored once, and never after a later one. */
export function isDue(before: Score | undefined, { day, rescore: again }: Run): boolean {
  const last = before?.history?.last;
  return last === undefined || last < day || (again && last === day);
}

/** The record after the run; where nothing could be computed the last score is carried to the run's day. */
export function afterRun(
  before: Score | undefined,
  computed: Computed,
  imported: number | undefined,
  { day, rescore: again }: Run,
): Score {
  const lastComputed = before?.source === 'chr2' ? scoreBefore(before.history, day) : undefined;
  const { score, source } = currentScore({ computed: computed.score, lastComputed, imported });
  return {
    history: put(before?.history, day, score, again),
    topics: computed.topics,
    source,
    model: computed.score === null ? (before?.model ?? modelVersion) : modelVersion,
  };
}

function scoreBefore(history: History | undefined, day: Day): number | undefined {
  return history && scoreOn(history, Math.min(history.last, day - 1));
}
