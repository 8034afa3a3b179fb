import { type History, scoreOn } from './history.ts';
import { changePeriods } from './model.ts';
import { roundedQuotient, tenths } from './rounding.ts';

type ScoreChange = { change: number; percentage: number; previousScore: number };
export type Period = keyof typeof changePeriods;
export type ScoreChanges = { [period in Period]?: ScoreChange };
/** The points of each period. With the score that it led to, each says the whole change. */
export type Changes = { readonly [period in Period]?: number };

const periods: readonly Period[] = ['7day', '30day'];

/** The newest score compared with the points exactly 7 and 30 days before. A period without that point has no key. */
export function scoreChanges(history: History): ScoreChanges | undefined {
  const changes: ScoreChanges = {};
  for (const period of periods) {
    const previous = scoreOn(history, history.last - changePeriods[period]);
    const current = scoreOn(history, history.last);
    if (previous !== undefined && current !== undefined) changes[period] = changeBetween(previous, current);
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The changes that led to a score. */
export function changesTo(score: number, changes: Changes): ScoreChanges {
  const found = periods.flatMap((period) => {
    const change = changes[period];
    return change === undefined ? [] : [[period, changeBetween((tenths(score) - tenths(change)) / 10, score)]];
  });
  return Object.fromEntries(found);
}

function changeBetween(previousScore: number, score: number): ScoreChange {
  const previous = tenths(previousScore);
  const change = tenths(score) - previous;
  const percentage = previous === 0 ? 100 * Math.sign(change) : roundedQuotient(change * 1000, previous) / 10;
  return { change: change / 10, percentage, previousScore };
}
