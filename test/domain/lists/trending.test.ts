import { expect, it } from 'vitest';
import { chosenDirections, directionOf, moveOf } from '../../../shared/domain/lists/trending.ts';

it('the smallest change is a rise or a fall, and none is stable', () => {
  expect([0.1, -0.1, 0].map(directionOf)).toEqual(['improving', 'declining', 'stable']);
});

it('a change of 0 is a move, and a period without an earlier score has none', () => {
  const scoreChanges = { '7day': { change: 0, percentage: 0, previousScore: 80 } };

  expect([moveOf({ scoreChanges }, '7day'), moveOf({ scoreChanges }, '30day'), moveOf({}, '7day')]).toEqual([
    0,
    undefined,
    undefined,
  ]);
});

it('a request that names no direction chooses up and down', () => {
  expect([chosenDirections(undefined), chosenDirections('stable')]).toEqual([['improving', 'declining'], ['stable']]);
});
