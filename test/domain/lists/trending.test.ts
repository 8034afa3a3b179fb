import { expect, it } from 'vitest';
import { chosenDirections, directionOf } from '../../../shared/domain/lists/trending.ts';

it('the smallest change is a rise or a fall, and none is stable', () => {
  expect([0.1, -0.1, 0].map(directionOf)).toEqual(['improving', 'declining', 'stable']);
});

it('a request that names no direction chooses up and down', () => {
  expect([chosenDirections(undefined), chosenDirections('stable')]).toEqual([['improving', 'declining'], ['stable']]);
});
