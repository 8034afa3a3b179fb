import type { Day } from '../dates.ts';
import { historyDays } from './model.ts';
import { tenths } from './rounding.ts';

/**
 * What each night said when it was the newest, next to the points of a history: in tenths, or why there is nothing. A day
 * that is scored again keeps what its night said. Nobody can say later what was known before a client left.
 */
export interface Nights {
  readonly last: Day;
  readonly points: Uint16Array;
  /** The version of the model of each point. */
  readonly models: Uint8Array;
}

/** Computed when the day was over, so what came later could have been known. */
export const afterwards = 0xffff;
/** Nothing was computed: the score of an earlier night, an imported one or 100 was shown. */
export const carried = 0xfffe;

/** What a night said of a day. */
export type NightScore = { readonly score: number; readonly model: number } | 'afterwards' | 'carried' | undefined;

export function saidOn(nights: Nights | undefined, day: Day): NightScore {
  const at = nights ? nights.points.length - 1 - (nights.last - day) : -1;
  const point = nights?.points[at];
  if (point === undefined) return undefined;
  if (point === afterwards) return 'afterwards';
  return point === carried ? 'carried' : { score: point / 10, model: nights?.models[at] ?? 0 };
}

/** What the score of a day was to people: one that was carried over is that of the last night that computed one. */
export function shownOn(nights: Nights | undefined, day: Day): NightScore {
  let said = saidOn(nights, day);
  for (let on = day; said === 'carried'; on -= 1) {
    const earlier = saidOn(nights, on);
    if (earlier !== 'carried') said = typeof earlier === 'object' ? earlier : undefined;
  }
  return said ?? saidOn(nights, day);
}

/** With the night of a day; days in between were missed. The newest day keeps what its night said. */
export function withNight(before: Nights | undefined, day: Day, point: number, model: number): Nights {
  if (!before) return { last: day, points: Uint16Array.of(point), models: Uint8Array.of(model) };
  const gap = day - before.last;
  if (gap <= 0) return before;
  const length = Math.min(historyDays, before.points.length + gap);
  const dropped = before.points.length + gap - length;
  const points = new Uint16Array(length).fill(carried);
  const models = new Uint8Array(length).fill(model);
  if (dropped < before.points.length) {
    points.set(before.points.subarray(dropped));
    models.set(before.models.subarray(dropped));
  }
  points[length - 1] = point;
  return { last: day, points, models };
}

/** The nights of a history of so many points, of which nobody knows when those before were computed. */
export function asLongAs(nights: Nights | undefined, last: Day, length: number): Nights {
  if (nights?.points.length === length) return nights;
  const points = new Uint16Array(length).fill(afterwards);
  const models = new Uint8Array(length);
  if (nights) {
    const unknown = Math.max(0, length - nights.points.length);
    points.set(nights.points.slice(-length), unknown);
    models.set(nights.models.slice(-length), unknown);
  }
  return { last, points, models };
}

/** The point of a night; null if nothing was computed. */
export function nightPoint(computed: number | null, isLate: boolean): number {
  if (computed === null) return carried;
  return isLate ? afterwards : tenths(computed);
}
