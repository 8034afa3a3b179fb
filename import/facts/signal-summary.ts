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

export interface SignalSummary {
  readonly add: (fact: Fact) => void;
  /** True if the client has a signal that a score of today, or of a later day, uses. */
  readonly hasRecent: (clientId: string) => boolean;
  readonly ofTopic: (topic: string) => Omit<TopicSummary, 'topic'> | undefined;
}

const mostSamples = 3;

/** How many signals of a file each topic gets, and which clients have any. */
export function createSignalSummary(today: Day): SignalSummary {
  const byTopic = new Map<string, { count: number; samples: string[] }>();
  const clients = new Set<string>();
  return {
    add: (fact) => {
      const signal =
        fact.kind === 'signal'
          ? fact.value
          : fact.kind === 'open-signal'
            ? signalsOfRun([fact.value], today)[0]
            : undefined;
      if (!signal || (fact.kind !== 'signal' && fact.kind !== 'open-signal')) return;
      const { topic, day, polarity } = signal;
      const summary = byTopic.get(topic) ?? { count: 0, samples: [] };
      byTopic.set(topic, summary);
      if (day >= today - windowDays) clients.add(fact.clientId);
      summary.count += 1;
      if (summary.samples.length < mostSamples) summary.samples.push(`${fact.clientId} ${dateOf(day)} ${polarity}`);
    },
    hasRecent: (clientId) => clients.has(clientId),
    ofTopic: (topic) => byTopic.get(topic),
  };
}

/** The signals of all files, by topics in their order. */
export function topicsIn(summaries: readonly SignalSummary[]): TopicSummary[] {
  return topics.flatMap(({ id: topic }) => {
    const found = summaries.flatMap((each) => each.ofTopic(topic) ?? []);
    const samples = found.flatMap((each) => each.samples).slice(0, mostSamples);
    return found.length === 0 ? [] : [{ topic, count: found.reduce((sum, { count }) => sum + count, 0), samples }];
  });
}
