import type { Day } from '../../../../shared/domain/dates.ts';
import { windowDays } from '../../../../shared/domain/scoring/model.ts';
import type { Nights } from '../../../../shared/domain/scoring/nights.ts';
import { type Signal, score as scoreOf } from '../../../../shared/domain/scoring/scoring.ts';
import { afterRun, nightsAfter } from '../../../../shared/table/night/run.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';

/** The score after `nights` nights, the last one today's; undefined if there were none. */
export function scoreAfterNights(
  signals: readonly Signal[],
  { today, nights: count, imported }: { today: Day; nights: number; imported: number | undefined },
): { readonly score: Score; readonly nights: Nights } | undefined {
  const byDay = [...signals].sort((a, b) => a.day - b.day);
  let score: Score | undefined;
  let nights: Nights | undefined;
  let from = 0;
  let until = 0;
  for (let night = today - count + 1; night <= today; night += 1) {
    // pass only the signals of the night's window
    while (isBefore(byDay[from], night - windowDays)) from += 1;
    while (isBefore(byDay[until], night)) until += 1;
    const computed = scoreOf(byDay.slice(from, until), night);
    const after = afterRun(score, computed, imported, { day: night, rescore: false });
    nights = nightsAfter(score && { ...score, nights }, after, computed, { day: night });
    score = after;
  }
  return score && nights && { score, nights };
}

function isBefore(signal: Signal | undefined, day: Day): boolean {
  return signal !== undefined && signal.day < day;
}
