import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenths } from '../../../shared/domain/scoring/rounding.ts';
import {
  categoryScores,
  clientScore,
  contributions,
  effectiveWeights,
  packTopics,
  shownTopicScores,
  type TopicScores,
  unpackTopics,
} from '../../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { holds } from '../../support/holds.ts';
import { topicScores } from '../arbitraries.ts';

const nothing: TopicScores = topics.map(() => null);

function withScores(scores: Record<number, number>): TopicScores {
  return nothing.map((_, index) => scores[index] ?? null);
}

describe('category scores', () => {
  it.each([
    { scores: nothing, expected: [null, null, null] },
    { scores: withScores({ 0: 0 }), expected: [0, null, null] },
    { scores: withScores({ 0: 80, 4: 79.9, 5: 150, 14: 33.3333 }), expected: [80, 150, 33.3] },
  ])('are $expected', ({ scores, expected }) => {
    expect(categoryScores(scores)).toEqual(expected);
  });
});

describe('effective weights', () => {
  it('share the weight of topics without data among the others', () => {
    expect(effectiveWeights(withScores({ 0: 100, 1: 0, 7: 50 }))).toEqual(
      nothing.map((_, index) => ({ 0: 0.25, 1: 0.25, 7: 0.5 })[index] ?? 0),
    );
  });

  it('are a fifteenth each when all topics have data', () => {
    const weights = effectiveWeights(nothing.map(() => 100));

    for (const weight of weights) expect(weight).toBeCloseTo(1 / 15, 12);
  });

  it('give the client score as the weighted mean of the topic scores', () => {
    holds(
      fc.property(topicScores, (scores) => {
        fc.pre(scores.some((score) => score !== null));
        const weights = effectiveWeights(scores);

        const weighed = scores.reduce<number>((sum, score, index) => sum + (score ?? 0) * (weights[index] ?? 0), 0);

        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        expect(Math.abs(weighed - (clientScore(scores) ?? 0))).toBeLessThanOrEqual(0.05 + 1e-6);
      }),
    );
  });
});

describe('contributions', () => {
  it('are all 0 without data', () => {
    expect(contributions(nothing)).toEqual(nothing.map(() => 0));
  });

  it('go to the largest remainders, ties to the earlier topic', () => {
    // three topics contribute -0.05 each: the score is 99.85, shown as 99.9
    const parts = contributions(withScores({ 0: 99.85, 5: 99.85, 10: 99.85 }));

    expect(parts.filter((_, index) => index % 5 === 0)).toEqual([0, 0, -0.1]);
  });

  it('add up to the score less 100, and are 0 for a topic without data', () => {
    holds(
      fc.property(topicScores, (scores) => {
        const parts = contributions(scores);

        const sum = parts.reduce((total, part) => total + Math.round(part * 10), 0);
        expect(sum).toBe(tenths(clientScore(scores) ?? 100) - 1000);
        for (const [index, score] of scores.entries()) if (score === null) expect(parts[index]).toBe(0);
      }),
    );
  });

  it('are within a tenth of the unrounded contribution', () => {
    holds(
      fc.property(topicScores, (scores) => {
        const weights = effectiveWeights(scores);

        for (const [index, part] of contributions(scores).entries()) {
          const exact = ((scores[index] ?? 100) - 100) * (weights[index] ?? 0);
          expect(Math.abs(part - exact)).toBeLessThan(0.1 + 1e-6);
        }
      }),
    );
  });
});

describe('topic scores', () => {
  it('are shown with one decimal', () => {
    expect(shownTopicScores(withScores({ 0: 79.95, 1: 0, 2: 133.33333 }))).toEqual(
      withScores({ 0: 80, 1: 0, 2: 133.3 }),
    );
  });

  it('of a version with one topic less have no data for that topic, whatever bytes follow', () => {
    const packed = packTopics(nothing.map(() => 100));
    packed[0] = topics.length - 1;

    expect(unpackTopics(packed).filter((score) => score === null)).toHaveLength(1);
  });

  it('are unpacked exactly, also from a view into a larger buffer', () => {
    holds(
      fc.property(topicScores, fc.nat({ max: 9 }), (scores, offset) => {
        const packed = packTopics(scores);
        const shifted = new Uint8Array(packed.length + offset);
        shifted.set(packed, offset);

        expect(packed.length).toBe(121);
        expect(unpackTopics(shifted.subarray(offset))).toEqual(scores);
      }),
    );
  });
});
