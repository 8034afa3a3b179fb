import { bandOf } from '../scoring/bands.ts';
import { severityBounds } from '../scoring/model.ts';
import { shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { topicIndex, topics } from '../scoring/topics.ts';

const mostRecommendations = 3;
const largeFall = 10;

export type ContextualClues = { activeFires: string[]; budgetIssues: boolean };
type GrowthRecommendation = { title: string; description: string };

interface WeekOfInsights {
  readonly weekDate: string;
  readonly insights: readonly { readonly topic: string; readonly summary: string; readonly sentiment: string }[];
}

/** The topics of high or critical severity, worst first, and whether budget or billing is one of them. */
export function contextualClues(scores: TopicScores): ContextualClues {
  const burning = shown(scores)
    .filter(({ score }) => score < severityBounds.high)
    .sort((a, b) => a.score - b.score);
  return {
    activeFires: burning.map(({ displayName }) => displayName),
    budgetIssues: burning.some(({ id }) => id === 'budget_stability' || id === 'billing_payment'),
  };
}

/**
 * What people observed as good in the newest week with insights, in their words. None for a stream at risk, or that fell by
 * ten points or more in 30 days: it has other things to talk about.
 */
export function growthRecommendations(
  [week]: readonly WeekOfInsights[],
  score: number,
  change = 0,
): GrowthRecommendation[] {
  if (!week || bandOf(score) === 'highRisk' || bandOf(score) === 'mediumRisk' || change <= -largeFall) return [];
  return week.insights
    .filter(({ sentiment }) => sentiment.toLowerCase() === 'positive')
    .slice(0, mostRecommendations)
    .map(({ topic, summary }) => ({
      title: `Build on ${topics[topicIndex(topic) ?? -1]?.displayName ?? topic}`,
      description: `${summary} (week of ${week.weekDate})`,
    }));
}

/** The topics with data in their order, which sorting keeps for equal scores. */
function shown(scores: TopicScores) {
  const values = shownTopicScores(scores);
  return topics.flatMap(({ id, displayName }, index) => {
    const score = values[index] ?? null;
    return score === null ? [] : [{ id, displayName, score }];
  });
}
