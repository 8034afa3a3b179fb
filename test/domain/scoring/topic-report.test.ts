import { expect, it } from 'vitest';
import { topicReport } from '../../../shared/domain/scoring/topic-report.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

type Figures = readonly [score: number | null, weight: number, contribution: number];
const topic = (id: string, displayName: string, category: string | undefined, figures: Figures) => {
  const [score, weight, contribution] = figures;
  return { id, displayName, category, score, weight, contribution, hasInsufficientData: score === null };
};

it('reports the contribution of every category and topic to the score', () => {
  const scores = topics.map(({ id }) => ({ timeliness: 0, trust: 133.33333, advocacy: 100 })[id as string] ?? null);

  const report = topicReport(scores);

  expect(report.categories).toEqual([
    { name: 'Service Quality Perception', abbreviation: 'SQP', score: 0, topicCount: 5, scoredTopicCount: 1 },
    { name: 'Relationship Strength', abbreviation: 'RS', score: 116.7, topicCount: 5, scoredTopicCount: 2 },
    { name: 'Commercial Alignment', abbreviation: 'CA', score: null, topicCount: 5, scoredTopicCount: 0 },
  ]);
  expect([report.total, report.topics.length]).toEqual([15, 15]);
  // the contributions add up to 58.3 - 100 = -41.7
  const [quality, relationship, commercial] = report.categories.map(({ name }) => name);
  expect(report.topics.filter(({ id }) => ['timeliness', 'trust', 'advocacy', 'renewal_growth'].includes(id))).toEqual([
    topic('timeliness', 'On-Time Delivery', quality, [0, 0.5, -50]),
    topic('trust', 'Trust and Confidence', relationship, [133.3, 0.25, 8.3]),
    topic('advocacy', 'Advocacy', relationship, [100, 0.25, 0]),
    topic('renewal_growth', 'Renewal and Growth', commercial, [null, 0, 0]),
  ]);
});

it('gives weights with four decimals', () => {
  expect(new Set(topicReport(topics.map(() => 100)).topics.map(({ weight }) => weight))).toEqual(new Set([0.0667]));
});
