import { stepsFor } from '../../shared/domain/advice/next-steps.ts';
import { leastTold } from '../../shared/domain/scoring/moves.ts';
import type { Portrait } from './collect.ts';

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

export interface NextSteps {
  /** The step that the list shows; undefined if nothing pulls the client down, or all its steps are named already. */
  readonly first: string | undefined;
  /** A client that is listed before and has the same steps. */
  readonly sameAs: string | undefined;
  readonly further: readonly string[];
}

/**
 * The next steps of each client, from its own two worst topics. No sentence occurs twice: where those of a client are
 * all taken, `sameAs` names the client that has them.
 */
export function nextSteps(portraits: readonly Portrait[]): NextSteps[] {
  const takenBy = new Map<string, string>();
  const stepsOf = ({ detail }: Portrait) => stepsFor(detail.topics.topics);
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
