import type { Day } from '../dates.ts';
import { historyDays } from './model.ts';
import { tenths } from './rounding.ts';

/** One point per UTC day without gaps, oldest first, in tenths. `last` is the day of the newest point. */
export type History = { last: Day; points: Uint16Array };

/**
 * The history with the score of a day added. Missed days repeat the last score, and an older day changes nothing.
 * The newest day keeps its score unless `replace` is set, as when an operator scores it again.
 */
export function put(history: History | undefined, day: Day, score: number, replace = false): History {
  if (history === undefined) return { last: day, points: Uint16Array.of(tenths(score)) };

  const gap = day - history.last;
  if (gap < 0 || (gap === 0 && !replace)) return history;

  const old = history.points;
  const length = Math.min(historyDays, old.length + gap);
  const points = new Uint16Array(length).fill(old.at(-1) ?? 0);
  const kept = old.subarray(Math.max(0, old.length + gap - historyDays));
  points.set(kept);
  points[length - 1] = tenths(score);
  return { last: day, points };
}

/** The history with the scores of the days before its first one. */
export function withOlder({ last, points }: History, older: readonly number[]): History {
  return { last, points: Uint16Array.of(...older.map(tenths), ...points).slice(-historyDays) };
}

/** The score of a day, undefined if the history does not cover it. */
export function scoreOn(history: History, day: Day): number | undefined {
  const point = history.points[history.points.length - 1 - (history.last - day)];
  return point === undefined ? undefined : point / 10;
}

/** The newest `days` scores, oldest first; fewer when the history is shorter. */
export function newest(history: History, days: number): number[] {
  return Array.from(history.points.subarray(Math.max(0, history.points.length - days)), (point) => point / 10);
}

/** The day of the first of the newest `days` points. */
export function firstDay(history: History, days: number): Day {
  return history.last - Math.min(days, history.points.length) + 1;
}
