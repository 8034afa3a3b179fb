import type { Day } from '../../../../shared/domain/dates.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { NamedSignal } from '../../../../shared/table/entities/signal.ts';
import type { Stream } from '../../../../shared/table/entities/stream.ts';
import { signalsOf } from '../scores/signals.ts';
import type { TopicTrend } from '../scores/topic-trend.ts';
import { services } from '../words/services.ts';
import type { Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DemoStream {
  readonly stream: Stream;
  readonly nights: number;
  readonly signals: readonly NamedSignal[];
}

const perQuarter = 18;

export function streamsOf(
  profile: Profile,
  topicTrend: TopicTrend | null,
  random: SeededRandom,
  today: Day,
): DemoStream[] {
  const offered = random.sample(services, services.length);
  return profile.streams.map(({ id, state }, at) => {
    const nights = Math.min(profile.nights, state === 'pending' ? random.integer(0, 20) : random.integer(60, 700));
    const own = topicTrend && state !== 'pending' ? streamTopicTrend(topicTrend, random) : null;
    const ended = Math.max(
      profile.signals?.daysSinceLastSignal ?? 0,
      state === 'inactive' ? random.integer(5, 200) : 0,
    );
    const service = offered[at] ?? random.pick(services);
    const stream: Stream = {
      id,
      clientId: profile.id,
      name: service.name,
      state,
      goals: random.chance(0.75) ? random.pick(service.goals) : null,
      ...(random.chance(0.1) && { spotlight: `${service.name}: the next review decides on the second half.` }),
      ...(state === 'pending' && random.chance(0.3) && { importedScore: random.integer(80, 120) }),
    };
    const span = { from: today - nights - 30, until: today - ended, today, perQuarter };
    return { stream, nights, signals: own ? signalsOf(random, own, span, id) : [] };
  });
}

/** Somewhat better or worse than the client, with some of the client's topics. */
function streamTopicTrend(trend: TopicTrend, random: SeededRandom): TopicTrend {
  const { levels } = trend;
  const shift = random.integer(-15, 15);
  const some = new Set(random.sample([...levels.keys()], random.integer(8, 13)));
  return {
    ...trend,
    // topics keep the order of the topic list
    levels: new Map(topics.filter(({ id }) => some.has(id)).map(({ id }) => [id, (levels.get(id) ?? 0) + shift])),
  };
}
