import { dateOf, mondayOf } from '../../../../shared/domain/dates.ts';
import type { TopicId } from '../../../../shared/domain/scoring/topics.ts';
import type { Insight, WeekOfInsights } from '../../../../shared/table/records/insights.ts';
import { general, type Tone, weekly } from '../words/insights.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { DemoStream } from './streams.ts';

/** Weekly insights of a stream, newest first. A few streams have more weeks than the API returns. */
export function insightsOf({ stream, topicTrend, signals }: DemoStream, random: SeededRandom): WeekOfInsights[] {
  const last = signals.at(-1)?.day;
  if (!topicTrend || last === undefined) return [];
  const weeks = random.chance(0.06) ? 14 : random.integer(1, 4);
  return Array.from({ length: weeks }, (_, at) => ({
    clientId: stream.clientId,
    streamId: stream.id,
    weekDate: dateOf(mondayOf(last) - 7 * at),
    insights: random
      .sample([...topicTrend.levels], random.integer(1, 3))
      .map(([topic, level]) => insightOn(topic, level, random)),
  }));
}

function insightOn(topic: string, level: number, random: SeededRandom): Insight {
  const tone: Tone = random.chance(0.2) ? random.pick(['mixed', 'neutral']) : toneOf(level + random.integer(-20, 20));
  const texts = tone === 'mixed' || tone === 'neutral' ? general[tone] : weekly[topic as TopicId][tone];
  return { topic, summary: random.pick(texts), sentiment: tone };
}

function toneOf(level: number): 'positive' | 'negative' {
  return level >= 100 ? 'positive' : 'negative';
}
