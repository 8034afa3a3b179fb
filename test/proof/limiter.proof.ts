import { describe, expect, it } from 'vitest';
import { controls } from '../support/sim/controls.ts';
import { simulateLimiter } from '../support/sim/limiter.ts';
import { seed, seedsOf, share, sized } from '../support/size.ts';

// The real KeyChecker and the real SDK with its retries; only the wire, the clock and chance are simulated.

const nothingWrong = { over: 0, countedTwice: 0, lost: 0, wrong429: 0, counters: 0, unexpected: 0 };

const requestSizes = { slice: 5_000, sample: 100_000, full: 100_000 };
const runSizes = { slice: 2, sample: 10, full: 100 };
const controlSizes = { slice: 1, sample: 3, full: 10 };
const [requests, runs, controlled] = [sized(requestSizes), sized(runSizes), sized(controlSizes)];

describe('the limiter', () => {
  it(`counts each of ${share(requests, requestSizes)} concurrent requests exactly once: 0.6 % faults, ±500 ms`, async () => {
    const simulation = { seed, requests, faults: 0.006, skew: 500 };
    const { wrong, seen } = await simulateLimiter(simulation);
    console.log(JSON.stringify({ ...simulation, ...seen }));

    expect({ ...simulation, wrong }).toEqual({ ...simulation, wrong: nothingWrong });
  });

  it(`counts exactly once in ${share(runs, runSizes)} runs of 10,000 requests: 6 % faults, ±3 s`, async () => {
    const sum: Record<string, number> = {};
    const bad: object[] = [];
    for (const each of seedsOf(runs)) {
      const { wrong, seen } = await simulateLimiter({ seed: each, requests: 10_000, faults: 0.06, skew: 3_000 });
      for (const [name, value] of Object.entries(seen)) sum[name] = (sum[name] ?? 0) + value;
      if (Object.values(wrong).some((count) => count !== 0)) bad.push({ seed: each, ...wrong });
    }
    console.log(JSON.stringify({ runs, ...sum }));

    expect(bad).toEqual([]);
  });
});

describe(`requests over the limit or counted twice would be found in each of ${share(controlled, controlSizes)} runs if the limiter were`, () => {
  it.each(Object.entries(controls))('%s', async (_, instead) => {
    const silent: number[] = [];
    for (const each of seedsOf(controlled)) {
      const { wrong } = await simulateLimiter({
        seed: each,
        requests: 3_000,
        keys: 5,
        faults: 0.06,
        skew: 3_000,
        instead,
      });
      if (wrong.over + wrong.countedTwice === 0) silent.push(each);
    }

    expect(silent).toEqual([]);
  });
});
