import type { Day } from '../../../../shared/domain/dates.ts';
import type { NamedSignal } from '../../../../shared/table/records/signals.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How the level developed over the past year. */
export type Trend = 'steady' | 'rising' | 'falling' | 'slipping' | 'recovering' | 'seasonal';

/** The topics that signals are about, and how they develop. */
export interface TopicTrend {
  /** The score that results from the signals of each topic. */
  readonly levels: ReadonlyMap<string, number>;
  readonly trend: Trend;
}

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
    const level = (topicTrend.levels.get(topic) ?? 0) + levelOffset(topicTrend.trend, span.today - day);
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

/** Difference between the level `age` days ago and today's. */
function levelOffset(trend: Trend, age: number): number {
  switch (trend) {
    case 'rising':
      return -age / 12;
    case 'falling':
      return age / 12;
    case 'slipping':
      return age > 45 ? 35 : 0;
    case 'recovering':
      return age > 45 ? -35 : 0;
    case 'seasonal':
      return 15 * Math.sin((2 * Math.PI * age) / 150);
    default:
      return 0;
  }
}
