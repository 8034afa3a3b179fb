import { dateOf, mondayOf } from '../../../../shared/domain/dates.ts';
import type { TopicId } from '../../../../shared/domain/scoring/topics.ts';
import type { Insight, WeekOfInsights } from '../../../../shared/table/records/insights.ts';
import { general, type Tone, weekly } from '../words/insights.ts';
import type { Chance } from './chance.ts';
import type { DemoStream } from './streams.ts';

/** The last weeks of a stream in which something was said, the newest first; some have more of them than are served. */
export function insightsOf({ stream, mood, signals }: DemoStream, chance: Chance): WeekOfInsights[] {
  const last = signals.at(-1)?.day;
  if (!mood || last === undefined) return [];
  const weeks = chance.happens(0.06) ? 14 : chance.whole(1, 4);
  return Array.from({ length: weeks }, (_, at) => ({
    clientId: stream.clientId,
    streamId: stream.id,
    weekDate: dateOf(mondayOf(last) - 7 * at),
    insights: chance
      .someOf([...mood.levels], chance.whole(1, 3))
      .map(([topic, level]) => insightOn(topic, level, chance)),
  }));
}

function insightOn(topic: string, level: number, chance: Chance): Insight {
  const tone: Tone = chance.happens(0.2) ? chance.oneOf(['mixed', 'neutral']) : toneOf(level + chance.whole(-20, 20));
  const texts = tone === 'mixed' || tone === 'neutral' ? general[tone] : weekly[topic as TopicId][tone];
  return { topic, summary: chance.oneOf(texts), sentiment: tone };
}

function toneOf(level: number): 'positive' | 'negative' {
  return level >= 100 ? 'positive' : 'negative';
}
