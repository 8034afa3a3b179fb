import { type History, scoreOn } from './history.ts';
import { changePeriods } from './model.ts';
import { roundedQuotient, tenths } from './rounding.ts';

export type ScoreChange = { change: number; percentage: number; previousScore: number };
export type Period = keyof typeof changePeriods;
export type ScoreChanges = { [period in Period]?: ScoreChange };

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

export function changeBetween(previousScore: number, score: number): ScoreChange {
  const previous = tenths(previousScore);
  const change = tenths(score) - previous;
  const percentage = previous === 0 ? 100 * Math.sign(change) : roundedQuotient(change * 1000, previous) / 10;
  return { change: change / 10, percentage, previousScore };
}
