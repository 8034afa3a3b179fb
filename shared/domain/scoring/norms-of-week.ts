import { type Day, mondayOf } from '../dates.ts';
import { goodness, type MeasureName } from './measures.ts';
import { expectedScore, habitDays, placing } from './model.ts';
import { addTo, type Norm, type Norms, normName, normOf, normOfMeasure, type Sums, scoreNorm } from './norms.ts';
import { distancesByTopic, relativeScores } from './relative.ts';
import type { Signal } from './signal.ts';
import { clientScore } from './topic-scores.ts';
import { topics } from './topics.ts';

// What is usual in an account in a week: of each measure, and of the scores that its clients have with that.

/** From the signals of each client. */
export function normsOfWeek(clients: readonly (readonly Signal[])[], day: Day): Norms {
  const monday = mondayOf(day);
  const none = (): Sums => ({ count: 0, sum: 0, squares: 0, newest: monday - habitDays });
  const byName = new Map<string, { readonly measure: MeasureName; readonly sums: Sums }>();
  for (const signals of clients)
    for (const { measure, value, topic, day: on } of signals) {
      if (measure === undefined || value === undefined || on >= monday || on < monday - habitDays) continue;
      const name = normName(measure, topic);
      const known = byName.get(name) ?? { measure, sums: none() };
      addTo(known.sums, goodness(measure, value), on);
      byName.set(name, known);
    }
  const norms = new Map(
    [...byName].map(([name, { measure, sums }]): [string, Norm] => [name, normOfMeasure(measure, sums)]),
  );
  const scores = none();
  for (const client of clients) {
    const points = pointsOf(client, { monday, norms: new Map([...norms, [scoreNorm, unplaced]]) });
    if (points !== null) addTo(scores, points, monday - 1);
  }
  if (scores.count > 0) norms.set(scoreNorm, normOf(scores, [0, placing.usualSpread]));
  return { monday, norms };
}

const unplaced: Norm = { count: 0, mean: 0, spread: 0, newest: 0 };

/**
 * How far a client stands from where it would without distances; null without values. Silence does not count: who has gone
 * without being archived would move where 100 lies.
 */
function pointsOf(signals: readonly Signal[], norms: Norms): number | null {
  const scores = relativeScores(distancesByTopic(signals, norms.monday, norms), norms);
  const score = clientScore(topics.map((_, topic) => scores.get(topic)?.score ?? null));
  return score === null ? null : score - expectedScore;
}
