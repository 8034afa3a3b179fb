import type { Day } from '../../../../shared/domain/dates.ts';
import { windowDays } from '../../../../shared/domain/scoring/model.ts';
import { type Signal, score } from '../../../../shared/domain/scoring/scoring.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';
import { afterRun } from '../../../../shared/table/scoring/run.ts';

/** The score after `nights` nights, the last one today's; undefined if there were none. */
export function scoreAfterNights(
  signals: readonly Signal[],
  { today, nights, imported }: { today: Day; nights: number; imported: number | undefined },
): Score | undefined {
  const byDay = [...signals].sort((a, b) => a.day - b.day);
  let result: Score | undefined;
  let from = 0;
  let until = 0;
  for (let night = today - nights + 1; night <= today; night += 1) {
    // pass only the signals of the night's window
    while (isBefore(byDay[from], night - windowDays)) from += 1;
    while (isBefore(byDay[until], night)) until += 1;
    const computed = score(byDay.slice(from, until), night);
    result = afterRun(result, computed, imported, { day: night, rescore: false });
  }
  return result;
}

function isBefore(signal: Signal | undefined, day: Day): boolean {
  return signal !== undefined && signal.day < day;
}
