import * as fc from 'fast-check';
import type { Signal } from '../../../shared/domain/scoring/scoring.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

/** A Friday: 2026-11-20. */
export const runDay = 20_777;

/** Uniform, unlike fc.double, which mostly generates numbers near 0 that have no effect on a sum. */
export function fractions(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((step) => min + (step / (2 ** 31 - 1)) * (max - min));
}

export const signals: fc.Arbitrary<Signal> = fc.record({
  // some values often, so that signals tie
  day: fc.oneof(fc.integer({ min: runDay - 95, max: runDay + 2 }), fc.constantFrom(runDay - 1, runDay - 30)),
  topic: fc.constantFrom(...topics.map(({ id }) => id)),
  polarity: fc.oneof(fractions(-1, 1), fc.constantFrom(-1, -0.3, 0, 0.7, 1)),
  weight: fractions(0.1, 5),
});
