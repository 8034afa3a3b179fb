import { expect, it } from 'vitest';
import { evening } from './accounts.ts';
import { killedEverywhere } from './kill-points.ts';
import { naiveWorker } from './naive-worker.ts';
import { runNight, timeFor } from './world.ts';

// A slice of test/proof/night.proof.ts.

const runDate = '2026-11-20';
const small = { clients: 4, streams: 2, signals: 5 };
const smaller = { ...small, clients: 3 };

it('a night that is killed before or after any of its calls leaves the same table', { timeout: 60_000 }, async () => {
  const { calls, different } = await killedEverywhere(await evening(small), (world, fate) =>
    runNight(world, runDate, { fate }),
  );

  expect(calls).toBeGreaterThan(20);
  expect(different).toEqual([]);
});

it('so does one that hands over the rest of the clients, the views and the sweep', { timeout: 60_000 }, async () => {
  const { different } = await killedEverywhere(await evening(smaller), (world, fate) =>
    runNight(world, runDate, { fate, time: timeFor(1) }),
  );

  expect(different).toEqual([]);
});

it('a worker that appends and asks the clock would be caught', async () => {
  const { calls, different } = await killedEverywhere(await evening(smaller), (world, fate) =>
    runNight(world, runDate, { fate, worker: naiveWorker }),
  );

  expect(different.length).toBeGreaterThan(calls);
});
