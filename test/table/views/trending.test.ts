import { describe, expect, it } from 'vitest';
import type { ScoreChanges } from '../../../shared/domain/scoring/changes.ts';
import { clientLists, linesOf } from '../../../shared/table/views/model/descriptions.ts';
import { entryOf, hidden, main } from '../../../shared/table/views/model/entries.ts';
import { trendingParts } from '../../../shared/table/views/read/trending.ts';

function client(id: string, change30?: number, change7?: number, archived = false) {
  const to = (change: number) => ({ change, percentage: 0, previousScore: 100 });
  const scoreChanges: ScoreChanges = {
    ...(change7 === undefined ? {} : { '7day': to(change7) }),
    ...(change30 === undefined ? {} : { '30day': to(change30) }),
  };
  const known = { name: id, score: 100, source: 'chr2' as const, streams: 0, portfolios: {} };
  return entryOf({ text: `{"id":"${id}"}`, fields: { ...known, id, scoreChanges }, part: archived ? hidden : main });
}

const clients = [
  client('a', 1),
  client('b', -3.1),
  client('B', -3.1, undefined, true),
  client('c', 0, 5),
  client('d', 3.1),
  client('e'),
  client('f', -1, -0.1),
  client('F', -1, -5, true),
  client('g', 0),
  client('G', 0, 0, true),
];

describe('the list of trending clients', () => {
  it.each([
    { direction: 'improving', period: '30day', expected: 'd a', all: 'd a' },
    { direction: 'declining', period: '30day', expected: 'b f', all: 'b B f F' },
    { direction: 'stable', period: '30day', expected: 'c g', all: 'c g G' },
    { direction: undefined, period: '30day', expected: 'b d a f', all: 'b B d a f F' },
    { direction: undefined, period: '7day', expected: 'c f', all: 'c F f' },
    { direction: 'stable', period: '7day', expected: '', all: 'G' },
  ] as const)('for $direction over $period has $expected, with archived clients $all', (given) => {
    const lines = linesOf(clientLists[`trending${given.period}`], clients);
    const ids = (withArchived: boolean) =>
      lines
        .filter(({ part }) => trendingParts(given.direction, withArchived).includes(part))
        .map(({ id }) => id)
        .join(' ');

    expect([ids(false), ids(true)]).toEqual([given.expected, given.all]);
  });

  it('has the entry of the client list with the score changes', () => {
    const scoreChanges = { '7day': { change: 5, percentage: 0, previousScore: 100 } };

    expect(linesOf(clientLists.trending7day, [client('c', undefined, 5)])).toMatchObject([
      { text: JSON.stringify({ id: 'c', scoreChanges }) },
    ]);
  });
});
