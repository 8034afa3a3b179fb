import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { windowDays } from '../../shared/domain/scoring/model.ts';
import { signalsOfRun } from '../../shared/domain/scoring/open-signals.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';

export interface TopicSummary {
  readonly topic: string;
  readonly count: number;
  readonly samples: readonly string[];
}

const mostSamples = 3;

/** How many signals of a file each topic gets, and which clients have any. */
export class SignalSummary {
  readonly #today: Day;
  readonly #byTopic = new Map<string, { count: number; samples: string[] }>();
  readonly #clients = new Set<string>();

  constructor(today: Day) {
    this.#today = today;
  }

  add(fact: Fact): void {
    if (fact.kind !== 'signal' && fact.kind !== 'open-signal') return;
    const signal = fact.kind === 'signal' ? fact.value : signalsOfRun([fact.value], this.#today)[0];
    if (!signal) return;
    const { topic, day, polarity } = signal;
    const summary = this.#byTopic.get(topic) ?? { count: 0, samples: [] };
    this.#byTopic.set(topic, summary);
    if (day >= this.#today - windowDays) this.#clients.add(fact.clientId);
    summary.count += 1;
    if (summary.samples.length < mostSamples) summary.samples.push(`${fact.clientId} ${dateOf(day)} ${polarity}`);
  }

  /** True if the client has a signal that a score of today, or of a later day, uses. */
  hasRecent(clientId: string): boolean {
    return this.#clients.has(clientId);
  }

  ofTopic(topic: string): Omit<TopicSummary, 'topic'> | undefined {
    return this.#byTopic.get(topic);
  }
}

/** The signals of all files, by topics in their order. */
export function topicsIn(summaries: readonly SignalSummary[]): TopicSummary[] {
  return topics.flatMap(({ id: topic }) => {
    const found = summaries.flatMap((each) => each.ofTopic(topic) ?? []);
    const samples = found.flatMap((each) => each.samples).slice(0, mostSamples);
    return found.length === 0 ? [] : [{ topic, count: found.reduce((sum, { count }) => sum + count, 0), samples }];
  });
}
