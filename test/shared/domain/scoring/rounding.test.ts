import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestRemainder, roundedQuotient, roundedScore, tenths } from '../../../../shared/domain/scoring/rounding.ts';
import { holds } from '../../../support/holds.ts';
import { fractions } from '../arbitraries.ts';

describe('rounding to one decimal', () => {
  it('goes half up on the decimal value for every hundredth of the scale', () => {
    const wrong = Array.from({ length: 20_001 }, (_, hundredths) => hundredths).filter(
      (hundredths) => tenths(hundredths / 100) !== Math.floor((hundredths + 5) / 10),
    );

    expect(wrong).toEqual([]);
  });

  it.each([
    [79.95, 80],
    [79.94999999999999, 80],
    [79.949, 79.9],
    [0.05, 0.1],
    [0.04, 0],
    [1.005, 1],
    [69.95, 70],
    [-3, 0],
    [200.4, 200],
  ])('rounds %d to a score of %d', (value, score) => {
    expect(roundedScore(value)).toBe(score);
  });
});

describe('rounding a quotient', () => {
  it.each([
    [5, 2, 3],
    [-5, 2, -3],
    [4, 3, 1],
    [-4, 3, -1],
    [-1, 3, 0],
    [0, 7, 0],
  ])('rounds %d / %d to %d, symmetrically for negative values', (dividend, divisor, quotient) => {
    expect(roundedQuotient(dividend, divisor)).toBe(quotient);
  });
});

describe('the largest remainder', () => {
  it.each([
    { parts: [33.4, 33.3, 33.3], total: 100, shares: [34, 33, 33] },
    { parts: [0.5, 0.5], total: 1, shares: [1, 0] },
    { parts: [-0.4, 0.4], total: 0, shares: [0, 0] },
    { parts: [-1.5, -1.5], total: -3, shares: [-1, -2] },
    // 0.1 + 0.2 is 0.30000000000000004: such a difference counts as a tie
    { parts: [0.3, 0.1 + 0.2, 0.4], total: 2, shares: [1, 0, 1] },
    { parts: [3 - 1e-15, 0.4, 0.6], total: 4, shares: [3, 0, 1] },
    { parts: [], total: 0, shares: [] },
  ])('shares $total as $shares among $parts', ({ parts, total, shares }) => {
    expect(largestRemainder(parts, total)).toEqual(shares);
  });

  it('adds up, and changes every part by less than one unit', () => {
    holds(
      fc.property(fc.array(fractions(-500, 500), { minLength: 1, maxLength: 15 }), (parts) => {
        const total = Math.round(parts.reduce((sum, part) => sum + part, 0)) + 0;

        const shares = largestRemainder(parts, total);

        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        for (const [index, part] of parts.entries())
          expect(Math.abs((shares[index] ?? 0) - part)).toBeLessThan(1 + 1e-6);
      }),
    );
  });
});
