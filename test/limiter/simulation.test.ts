import { describe, expect, it } from 'vitest';
import { simulateLimiter } from '../support/sim/limiter.ts';
import { seedsTried, tried } from '../support/size.ts';

// The real KeyChecker and the real client with its retries; only the wire, the clock and chance are simulated.

const nothingWrong = { over: 0, countedTwice: 0, lost: 0, wrong429: 0, counters: 0, unexpected: 0 };

describe('simulated containers on a bad network count every request exactly once:', () => {
  const crowd = tried(1_500, 100_000, 100_000);
  const each = tried(1_200, 10_000, 10_000);

  it.each([
    { seed: 1, requests: crowd, faults: 0.006, skew: 500, keys: tried(6, 20, 20) },
    ...seedsTried(1, 10, 100).map((at) => ({
      seed: at + 1,
      requests: each,
      faults: 0.06,
      skew: 3_000,
      keys: tried(3, 20, 20),
    })),
  ])(`$requests at once, $faults of their calls fail, clocks differ by $skew ms, seed $seed`, async (simulation) => {
    const { wrong, seen } = await simulateLimiter(simulation);
    console.log(JSON.stringify({ ...simulation, ...seen }));

    expect(wrong).toEqual(nothingWrong);
    expect(seen.admitted + seen.refused + seen.failed).toBe(simulation.requests);
    expect(seen.full).toBeGreaterThan(5);
    expect(seen.faults).toBeGreaterThan(simulation.requests * simulation.faults * 0.5);
  });

  it('a run of 200 requests repeats exactly with the same seed', async () => {
    const simulation = { seed: 7, requests: 200, faults: 0.06, skew: 3_000, keys: 3 };

    expect(await simulateLimiter(simulation)).toEqual(await simulateLimiter(simulation));
  });
});
