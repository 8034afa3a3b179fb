import type { Day } from '../../../../shared/domain/dates.ts';
import { windowDays } from '../../../../shared/domain/scoring/model.ts';
import { type Nights, nightPoint } from '../../../../shared/domain/scoring/nights.ts';
import { type Signal, score as scoreOf } from '../../../../shared/domain/scoring/scoring.ts';
import { afterRun } from '../../../../shared/table/night/run.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';

/** The score after `nights` nights, the last one today's; undefined if there were none. */
export function scoreAfterNights(
  signals: readonly Signal[],
  { today, nights: count, imported }: { today: Day; nights: number; imported: number | undefined },
): { readonly score: Score; readonly nights: Nights } | undefined {
  const byDay = [...signals].sort((a, b) => a.day - b.day);
  const points = new Uint16Array(count);
  const said = new Uint16Array(count);
  const models = new Uint8Array(count);
  let score: Score | undefined;
  let from = 0;
  let until = 0;
  for (let at = 0; at < count; at += 1) {
    const night = today - count + 1 + at;
    // pass only the signals of the night's window
    while (isBefore(byDay[from], night - windowDays)) from += 1;
    while (isBefore(byDay[until], night)) until += 1;
    const computed = scoreOf(byDay.slice(from, until), night);
    // each night copies the history that it is given, and needs only its last point
    const before = score && { ...score, history: { last: night - 1, points: points.subarray(at - 1, at) } };
    score = afterRun(before, computed, imported, { day: night, rescore: false });
    points[at] = score.history?.points.at(-1) ?? 0;
    said[at] = nightPoint(computed.score, false);
    models[at] = score.model;
  }
  if (!score) return undefined;
  return { score: { ...score, history: { last: today, points } }, nights: { last: today, points: said, models } };
}

function isBefore(signal: Signal | undefined, day: Day): boolean {
  return signal !== undefined && signal.day < day;
}
