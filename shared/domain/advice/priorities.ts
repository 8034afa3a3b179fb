import { compareTexts } from '../orders.ts';
import type { Moves } from '../scoring/moves.ts';
import { contributions, shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { type TopicId, topics } from '../scoring/topics.ts';
import { stepsFor } from './reasons.ts';
import { type Severity, severities, severityOf } from './severity.ts';

export type Priority = {
  topic: TopicId;
  score: number;
  category: string;
  severity: Severity;
  recommendations: readonly string[];
};

/**
 * The topics below On Track, worst severity first, then by the points that they take from the score. Recommended is what
 * follows from the rows behind a topic; without any, nothing.
 */
export function priorities(scores: TopicScores, moves?: Moves): Priority[] {
  const shown = shownTopicScores(scores);
  const parts = contributions(scores);
  return topics
    .flatMap(({ id, category }, index) => {
      const score = shown[index] ?? null;
      const severity = score === null ? undefined : severityOf(score);
      return score === null || severity === undefined ? [] : [{ topic: id, score, category, severity, index }];
    })
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        (parts[a.index] ?? 0) - (parts[b.index] ?? 0) ||
        compareTexts(a.topic, b.topic),
    )
    .map(({ index: _, ...priority }) => ({ ...priority, recommendations: stepsFor(moves, priority.topic) }));
}
