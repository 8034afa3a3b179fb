import { topics } from '../scoring/topics.ts';
import { recommendationsFor } from './recommendations.ts';
import { severityOf } from './severity.ts';

interface Topic {
  readonly id: string;
  readonly score: number | null;
  readonly contribution: number;
  readonly hasInsufficientData: boolean;
}

/** The two topics with data that take most points from a score. */
export function worstTopics<T extends Topic>(all: readonly T[]): T[] {
  return all
    .filter(({ contribution, hasInsufficientData }) => contribution < 0 && !hasInsufficientData)
    .sort((a, b) => a.contribution - b.contribution)
    .slice(0, 2);
}

/** What to do about a client, the most important first: what its priorities recommend for its two worst topics. */
export function stepsFor(all: readonly Topic[]): string[] {
  return worstTopics(all).flatMap(({ id, score }) => {
    const topic = topics.find((each) => each.id === id)?.id;
    const severity = score === null ? undefined : severityOf(score);
    return topic && severity ? recommendationsFor(topic, severity) : [];
  });
}
