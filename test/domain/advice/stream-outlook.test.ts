import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextualClues, growthRecommendations } from '../../../shared/domain/advice/stream-outlook.ts';
import { noTopics } from '../../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { holds } from '../../support/holds.ts';
import { topicScores } from '../arbitraries.ts';

const withScores = (scores: Record<string, number>) => topics.map(({ id }) => scores[id] ?? null);

describe('the contextual clues of a stream', () => {
  it.each([
    ['nothing without data', {}, { activeFires: [], budgetIssues: false }],
    ['nothing from 70 on', { trust: 70, budget_stability: 70 }, { activeFires: [], budgetIssues: false }],
    ['what shows as less', { trust: 69.94 }, { activeFires: ['Trust and Confidence'], budgetIssues: false }],
    ['nothing that shows as 70', { trust: 69.96 }, { activeFires: [], budgetIssues: false }],
    ['a topic at 0', { advocacy: 0 }, { activeFires: ['Advocacy'], budgetIssues: false }],
    [
      'the worst first, then the order of the topics',
      { trust: 60, timeliness: 60, advocacy: 10 },
      { activeFires: ['Advocacy', 'On-Time Delivery', 'Trust and Confidence'], budgetIssues: false },
    ],
    ['the budget', { budget_stability: 69 }, { activeFires: ['Budget Stability'], budgetIssues: true }],
    ['the invoices', { billing_payment: 69 }, { activeFires: ['Billing and Payment'], budgetIssues: true }],
    ['not the price', { value_for_money: 69 }, { activeFires: ['Value for Money'], budgetIssues: false }],
  ])('%s', (_, scores, clues) => {
    expect(contextualClues(withScores(scores))).toEqual(clues);
  });
});

describe('the growth recommendations of a stream', () => {
  const titles = (scores: Record<string, number>) =>
    growthRecommendations(withScores(scores), 120).map(({ title }) => title);

  it.each([
    ['nothing without data', {}, []],
    ['nothing at 100 and below', { trust: 100, advocacy: 20 }, []],
    ['nothing that shows as 100', { trust: 100.04 }, []],
    ['what exceeds expectations', { trust: 100.1 }, ['Widen the mandate']],
    ['the strongest first', { trust: 120, advocacy: 180 }, ['Ask for the introduction', 'Widen the mandate']],
    [
      'the three strongest',
      { timeliness: 101, trust: 120, advocacy: 180, renewal_growth: 150 },
      ['Ask for the introduction', 'Renew ahead of time', 'Widen the mandate'],
    ],
    [
      'three at most, of equals those that come first',
      { trust: 150, advocacy: 150, timeliness: 150, renewal_growth: 150 },
      ['Take on a deadline that matters more', 'Widen the mandate', 'Ask for the introduction'],
    ],
  ])('%s', (_, scores, recommended) => {
    expect(titles(scores)).toEqual(recommended);
  });

  it.each([
    ['below 100', 99.9, 0, 0],
    ['that fell by ten points', 120, -10, 0],
    ['that fell by less', 120, -9.9, 1],
  ])('of a stream %s', (_, score, change, count) => {
    expect(growthRecommendations(withScores({ trust: 150 }), score, change)).toHaveLength(count);
  });

  it('every topic has a recommendation of its own, in sentences', () => {
    const all = topics.map(({ id }) => growthRecommendations(withScores({ [id]: 200 }), 120));

    expect(all.filter((each) => each.length !== 1)).toEqual([]);
    expect(all.flat().map(({ title }) => title)).toEqual([
      ...['Turn good work into a reference', 'Take on a deadline that matters more', 'Offer a standing line'],
      ...['Bring expertise in earlier', 'Build the business case for the next phase', 'Widen the mandate'],
      ...['Plan with the sponsor', 'Work across departments', 'Move the rhythm up a level'],
      ...['Ask for the introduction', 'Propose a larger package', 'Agree on a longer horizon'],
      ...['Define the next scope together', 'Simplify the commercial frame', 'Renew ahead of time'],
    ]);
    expect(all.flat().filter(({ description }) => !/^[A-Z].{40,}\.$/.test(description))).toEqual([]);
  });
});

it('no topic is both an active fire and a growth recommendation', () => {
  holds(
    fc.property(topicScores, (scores) => {
      const fires = contextualClues(scores).activeFires;
      const low = scores.filter((score) => score !== null && score < 69.9).length;
      const high = scores.filter((score) => score !== null && score > 100.1).length;

      expect(fires.length).toBeGreaterThanOrEqual(low);
      expect(growthRecommendations(scores, 120).length).toBeGreaterThanOrEqual(Math.min(3, high));
      expect(fires.length + growthRecommendations(scores, 120).length).toBeLessThanOrEqual(15);
    }),
  );
  expect(contextualClues(noTopics)).toEqual({ activeFires: [], budgetIssues: false });
});
