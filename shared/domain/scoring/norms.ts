import { type Day, mondayOf } from '../dates.ts';
import { goodness, type Measure, type MeasureName, measures } from './measures.ts';
import { habitDays } from './model.ts';
import type { Signal } from './signal.ts';

/** What is usual for a measure in an account. */
export interface Norm {
  readonly count: number;
  /** Mean and spread of its goodness. */
  readonly mean: number;
  readonly spread: number;
  /** The newest day with a value: a feed that has ended says nothing about a client that is silent. */
  readonly newest: Day;
}

/**
 * What is usual in an account in a week. All days of the week use the same norms, made from the 180 days before its
 * Monday, so a day that is scored again, or only later, has the score that it would have had.
 */
export interface Norms {
  readonly monday: Day;
  /** By measure and topic: ratings of quality and of speed differ. */
  readonly norms: ReadonlyMap<string, Norm>;
}

/** What is usual for a measure; in an account without a value of it, what is usual in an average one. */
export function normFor({ norms, monday }: Norms, measure: MeasureName, topic: string): Norm {
  return (
    norms.get(normName(measure, topic)) ?? normOf({ measure, count: 0, sum: 0, squares: 0, newest: monday - habitDays })
  );
}

export const normName = (measure: MeasureName, topic: string) => `${measure}/${topic}`;

/** An account counts as usual until so many values of its own show otherwise. */
const usualCount = 20;

interface Sums {
  readonly measure: MeasureName;
  count: number;
  sum: number;
  squares: number;
  newest: Day;
}

export function normsOfWeek(signals: Iterable<Signal>, day: Day): Norms {
  const monday = mondayOf(day);
  const sums = new Map<string, Sums>();
  for (const { measure, value, topic, day: on } of signals) {
    if (measure === undefined || value === undefined || on >= monday || on < monday - habitDays) continue;
    const name = normName(measure, topic);
    const so = sums.get(name) ?? { measure, count: 0, sum: 0, squares: 0, newest: on };
    const good = goodness(measure, value);
    so.count += 1;
    so.sum += good;
    so.squares += good * good;
    so.newest = Math.max(so.newest, on);
    sums.set(name, so);
  }
  return { monday, norms: new Map([...sums].map(([name, so]) => [name, normOf(so)])) };
}

function normOf(so: Sums): Norm {
  const { usual, better }: Measure = measures[so.measure];
  const mean = better === 'more' ? usual[0] : -usual[0];
  const count = so.count + usualCount;
  const mixed = (so.sum + usualCount * mean) / count;
  const squares = (so.squares + usualCount * (mean ** 2 + usual[1] ** 2)) / count;
  // values that hardly differ do not make small differences large
  const spread = Math.max(0.6 * usual[1], Math.sqrt(Math.max(0, squares - mixed ** 2)));
  return { count: so.count, mean: mixed, spread, newest: so.newest };
}

/** As text for the table; `normsFrom` reads it. */
export function normsText({ norms }: Norms): string {
  return [...norms]
    .map(([name, { count, mean, spread, newest }]) => [name, count, mean, spread, newest].join(' '))
    .sort()
    .join('\n');
}

export function normsFrom(monday: Day, text: string): Norms {
  const lines = text.split('\n').filter((line) => line !== '');
  return {
    monday,
    norms: new Map(
      lines.map((line) => {
        const [name = '', count, mean, spread, newest] = line.split(' ');
        return [name, { count: Number(count), mean: Number(mean), spread: Number(spread), newest: Number(newest) }];
      }),
    ),
  };
}
