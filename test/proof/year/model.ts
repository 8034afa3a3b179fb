import type { Day } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { sum } from '../../model/basics.ts';
import { topicScore } from '../../model/moves.ts';
import type { Open, Signal, TrueRow } from './world.ts';

/** What is known of the clients, and the scores that follow, by the formula of docs/data.md. */
export class Model {
  readonly #signals = new Map<string, Signal & { client: string }>();
  readonly #open = new Map<string, Open & { client: string }>();
  readonly #scores = new Map<string, number>();

  /** `closes` is false for rows that say nothing about what is open. */
  add(row: TrueRow, closes = true): void {
    const { client } = row;
    for (const [key, { id }] of this.#open) {
      const isOfRow = id.endsWith(`_${row.record}`);
      if (closes && isOfRow) this.#open.delete(key);
    }
    for (const open of row.open) this.#open.set(`${client} ${open.id}`, { ...open, client });
    for (const signal of row.signals) this.#signals.set(`${client} ${signal.id}`, { ...signal, client });
  }

  /** The score of a client on a day: the mean of the categories that have a topic with a score. */
  score(client: string, today: Day): number {
    const open = [...this.#open.values()].flatMap((each) => {
      // of the days after its file nobody knows anything
      const day = Math.min(today - 1, each.seen);
      const polarity = each.polarityAfter(day - each.since);
      return polarity === undefined ? [] : [{ ...each, polarity, day }];
    });
    const own = [...this.#signals.values(), ...open].filter((each) => each.client === client);
    const weighed = own.map((each) => ({ ...each, weight: 1 }));
    const scored = topics.flatMap(({ id, category }) => {
      const score = topicScore(id, weighed, today);
      return score === null ? [] : [{ category, score }];
    });
    const mean = (scores: readonly number[]) => sum(scores) / scores.length;
    const byCategory = [...Map.groupBy(scored, ({ category }) => category).values()];
    const means = byCategory.map((all) => mean(all.map(({ score }) => score)));
    const score = means.length === 0 ? (this.#scores.get(client) ?? 100) : roundedHalfUp(mean(means));
    this.#scores.set(client, score);
    return score;
  }
}

/** To one decimal. Sums in another order may miss a half by the last binary digit. */
function roundedHalfUp(score: number): number {
  return Math.round((score + 1e-9) * 10) / 10;
}
