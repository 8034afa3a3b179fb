import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { Profile } from '../generate/profile.ts';
import type { SeededRandom } from '../generate/seeded-random.ts';
import { type Storyline, storylines } from '../words/storylines.ts';

/** The topics that signals are about, and how they develop. */
export interface TopicTrend {
  /** The score that results today from the signals of each topic. */
  readonly levels: ReadonlyMap<string, number>;
  readonly shape: Storyline['shape'];
  /** Number of days since a step. */
  readonly since: number;
  /** By how much the level of each topic was higher before. */
  readonly before: ReadonlyMap<string, number>;
}

/** The share of the storyline that the topics take which it is not about. */
const restShare = 0.6;

export function topicTrendOf({ signals }: Profile, random: SeededRandom): TopicTrend | null {
  if (!signals) return null;
  const { storyline, level, strength, since } = signals;
  const { shape, before, topics: moved } = storylines[storyline];
  const shuffled = random.sample(topics, topics.length).map(({ id }) => id);
  const chosen = [...moved, ...shuffled.filter((id) => !moved.includes(id))].slice(0, signals.topics);
  // the mean over all topics is the level of the client
  const most = moved.length === 0 ? 1 : (topics.length - restShare * (topics.length - moved.length)) / moved.length;
  const share = (id: string) => (moved.length === 0 || moved.some((each) => each === id) ? most : restShare);
  // topics keep the order of the topic list
  const ids = topics.map(({ id }) => id).filter((id) => chosen.includes(id));
  return {
    levels: new Map(ids.map((id) => [id, level + strength * before * (1 - share(id)) + random.integer(-18, 18)])),
    shape,
    since,
    before: new Map(ids.map((id) => [id, strength * before * share(id)])),
  };
}

/** The difference between the level of a topic `age` days ago and today's. */
export function offset({ shape, since, before }: TopicTrend, topic: string, age: number): number {
  const difference = before.get(topic) ?? 0;
  switch (shape) {
    case 'step':
      return age > since ? difference : 0;
    case 'slope':
      return (difference * age) / 365;
    case 'wave':
      return difference * Math.sin((2 * Math.PI * age) / 150);
    case 'none':
      return 0;
  }
}
