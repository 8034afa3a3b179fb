import { type Day, dateOf, mondayOf } from '../../../../shared/domain/dates.ts';
import { score } from '../../../../shared/domain/scoring/scoring.ts';
import { type TopicId, topics } from '../../../../shared/domain/scoring/topics.ts';
import type { Insight, WeekOfInsights } from '../../../../shared/table/entities/insights.ts';
import { general, type Tone, weekly } from '../words/insights.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { DemoStream } from './streams.ts';

/** Weekly insights of a stream, newest first. A few streams have more weeks than the API returns. */
export function insightsOf({ stream, signals }: DemoStream, random: SeededRandom, today: Day): WeekOfInsights[] {
  const last = signals.at(-1)?.day;
  if (last === undefined) return [];
  const weeks = random.chance(0.06) ? 14 : random.integer(1, 4);
  return Array.from({ length: weeks }, (_, at) => mondayOf(last) - 7 * at)
    .map((monday) => ({ monday, known: topicScores(signals, Math.min(monday + 7, today)) }))
    .filter(({ known }) => known.length > 0)
    .map(({ monday, known }) => ({
      clientId: stream.clientId,
      streamId: stream.id,
      weekDate: dateOf(monday),
      insights: random.sample(known, random.integer(1, 3)).map(({ topic, level }) => insightOn(topic, level, random)),
    }));
}

/** The scores that the topics of a stream have at the end of a week. */
function topicScores(signals: DemoStream['signals'], end: Day): { topic: TopicId; level: number }[] {
  const scores = score(signals, end).topics;
  return topics.flatMap(({ id }, index) => {
    const level = scores[index] ?? null;
    return level === null ? [] : [{ topic: id, level }];
  });
}

function insightOn(topic: TopicId, level: number, random: SeededRandom): Insight {
  const tone = toneOf(level, random);
  const texts = tone === 'mixed' || tone === 'neutral' ? general[tone] : weekly[topic][tone];
  return { topic, summary: random.pick(texts), sentiment: tone };
}

function toneOf(level: number, random: SeededRandom): Tone {
  if (random.chance(0.1)) return 'neutral';
  if (level >= 90 && level < 110 && random.chance(0.6)) return 'mixed';
  return level >= 100 ? 'positive' : 'negative';
}
