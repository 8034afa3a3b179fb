import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { health, minus, plus, tallyOf } from '../../../shared/domain/lists/health.ts';
import { bandOf, bands } from '../../../shared/domain/scoring/bands.ts';
import { holds } from '../../support/holds.ts';
import { scores } from '../arbitraries.ts';

function percents(given: readonly number[]): number[] {
  return Object.values(health(tallyOf(given)).distribution);
}

describe('health', () => {
  it.each([
    { given: [0], score: 0 },
    { given: [79.9, 80], score: 80 },
    { given: [79.9, 79.9, 80], score: 79.9 },
    { given: [0.1, 0.2], score: 0.2 },
    { given: [33.3, 33.3, 33.4], score: 33.3 },
  ])('of $given scores $score, half up', ({ given, score }) => {
    expect(health(tallyOf(given)).score).toBe(score);
  });

  it.each([
    { clients: 1, given: [150], expected: [0, 0, 0, 100] },
    { clients: 3, given: [10, 80, 150], expected: [33.34, 33.33, 0, 33.33] },
    { clients: 3, given: [80, 80, 110], expected: [0, 66.67, 33.33, 0] },
    { clients: 7, given: [10, 20, 80, 110, 120, 130, 150], expected: [28.57, 14.29, 42.86, 14.28] },
    { clients: 11, given: [10, 20, 80, 80, 80, 110, 110, 110, 110, 150, 160], expected: [18.18, 27.27, 36.37, 18.18] },
  ])('distributes $clients clients as $expected', ({ given, expected }) => {
    expect(percents(given)).toEqual(expected);
  });

  it('has a distribution that adds up to exactly 100.00, each part within a hundredth', () => {
    holds(
      fc.property(fc.array(scores, { minLength: 1, maxLength: 200, size: 'max' }), (given) => {
        const hundredths = percents(given).map((percent) => Math.round(percent * 100));

        expect(hundredths.reduce((sum, part) => sum + part, 0)).toBe(10_000);
        for (const [index, part] of hundredths.entries()) {
          const count = given.filter((score) => bandOf(score) === bands[index]).length;
          expect(Math.abs(part - (10_000 * count) / given.length)).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('a tally', () => {
  it('is the same whether it is updated or counted again', () => {
    holds(
      fc.property(fc.array(scores), fc.array(scores), (some, others) => {
        const all = tallyOf([...some, ...others]);

        expect(plus(tallyOf(some), tallyOf(others))).toEqual(all);
        expect(minus(all, tallyOf(others))).toEqual(tallyOf(some));
      }),
    );
  });
});
