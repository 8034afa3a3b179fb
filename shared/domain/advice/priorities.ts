import { compareTexts } from '../orders.ts';
import { maxScore } from '../scoring/model.ts';
import type { Moves } from '../scoring/moves.ts';
import { tenths } from '../scoring/rounding.ts';
import { shownWeight } from '../scoring/topic-report.ts';
import { effectiveWeights, shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { type TopicId, topics } from '../scoring/topics.ts';
import { fallOf } from './causes.ts';
import { recommendationsFor } from './recommendations.ts';
import { type Severity, severities, severityOf } from './severity.ts';

export type Priority = {
  topic: TopicId;
  score: number;
  category: string;
  severity: Severity;
  recommendations: readonly string[];
};

/**
 * The topics below On Track, worst severity first, then by how much the client score can gain. The first recommendation
 * for a topic that fell says so.
 */
export function priorities(scores: TopicScores, moves?: Moves): Priority[] {
  const shown = shownTopicScores(scores);
  const weights = effectiveWeights(scores);
  return topics
    .flatMap(({ id, category }, index) => {
      const score = shown[index] ?? null;
      if (score === null) return [];
      const severity = severityOf(score);
      if (severity === undefined) return [];
      return [{ topic: id, score, category, severity, impact: impactOf(score, weights[index] ?? 0) }];
    })
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.impact - a.impact ||
        compareTexts(a.topic, b.topic),
    )
    .map(({ topic, score, category, severity }) => ({
      topic,
      score,
      category,
      severity,
      recommendations: withFall(recommendationsFor(topic, severity), fallOf(moves, topic)),
    }));
}

function withFall([first = '', ...others]: readonly string[], fall: string | undefined): readonly string[] {
  return [fall === undefined ? first : `${fall} ${first}`, ...others];
}

/** Computed in integers from the score and weight that the client detail shows, so callers can verify the order. */
function impactOf(score: number, weight: number): number {
  return (maxScore * 10 - tenths(score)) * Math.round(shownWeight(weight) * 10_000);
}
