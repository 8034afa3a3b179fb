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

/**
 * The history with the points of a newer part put in its place. Undefined if the day before that part is not a day of the
 * history, so that days would be missing in between.
 */
export function joinedHistory(history: History, part: History): History | undefined {
  const newer = Math.max(0, history.last - part.last);
  const older = history.points.length - newer - part.points.length + Math.max(0, part.last - history.last);
  if (older < 1 || older > history.points.length) return undefined;

  const points = new Uint16Array(older + part.points.length + newer);
  points.set(history.points.subarray(0, older));
  points.set(part.points, older);
  points.set(history.points.subarray(history.points.length - newer), older + part.points.length);
  return { last: Math.max(history.last, part.last), points: points.slice(-historyDays) };
}

/** The history with the days before its first one taken from an older one, if no day is missing in between. */
export function prolonged(history: History, older: History): History {
  const first = history.last - history.points.length + 1;
  const before = older.points.length - (older.last - first + 1);
  if (older.last < first - 1 || before < 1) return history;

  const points = new Uint16Array(before + history.points.length);
  points.set(older.points.subarray(0, before));
  points.set(history.points, before);
  return { last: history.last, points: points.slice(-historyDays) };
}

/** The history with the scores of the days before its first one. */
export function withOlder({ last, points }: History, older: readonly number[]): History {
  return { last, points: Uint16Array.of(...older.map(tenths), ...points).slice(-historyDays) };
}

/** The newest days of a history. */
export function newestDays({ last, points }: History, days: number): History {
  return { last, points: points.slice(-days) };
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
