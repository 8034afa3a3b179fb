import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, changesTo, scoreChanges } from '../../../shared/domain/scoring/changes.ts';
import type { History } from '../../../shared/domain/scoring/history.ts';
import { holds } from '../../support/holds.ts';
import { runDay, scores } from '../arbitraries.ts';

function rising(length: number): History {
  return { last: runDay, points: Uint16Array.from({ length }, (_, index) => 1000 + index) };
}

describe('score changes', () => {
  it.each([
    { length: 1, expected: undefined },
    { length: 7, expected: undefined },
    { length: 8, expected: { '7day': { change: 0.7, percentage: 0.7, previousScore: 100 } } },
    { length: 30, expected: { '7day': { change: 0.7, percentage: 0.7, previousScore: 102.2 } } },
    {
      length: 31,
      expected: {
        '7day': { change: 0.7, percentage: 0.7, previousScore: 102.3 },
        '30day': { change: 3, percentage: 3, previousScore: 100 },
      },
    },
  ])('with $length points are $expected', ({ length, expected }) => {
    expect(scoreChanges(rising(length))).toEqual(expected);
  });
});

describe('a change', () => {
  it.each([
    { from: 0, to: 0, change: 0, percentage: 0 },
    { from: 0, to: 0.1, change: 0.1, percentage: 100 },
    { from: 0, to: 200, change: 200, percentage: 100 },
    { from: 50, to: 0, change: -50, percentage: -100 },
    { from: 80, to: 80, change: 0, percentage: 0 },
    { from: 80, to: 82.3, change: 2.3, percentage: 2.9 },
    { from: 80.1, to: 79.9, change: -0.2, percentage: -0.2 },
    { from: 200, to: 200.1 - 0.2, change: -0.1, percentage: -0.1 },
    { from: 200, to: 199.9, change: -0.1, percentage: -0.1 },
    { from: 0.1, to: 200, change: 199.9, percentage: 199_900 },
  ])('from $from to $to is $change, $percentage %', ({ from, to, change, percentage }) => {
    expect(changeBetween(from, to)).toEqual({ change, percentage, previousScore: from });
  });

  it('is known from the score that it led to and its points', () => {
    holds(
      fc.property(scores, scores, (from, to) => {
        const change = changeBetween(from, to);

        expect(changesTo(to, { '30day': change.change })).toEqual({ '30day': change });
      }),
    );
  });

  it('added to the previous score gives the new one, and its percentage has the same sign', () => {
    holds(
      fc.property(scores, scores, (from, to) => {
        const { change, percentage } = changeBetween(from, to);

        expect(Math.round((from + change) * 10)).toBe(Math.round(to * 10));
        expect(percentage * change).toBeGreaterThanOrEqual(0);
        if (from > 0) expect(Math.abs(percentage - (100 * (to - from)) / from)).toBeLessThan(0.05 + 1e-6);
      }),
    );
  });
});
