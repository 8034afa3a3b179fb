import { categoryScores, contributions, effectiveWeights, shownTopicScores, type TopicScores } from './topic-scores.ts';
import { categories, topics } from './topics.ts';

export type TopicReport = {
  categories: {
    name: string;
    abbreviation: string;
    score: number | null;
    topicCount: number;
    scoredTopicCount: number;
  }[];
  topics: {
    id: string;
    displayName: string;
    category: string;
    score: number | null;
    weight: number;
    contribution: number;
    hasInsufficientData: boolean;
  }[];
  total: number;
};

/** The `topics` object of the client detail, which explains the score. */
export function topicReport(scores: TopicScores): TopicReport {
  const shown = shownTopicScores(scores);
  const weights = effectiveWeights(scores);
  const parts = contributions(scores);
  const ofCategories = categoryScores(scores);
  return {
    categories: categories.map(({ name, abbreviation, topicCount }, index) => ({
      name,
      abbreviation,
      score: ofCategories[index] ?? null,
      topicCount,
      scoredTopicCount: topics.filter(({ category }, topic) => category === name && shown[topic] !== null).length,
    })),
    topics: topics.map(({ id, displayName, category }, index) => ({
      id,
      displayName,
      category,
      score: shown[index] ?? null,
      weight: shownWeight(weights[index] ?? 0),
      contribution: parts[index] ?? 0,
      hasInsufficientData: shown[index] === null,
    })),
    total: topics.length,
  };
}

/** Rounded to four decimals, so 15 equal weights add up to 1.0005. */
function shownWeight(weight: number): number {
  return Math.round(weight * 10_000) / 10_000;
}
