import type { Day } from '../../../shared/domain/dates.ts';
import type { Open, Signal, TrueRow } from './world.ts';

const categories = [
  ['deliverable_quality', 'timeliness', 'responsiveness', 'team_expertise', 'results_impact'],
  ['trust', 'executive_sponsorship', 'stakeholder_breadth', 'communication_engagement', 'advocacy'],
  ['value_for_money', 'budget_stability', 'scope_alignment', 'billing_payment', 'renewal_growth'],
];

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

  /** The score of a client on a day: the signals of the 90 days before it count. */
  score(client: string, today: Day): number {
    const byTopic = new Map<string, { share: number; polarity: number }[]>();
    const count = (topic: string, day: Day, polarity: number) => {
      if (day >= today || day < today - 90) return;
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), { share: 0.5 ** ((today - day) / 30), polarity }]);
    };
    for (const each of this.#signals.values()) if (each.client === client) count(each.topic, each.day, each.polarity);
    for (const each of this.#open.values()) {
      const polarity = each.client === client ? each.polarityAfter(today - 1 - each.since) : undefined;
      if (polarity !== undefined) count(each.topic, today - 1, polarity);
    }
    const means = categories.flatMap((topics) => {
      const scores = topics.flatMap((topic) => {
        const signals = byTopic.get(topic) ?? [];
        const shares = sum(signals.map(({ share }) => share));
        return signals.length === 0
          ? []
          : [100 + (100 * sum(signals.map(({ share, polarity }) => share * polarity))) / shares];
      });
      return scores.length === 0 ? [] : [sum(scores) / scores.length];
    });
    const score = means.length === 0 ? (this.#scores.get(client) ?? 100) : roundedHalfUp(sum(means) / means.length);
    this.#scores.set(client, score);
    return score;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** To one decimal. Sums in another order may miss a half by the last binary digit. */
function roundedHalfUp(score: number): number {
  return Math.round((score + 1e-9) * 10) / 10;
}
