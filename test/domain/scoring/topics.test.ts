import { describe, expect, it } from 'vitest';
import {
  categories,
  categoryWeights,
  topicIndex,
  topics,
  topicWeights,
} from '../../../shared/domain/scoring/topics.ts';

describe('topics', () => {
  it('are these 15, in 3 categories of 5', () => {
    const listed = categories.map(({ name, abbreviation }) => [
      name,
      abbreviation,
      topics.filter(({ category }) => category === name).map(({ id, displayName }) => `${id}: ${displayName}`),
    ]);

    expect(listed).toEqual([
      [
        'Service Quality Perception',
        'SQP',
        [
          'deliverable_quality: Deliverable Quality',
          'timeliness: On-Time Delivery',
          'responsiveness: Responsiveness',
          'team_expertise: Team Expertise',
          'results_impact: Results and Impact',
        ],
      ],
      [
        'Relationship Strength',
        'RS',
        [
          'trust: Trust and Confidence',
          'executive_sponsorship: Executive Sponsorship',
          'stakeholder_breadth: Stakeholder Breadth',
          'communication_engagement: Communication and Engagement',
          'advocacy: Advocacy',
        ],
      ],
      [
        'Commercial Alignment',
        'CA',
        [
          'value_for_money: Value for Money',
          'budget_stability: Budget Stability',
          'scope_alignment: Scope Alignment',
          'billing_payment: Billing and Payment',
          'renewal_growth: Renewal and Growth',
        ],
      ],
    ]);
    expect(topics).toHaveLength(15);
    expect(categories.map(({ topicCount }) => topicCount)).toEqual([5, 5, 5]);
  });

  it('each have a description of their own', () => {
    const descriptions = [...topics, ...categories].map(({ description }) => description);

    expect(new Set(descriptions).size).toBe(18);
    for (const description of descriptions) expect(description).toMatch(/^[A-Z].{40,}\.$/);
  });

  it('are found by id, at their index', () => {
    expect(topics.map(({ id }) => topicIndex(id))).toEqual([...topics.keys()]);
    expect(topicIndex('constructor')).toBeUndefined();
    expect(topicIndex('Trust')).toBeUndefined();
  });

  it('each have a weight, and so do the categories', () => {
    expect([topicWeights.length, categoryWeights.length]).toEqual([15, 3]);
    for (const weight of [...topicWeights, ...categoryWeights]) expect(weight).toBeGreaterThan(0);
  });
});
