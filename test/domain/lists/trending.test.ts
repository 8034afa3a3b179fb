import { describe, expect, it } from 'vitest';
import { trending } from '../../../shared/domain/lists/trending.ts';
import type { ScoreChanges } from '../../../shared/domain/scoring/changes.ts';

function client(id: string, change30?: number, change7?: number): { id: string; scoreChanges?: ScoreChanges } {
  const to = (change: number) => ({ change, percentage: 0, previousScore: 100 });
  return {
    id,
    scoreChanges: {
      ...(change7 === undefined ? {} : { '7day': to(change7) }),
      ...(change30 === undefined ? {} : { '30day': to(change30) }),
    },
  };
}

const clients: { id: string; scoreChanges?: ScoreChanges }[] = [
  client('a', 1),
  client('b', -3.1),
  client('c', 0, 5),
  client('d', 3.1),
  client('e'),
  client('f', -1, -0.1),
  client('g', 0),
  { id: 'h' },
];

describe('trending', () => {
  it.each([
    { direction: 'improving', period: '30day', expected: 'd a' },
    { direction: 'declining', period: '30day', expected: 'b f' },
    { direction: 'stable', period: '30day', expected: 'c g' },
    { direction: undefined, period: '30day', expected: 'b d a f' },
    { direction: undefined, period: '7day', expected: 'c f' },
    { direction: 'stable', period: '7day', expected: '' },
  ] as const)('$direction over $period lists $expected', ({ direction, period, expected }) => {
    expect(
      trending(clients, direction, period)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(expected);
  });
});
