import * as fc from 'fast-check';
import type { Signal } from '../../shared/domain/scoring.ts';
import { topics } from '../../shared/domain/topics.ts';

/** A Friday: 2026-11-20. */
export const runDay = 20_777;

export const scores = fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10);

export const signals: fc.Arbitrary<Signal> = fc.record({
  day: fc.integer({ min: runDay - 95, max: runDay + 2 }),
  topic: fc.constantFrom(...topics.map(({ id }) => id)),
  polarity: fc.double({ min: -1, max: 1, noNaN: true }),
  weight: fc.double({ min: 0.01, max: 50, noNaN: true }),
});

export const topicScores = fc.array(fc.option(fc.double({ min: 0, max: 200, noNaN: true })), {
  minLength: topics.length,
  maxLength: topics.length,
});
