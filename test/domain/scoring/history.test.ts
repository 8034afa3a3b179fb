import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstDay,
  type History,
  joinedHistory,
  newest,
  newestDays,
  prolonged,
  put,
  scoreOn,
} from '../../../shared/domain/scoring/history.ts';
import { holds } from '../../support/holds.ts';
import { runDay, scores } from '../arbitraries.ts';

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

  it('does not modify the given history', () => {
    const before = days([70, 60]);

    put(before, runDay, 10, true);
    put(before, runDay + 1, 10);

    expect(before).toEqual(days([70, 60]));
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

  it.each([1, 182, 183, 364])('keeps all %d points until there are 365', (count) => {
    const scores = Array.from({ length: count }, (_, index) => index / 10);

    expect(put(days(scores), runDay + 1, 200)).toEqual(days([...scores, 200], runDay + 1));
  });

  it('is idempotent and leaves no gaps', () => {
    const runs = fc.array(fc.record({ step: fc.integer({ min: -3, max: 40 }), score: scores, replace: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    });
    holds(
      fc.property(runs, (all) => {
        let history: History | undefined;
        let model: number[] = [];
        for (const { step, score, replace } of all) {
          const day = (history?.last ?? runDay) + step;
          if (history === undefined) model = [score];
          else if (step > 0) model = [...model, ...Array<number>(step - 1).fill(model.at(-1) ?? 0), score].slice(-365);
          else if (step === 0 && replace) model = [...model.slice(0, -1), score];

          history = put(history, day, score, replace);

          expect(newest(history, 365)).toEqual(model);
          expect(put(history, day, score, replace)).toEqual(history);
        }
      }),
    );
  });
});

describe('joining a newer part into a history', () => {
  const history = days([70, 71, 72, 73]);

  it.each([
    { what: 'replaces the days that both have', part: days([10, 20]), joined: days([70, 71, 10, 20]) },
    { what: 'adds later days', part: days([10, 20], runDay + 1), joined: days([70, 71, 72, 10, 20], runDay + 1) },
    {
      what: 'adds the days that follow',
      part: days([10, 20], runDay + 2),
      joined: days([70, 71, 72, 73, 10, 20], runDay + 2),
    },
    { what: 'keeps days after the part', part: days([10], runDay - 2), joined: days([70, 10, 72, 73]) },
    { what: 'is impossible if a day is missing in between', part: days([10, 20], runDay + 3), joined: undefined },
    {
      what: 'is impossible if the part begins with the first day',
      part: days([10, 20], runDay - 2),
      joined: undefined,
    },
    { what: 'is impossible if the part begins even before', part: days([1, 2, 3, 4, 5]), joined: undefined },
  ])('$what', ({ part, joined }) => {
    expect(joinedHistory(history, part)).toEqual(joined);
    expect(history).toEqual(days([70, 71, 72, 73]));
  });

  it('keeps the newest 365 points', () => {
    const year = Array.from({ length: 365 }, (_, index) => index / 10);

    expect(joinedHistory(days(year), days([150, 160], runDay + 1))).toEqual(
      days([...year.slice(1, -1), 150, 160], runDay + 1),
    );
  });
});

describe('taking the days before a history from an older one', () => {
  const history = days([80, 90]);

  it.each([
    { what: 'that ends the day before', older: days([50, 60], runDay - 2), whole: days([50, 60, 80, 90]) },
    { what: 'that overlaps it', older: days([50, 60, 70], runDay - 1), whole: days([50, 60, 80, 90]) },
    { what: 'that ends after it', older: days([50, 60, 70, 75], runDay + 1), whole: days([50, 80, 90]) },
    { what: 'that ends too early changes nothing', older: days([50], runDay - 3), whole: history },
    { what: 'that begins on the same day changes nothing', older: days([70, 75]), whole: history },
    { what: 'that begins later changes nothing', older: days([75], runDay), whole: history },
  ])('$what', ({ older, whole }) => {
    expect(prolonged(history, older)).toEqual(whole);
  });

  it('keeps the newest 365 points', () => {
    const year = days(Array.from({ length: 365 }, (_, at) => at / 10));

    expect(prolonged(days([80, 90], runDay + 1), year)).toEqual(
      days([...Array.from({ length: 363 }, (_, at) => (at + 1) / 10), 80, 90], runDay + 1),
    );
  });

  it('and cutting it down again gives the newest days', () => {
    expect(newestDays(days([1, 2, 3]), 2)).toEqual(days([2, 3]));
    expect(newestDays(days([1, 2, 3]), 4)).toEqual(days([1, 2, 3]));
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
