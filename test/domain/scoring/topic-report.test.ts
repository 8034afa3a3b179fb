import { expect, it } from 'vitest';
import { topicReport } from '../../../shared/domain/scoring/topic-report.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

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
  expect(report.topics.filter(({ id }) => ['timeliness', 'trust', 'advocacy', 'renewal_growth'].includes(id))).toEqual([
    {
      id: 'timeliness',
      displayName: 'On-Time Delivery',
      category: 'Service Quality Perception',
      score: 0,
      weight: 0.5,
      contribution: -50,
      hasInsufficientData: false,
    },
    {
      id: 'trust',
      displayName: 'Trust and Confidence',
      category: 'Relationship Strength',
      score: 133.3,
      weight: 0.25,
      contribution: 8.3,
      hasInsufficientData: false,
    },
    {
      id: 'advocacy',
      displayName: 'Advocacy',
      category: 'Relationship Strength',
      score: 100,
      weight: 0.25,
      contribution: 0,
      hasInsufficientData: false,
    },
    {
      id: 'renewal_growth',
      displayName: 'Renewal and Growth',
      category: 'Commercial Alignment',
      score: null,
      weight: 0,
      contribution: 0,
      hasInsufficientData: true,
    },
  ]);
});

it('gives weights with four decimals', () => {
  expect(new Set(topicReport(topics.map(() => 100)).topics.map(({ weight }) => weight))).toEqual(new Set([0.0667]));
});
