import { expect, it } from 'vitest';
import { type Considered, fallen, hasLittleData, risen, toDoFirst } from '../../../../shared/domain/lists/attention.ts';

const client = (id: string, score: number, more: Partial<Considered> = {}): Considered => ({
  id,
  score,
  hasLittleData: false,
  ...more,
});
const ids = (clients: readonly Considered[]) => clients.map(({ id }) => id);

it('little is known of a client with data of one topic', () => {
  expect([0, 1, 2, 15].map(hasLittleData)).toEqual([true, true, false, false]);
});

it('the order of what to do first is by revenue × (points below 100 + points lost), then by score and id', () => {
  const rows = [
    client('small', 50, { revenue: 10 }),
    client('fell', 50, { revenue: 10, change30: -1 }),
    client('rose', 50, { revenue: 10, change30: 30 }),
    client('middle', 60, { revenue: 20 }),
    client('unknown', 45),
    client('owes', 10, { revenue: -50 }),
    client('b', 90, { revenue: 0 }),
    client('a', 90, { revenue: 0 }),
    client('fine', 100, { revenue: 999 }),
    client('little', 1, { revenue: 999, hasLittleData: true }),
  ];
  // the median of -50 0 0 10 10 10 20 999 999 is 10
  expect(ids(toDoFirst(rows))).toEqual(['middle', 'unknown', 'fell', 'rose', 'small', 'owes', 'a', 'b']);
  expect(ids(toDoFirst([client('y', 50), client('x', 60, { change30: -30 })]))).toEqual(['x', 'y']);
});

it('the order of moves is by their size, then by score; scores of little data are left out', () => {
  const rows = [
    client('a', 90, { change30: -1, change7: 5 }),
    client('b', 80, { change30: -1, change7: 6 }),
    client('c', 70, { change30: -9, change7: 0 }),
    client('d', 60, { change30: -99, change7: -1, hasLittleData: true }),
    client('e', 60),
    client('f', 50, { change30: 3 }),
  ];
  expect([fallen(rows), fallen(rows, 'change7'), risen(rows), risen(rows, 'change7')].map(ids)).toEqual([
    ['c', 'b', 'a'],
    [],
    ['f'],
    ['b', 'a'],
  ]);
});
