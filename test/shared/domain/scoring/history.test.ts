import { describe, expect, it } from 'vitest';
import { firstDay, type History, newest, put, scoreOn } from '../../../../shared/domain/scoring/history.ts';
import { runDay } from '../arbitraries.ts';

function days(given: readonly number[], last = runDay): History {
  return { last, points: Uint16Array.from(given, (score) => Math.round(score * 10)) };
}

describe('putting a score into a history', () => {
  it.each([
    { what: 'starts a new history', before: undefined, day: runDay, after: days([81.5]) },
    { what: 'adds the next day', before: days([70, 0]), day: runDay + 1, after: days([70, 0, 81.5], runDay + 1) },
    {
      what: 'carries the last score over missed days',
      before: days([70, 0.1]),
      day: runDay + 3,
      after: days([70, 0.1, 0.1, 0.1, 81.5], runDay + 3),
    },
    {
      what: 'keeps the point of a day that is already scored',
      before: days([70, 60]),
      day: runDay,
      after: days([70, 60]),
    },
    { what: 'changes nothing for an older day', before: days([70, 60]), day: runDay - 1, after: days([70, 60]) },
  ])('$what', ({ before, day, after }) => {
    expect(put(before, day, 81.5)).toEqual(after);
  });

  it('replaces the newest day if it is explicitly scored again, but no older day', () => {
    expect(put(days([70, 60]), runDay, 0, true)).toEqual(days([70, 0]));
    expect(put(days([70, 60]), runDay - 1, 0, true)).toEqual(days([70, 60]));
  });

  it.each([
    { gap: 1, kept: 364, carried: 0 },
    { gap: 100, kept: 265, carried: 99 },
    { gap: 364, kept: 1, carried: 363 },
    { gap: 365, kept: 0, carried: 364 },
    { gap: 5000, kept: 0, carried: 364 },
  ])('keeps 365 points over a gap of $gap days', ({ gap, kept, carried }) => {
    const year = Array.from({ length: 365 }, (_, index) => index / 10);

    const after = put(days(year), runDay + gap, 200);

    expect(newest(after, 1000)).toEqual([...year.slice(365 - kept), ...Array(carried).fill(36.4), 200]);
  });
});

describe('reading a history', () => {
  const history = days([70, 0, 80, 90]);

  it.each([
    { count: 1, scores: [90], first: runDay },
    { count: 3, scores: [0, 80, 90], first: runDay - 2 },
    { count: 4, scores: [70, 0, 80, 90], first: runDay - 3 },
    { count: 5, scores: [70, 0, 80, 90], first: runDay - 3 },
    { count: 365, scores: [70, 0, 80, 90], first: runDay - 3 },
  ])('gives the newest $count points, oldest first, and their first day', ({ count, scores: expected, first }) => {
    expect(newest(history, count)).toEqual(expected);
    expect(firstDay(history, count)).toBe(first);
  });

  it.each([
    [runDay + 1, undefined],
    [runDay, 90],
    [runDay - 2, 0],
    [runDay - 3, 70],
    [runDay - 4, undefined],
  ])('gives the score on day %d: %s', (day, score) => {
    expect(scoreOn(history, day)).toBe(score);
  });
});
