import type { Day } from '../../../../shared/domain/dates.ts';
import type { NamedSignal } from '../../../../shared/table/entities/signal.ts';
import type { SeededRandom } from '../generate/seeded-random.ts';
import { offset, type TopicTrend } from './topic-trend.ts';

export interface Span {
  readonly from: Day;
  /** Exclusive. */
  readonly until: Day;
  /** The day on which the levels apply. */
  readonly today: Day;
  /** Number of signals in 90 days. */
  readonly perQuarter: number;
}

const noise = 0.5;
const weights = [1, 1, 1, 2, 2, 3];

/** At most one signal a day, oldest first. */
export function signalsOf(random: SeededRandom, topicTrend: TopicTrend, span: Span, stream?: string): NamedSignal[] {
  const topics = [...topicTrend.levels.keys()];
  const signals: NamedSignal[] = [];
  for (let day = span.from; day < span.until; day += 1) {
    if (!random.chance(span.perQuarter / 90)) continue;
    const topic = random.pick(topics);
    const level = (topicTrend.levels.get(topic) ?? 0) + offset(topicTrend, topic, span.today - day);
    const polarity = (level - 100) / 100 + noise * (random.fraction() - 0.5);
    signals.push({
      id: `${stream ?? 'own'}-${signals.length + 1}`,
      day,
      topic,
      // adding 0 turns -0 into 0; polarity is stored as text
      polarity: Math.round(Math.max(-1, Math.min(1, polarity)) * 100) / 100 + 0,
      weight: random.pick(weights),
      ...(stream !== undefined && { stream }),
    });
  }
  return signals;
}
