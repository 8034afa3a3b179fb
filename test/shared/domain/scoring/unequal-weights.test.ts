import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { topics } from '../../../../shared/domain/scoring/topics.ts';

// All weights of the current model are equal, which would hide mistakes in their use. Here the second topic of a
// category counts three times as much as the first, and the second category twice as much as the first.

type Scoring = typeof import('../../../../shared/domain/scoring/topic-scores.ts');
let scoring: Scoring;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(import('../../../../shared/domain/scoring/topics.ts'), async (original) => ({
    ...(await original()),
    topicWeights: [1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    categoryWeights: [1, 2, 1],
  }));
  scoring = await import('../../../../shared/domain/scoring/topic-scores.ts');
});
afterAll(() => {
  vi.doUnmock(import('../../../../shared/domain/scoring/topics.ts'));
  // the files that run after this one must get the real topics
  vi.resetModules();
});

// 0 and 200 in the first category: 150; 120 in the second: (150 + 2 * 120) / 3
const scores = topics.map((_, topic) => ({ 0: 0, 1: 200, 5: 120 })[topic] ?? null);

it('a client score weighs topics within their category, and categories', () => {
  expect(scoring.clientScore(scores)).toBe(130);
});

it('effective weights are the products of both, distributed among topics with data', () => {
  expect(scoring.effectiveWeights(scores).map((weight) => Math.round(weight * 12))).toEqual([
    1, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
});

it('contributions follow the weights and add up to the score minus 100', () => {
  expect(scoring.contributions(scores)).toEqual([-8.3, 25, 0, 0, 0, 13.3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});
