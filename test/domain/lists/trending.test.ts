import { describe, expect, it } from 'vitest';
import { chosenDirections, directionOf, moveOf } from '../../../shared/domain/lists/trending.ts';

const moved = { scoreChanges: { '7day': { change: -0.1, percentage: -1, previousScore: 10 } } };

describe('the direction of a client', () => {
  it.each([
    [0.1, 'improving'],
    [0, 'stable'],
    [-0.1, 'declining'],
  ])('with a change of %d is %s', (change, direction) => {
    expect(directionOf(change)).toBe(direction);
  });

  it.each([
    ['7day', moved, -0.1],
    ['30day', moved, undefined],
    ['7day', {}, undefined],
  ] as const)('over %s follows from its change, if it has one', (period, client, change) => {
    expect(moveOf(client, period)).toBe(change);
  });
});

describe('the directions of a request', () => {
  it.each([
    ['those that it names', 'stable', ['stable']],
    ['up and down if it names none', undefined, ['improving', 'declining']],
  ] as const)('are %s', (_, direction, chosen) => {
    expect(chosenDirections(direction)).toEqual(chosen);
  });
});
