import { recommendationsFor } from '../../shared/domain/advice/recommendations.ts';
import { severityOf } from '../../shared/domain/advice/severity.ts';
import { leastTold } from '../../shared/domain/scoring/moves.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Portrait } from './collect.ts';

type Topic = Portrait['detail']['topics']['topics'][number];

/** The two topics with data that take most points from a client's score. */
export function worstTopics({ detail }: Portrait): Topic[] {
  return detail.topics.topics
    .filter(({ contribution, hasInsufficientData }) => contribution < 0 && !hasInsufficientData)
    .sort((a, b) => a.contribution - b.contribution)
    .slice(0, 2);
}

export interface TopicChange {
  readonly name: string;
  readonly change: number;
  readonly isEnded: boolean;
}

/** The name of a topic by its id. */
export function topicNames({ topics: { topics } }: Portrait['detail']): (id: string) => string {
  const names = new Map(topics.map(({ id, displayName }) => [id, displayName]));
  return (id) => names.get(id) ?? id;
}

/** The two topics that took most from a client's score in 30 days; none if it hardly fell. */
export function fallenTopics({ detail }: Portrait): TopicChange[] {
  const move = detail.topics.changes?.['30day'];
  if (!move || move.change > -leastTold) return [];
  const nameOf = topicNames(detail);
  return move.topics
    .filter(({ change }) => change < 0)
    .slice(0, 2)
    .map(({ id, change, data }) => ({ name: nameOf(id), change, isEnded: data === 'ended' }));
}

/** What the priorities of the client recommend, without a request for them. */
function stepsFor({ id, score }: Topic): readonly string[] {
  const topic = topics.find((each) => each.id === id)?.id;
  const severity = score === null ? undefined : severityOf(score);
  return topic && severity ? recommendationsFor(topic, severity) : [];
}

export interface NextSteps {
  /** The step that the list shows; undefined if nothing pulls the client down, or all its steps are named already. */
  readonly first: string | undefined;
  /** A client that is listed before and has the same steps. */
  readonly sameAs: string | undefined;
  readonly further: readonly string[];
}

/**
 * The next steps of each client, from its own two worst topics. No sentence occurs twice: where those of a client are
 * all taken, it is told as which other one.
 */
export function nextSteps(portraits: readonly Portrait[]): NextSteps[] {
  const takenBy = new Map<string, string>();
  const stepsOf = (portrait: Portrait) => worstTopics(portrait).flatMap(stepsFor);
  const take = (portrait: Portrait, most: number) => {
    const free = stepsOf(portrait)
      .filter((step) => !takenBy.has(step))
      .slice(0, most);
    for (const step of free) takenBy.set(step, portrait.detail.id);
    return free;
  };
  const firsts = portraits.map((portrait) => {
    const [first] = take(portrait, 1);
    return { first, sameAs: first === undefined ? takenBy.get(stepsOf(portrait)[0] ?? '') : undefined };
  });
  return portraits.map((portrait, at) => ({
    first: firsts[at]?.first,
    sameAs: firsts[at]?.sameAs,
    further: take(portrait, 2),
  }));
}
