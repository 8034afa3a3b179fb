import { describe, expect, it } from 'vitest';
import {
  attentionOf,
  type Considered,
  changedLevel,
  countsOf,
  fallen,
  hasLittleData,
  hasNoData,
  isAtRisk,
  noDataText,
  risen,
  sharedReasons,
  toDoFirst,
  withLittleData,
  withoutData,
} from '../../../../shared/domain/lists/attention.ts';
import type { Moves } from '../../../../shared/domain/scoring/moves.ts';

const client = (id: string, score: number, more: Partial<Considered> = {}): Considered => ({
  id,
  score,
  scoredTopics: 9,
  ...more,
});
const ids = (clients: readonly Considered[]) => clients.map(({ id }) => id);

it('nothing is known of a client without data, and little of one with data of one topic', () => {
  const clients = [0, 1, 2, 15].map((scoredTopics) => client(String(scoredTopics), 60, { scoredTopics }));

  expect(clients.map(hasNoData)).toEqual([true, false, false, false]);
  expect(clients.map(hasLittleData)).toEqual([false, true, false, false]);
  expect(clients.map(isAtRisk)).toEqual([false, true, true, true]);
  expect([withoutData(clients), withLittleData(clients), toDoFirst(clients)].map(ids)).toEqual([
    ...[['0'], ['1'], ['15', '2']],
  ]);
});

it('the order of what to do first is by revenue × (points below 100 + points lost), then by score and id', () => {
  const rows = [
    client('small', 50, { revenue: 10 }),
    client('fell', 50, { revenue: 10, moved30: -1 }),
    client('rose', 50, { revenue: 10, moved30: 30 }),
    client('middle', 60, { revenue: 20 }),
    client('unknown', 45),
    client('owes', 10, { revenue: -50 }),
    client('b', 90, { revenue: 0 }),
    client('a', 90, { revenue: 0 }),
    client('fine', 100, { revenue: 999, moved30: -39.9 }),
    client('steep', 140, { revenue: 10, moved30: -40 }),
    client('little', 1, { revenue: 999, scoredTopics: 1 }),
    client('left', 1, { revenue: 0, archived: true }),
  ];
  // the median of -50 0 0 0 10 10 10 10 20 999 999 is 10
  expect(ids(toDoFirst(rows))).toEqual(['middle', 'unknown', 'fell', 'rose', 'small', 'steep', 'owes', 'a', 'b']);
  expect(ids(toDoFirst([client('y', 50), client('x', 60, { moved30: -30 })]))).toEqual(['x', 'y']);
});

it('the order of moves is by their size, then by score; scores of little data are left out', () => {
  const rows = [
    client('a', 90, { moved30: -1, moved7: 5 }),
    client('b', 80, { moved30: -1, moved7: 6 }),
    client('c', 70, { moved30: -9, moved7: 0 }),
    client('d', 60, { moved30: -99, moved7: -1, scoredTopics: 1 }),
    client('e', 60),
    client('f', 50, { moved30: 3 }),
  ];
  expect([fallen(rows), fallen(rows, 'moved7'), risen(rows), risen(rows, 'moved7')].map(ids)).toEqual([
    ['c', 'b', 'a'],
    [],
    ['f'],
    ['b', 'a'],
  ]);
  expect(countsOf(rows)).toMatchObject({ fell: { '7day': 0, '30day': 3 }, rose: { '7day': 2, '30day': 1 } });
});

it('who changed level is told by the score of a week ago, worse first; without data no level is one', () => {
  const rows = [
    client('up', 105, { change7: 6 }),
    client('down', 95, { change7: -6 }),
    client('far', 50, { change7: -60 }),
    client('same', 95, { change7: -1 }),
    client('new', 60),
    client('none', 100, { change7: 40, scoredTopics: 0 }),
  ];
  expect(changedLevel(rows).map(({ client: { id }, from }) => [id, from])).toEqual([
    ['far', 'lowRisk'],
    ['down', 'lowRisk'],
    ['up', 'mediumRisk'],
  ]);
});

it('clients without data are said to count, and as what', () => {
  const none = (score: number) => client('n', score, { scoredTopics: 0 });

  expect([[client('a', 80)], [none(100)], [none(100), none(100)], [none(100), none(85)]].map(noDataText)).toEqual([
    '',
    '1 client without data counts as 100.',
    '2 clients without data count as 100.',
    '2 clients without data count with the last score, or as 100.',
  ]);
});

describe('what happens to many clients at once', () => {
  const some = (count: number, more: Partial<Considered>) =>
    Array.from({ length: count }, (_, at) => client(`${more.owner}${at}`, 90, more));
  const slow = { reasonKind: 'first replies are slow' };

  it.each([
    [
      'of the account',
      [...some(5, slow), ...some(7, {})],
      ['At 5 of 12 clients first replies are slow: look for one cause.'],
    ],
    ['of too few', [...some(4, slow), ...some(2, {})], []],
    ['of too small a share', [...some(5, slow), ...some(8, {})], []],
    [
      'of an owner',
      [...some(6, { ...slow, owner: 'Ada' }), ...some(30, { owner: 'Bo' })],
      ['At 6 of 6 clients of Ada first replies are slow: look for one cause.'],
    ],
  ])('%s is said once', (_, clients, said) => {
    expect(sharedReasons(clients)).toEqual(said);
  });
});

describe('what is said of a client', () => {
  const cause = {
    topic: 0,
    day: 90,
    points: -9,
    id: 'invoice-late_INV-1',
    measure: 'days-late',
    value: 9,
    isOpen: true,
  } as const;
  const fall = {
    change: -20,
    topics: [
      { topic: 0, change: -5 },
      { topic: 1, change: -15, data: 'ended' as const },
    ],
    other: 0,
  };
  const moves: Moves = { day: 91, periods: { '30day': fall }, causes: [cause], pulls: [] };
  const known = { score: 80, scoredTopics: 5, moves, archived: false };

  it('names reason and step of one at risk, or that fell; data that ended is no fall', () => {
    expect(attentionOf(known)).toMatchObject({
      moved30: -5,
      reason: expect.stringMatching(/^.* -5 in 30 days \(INV-1: 9 days overdue\)$/),
      reasonKind: 'invoices are late',
      nextStep: 'Ask when INV-1 will be paid.',
    });
    expect(attentionOf({ ...known, score: 150 }).nextStep).toBe('Ask when INV-1 will be paid.');
    const small = { ...moves, periods: { '30day': { ...fall, topics: [{ topic: 0, change: -2 }] } } };
    expect(attentionOf({ ...known, score: 150, moves: small })).toEqual({
      scoredTopics: 5,
      moved7: undefined,
      moved30: -2,
    });
  });

  it('has neither of one that is archived', () => {
    expect(attentionOf({ ...known, archived: true })).toEqual({ scoredTopics: 5, moved7: undefined, moved30: -5 });
  });

  it('takes the plain change where nothing says why, and none without data', () => {
    const scoreChanges = { '7day': { change: 4, percentage: 5, previousScore: 76 } };
    const plain = { score: 80, scoreChanges, archived: false };

    expect([5, 0].map((scoredTopics) => attentionOf({ ...plain, scoredTopics }).moved7)).toEqual([4, 0]);
  });
});
