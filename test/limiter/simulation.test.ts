import { describe, expect, it } from 'vitest';
import { controls } from '../support/sim/controls.ts';
import { simulateLimiter } from '../support/sim/limiter.ts';

// A small part of test/proof/limiter.proof.ts, which documents the numbers.

const nothingWrong = { over: 0, countedTwice: 0, lost: 0, wrong429: 0, counters: 0, unexpected: 0 };

describe('simulated containers on a bad network', () => {
  it.each([
    { seed: 1, requests: 1_500, faults: 0.006, skew: 500, keys: 6 },
    { seed: 2, requests: 1_200, faults: 0.06, skew: 3_000, keys: 3 },
  ])('count every request exactly once: seed=$seed', async (simulation) => {
    const { wrong, seen } = await simulateLimiter(simulation);

    expect(wrong).toEqual(nothingWrong);
    expect(seen.admitted + seen.refused + seen.failed).toBe(simulation.requests);
    expect(seen.full).toBeGreaterThan(5);
    expect(seen.faults).toBeGreaterThan(simulation.requests * simulation.faults * 0.5);
  });

  it('repeat exactly with the same seed', async () => {
    const simulation = { seed: 7, requests: 200, faults: 0.06, skew: 3_000, keys: 3 };

    expect(await simulateLimiter(simulation)).toEqual(await simulateLimiter(simulation));
  });
});

describe('the simulation detects', () => {
  it.each([
    ['a plain ADD', ['countedTwice']],
    ['a condition without request ids', ['countedTwice', 'wrong429']],
    ['counters that are removed at once', ['over']],
    ['request ids that are removed at once', ['countedTwice']],
  ] as const)('%s, by %j', async (control, figures) => {
    const network = { seed: 1, requests: 600, keys: 3, faults: 0.06, skew: 3_000 };
    const { wrong } = await simulateLimiter({ ...network, instead: controls[control] });

    for (const figure of figures) expect(wrong[figure], figure).toBeGreaterThan(0);
  });
});
