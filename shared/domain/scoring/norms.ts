import type { Day } from '../dates.ts';
import { type Measure, type MeasureName, measureNames, measures } from './measures.ts';
import { averageCount, habitDays, placing } from './model.ts';

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
  /** By measure and topic: ratings of quality and of speed differ. And that of the scores of clients. */
  readonly norms: ReadonlyMap<string, Norm>;
}

/** What is usual for a measure; in an account without a value of it, what is usual in an average one. */
export function normFor({ norms, monday }: Norms, measure: MeasureName, topic: string): Norm {
  return (
    norms.get(normName(measure, topic)) ??
    normOfMeasure(measure, { count: 0, sum: 0, squares: 0, newest: monday - habitDays })
  );
}

const names = new Map<MeasureName, Map<string, string>>(measureNames.map((measure) => [measure, new Map()]));

/** Each name is one string for good: a night asks for thousands, and a new string is hashed again. */
export function normName(measure: MeasureName, topic: string): string {
  const known = names.get(measure)?.get(topic);
  if (known !== undefined) return known;
  const name = `${measure}/${topic}`;
  names.get(measure)?.set(topic, name);
  return name;
}

const newestDays = new WeakMap<Norms['norms'], Map<string, Day>>();

/** The newest day on which the account has a value of one of these measures; of any with a rhythm if there are none. */
export function newestOf({ norms, monday }: Norms, some: ReadonlySet<MeasureName>): Day {
  const known = newestDays.get(norms) ?? newestByMeasure(norms);
  newestDays.set(norms, known);
  const asked = some.size > 0 ? [...some] : measureNames.filter((name) => 'rhythm' in measures[name]);
  return Math.max(monday - habitDays, ...asked.flatMap((name) => known.get(name) ?? []));
}

function newestByMeasure(norms: Norms['norms']): Map<string, Day> {
  const byMeasure = new Map<string, Day>();
  for (const [name, { newest }] of norms) {
    const measure = name.slice(0, name.indexOf('/'));
    byMeasure.set(measure, Math.max(newest, byMeasure.get(measure) ?? newest));
  }
  return byMeasure;
}

/** Of the scores of clients, as points from where a client without distances would stand. */
export const scoreNorm = 'score';

/** By how much a client without distances stands above 100, so that 100 means the same in every account. */
export function pointsAbove({ norms }: Norms): number {
  const { mean, spread } = norms.get(scoreNorm) ?? { mean: 0, spread: placing.usualSpread };
  return placing.spreadsBelow * spread - mean;
}

/** Values that are added up to a norm; those of an average account are added to them. */
export interface Sums {
  count: number;
  sum: number;
  squares: number;
  newest: Day;
}

export function addTo(sums: Sums, value: number, day: Day): void {
  sums.count += 1;
  sums.sum += value;
  sums.squares += value * value;
  sums.newest = Math.max(sums.newest, day);
}

export function normOf(sums: Sums, usual: readonly [mean: number, spread: number], leastSpread = 0): Norm {
  const count = sums.count + averageCount;
  const mean = (sums.sum + averageCount * usual[0]) / count;
  const squares = (sums.squares + averageCount * (usual[0] ** 2 + usual[1] ** 2)) / count;
  const spread = Math.max(leastSpread, Math.sqrt(Math.max(0, squares - mean ** 2)));
  return { count: sums.count, mean, spread, newest: sums.newest };
}

/** Of a measure. Values that hardly differ do not make small differences large. */
export function normOfMeasure(name: MeasureName, sums: Sums): Norm {
  const { usual, better }: Measure = measures[name];
  return normOf(sums, [better === 'more' ? usual[0] : -usual[0], usual[1]], 0.6 * usual[1]);
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
