import { expect, it } from 'vitest';
import { evening } from './accounts.ts';
import { killedEverywhere } from './kill-points.ts';
import { naiveWorker } from './naive-worker.ts';
import { runNight, timeFor } from './world.ts';

// A slice of test/proof/night.proof.ts.

const runDate = '2026-11-20';
const small = { clients: 5, streams: 2, signals: 6 };

it('a night that is killed before or after any of its calls leaves the same table', async () => {
  const { calls, different } = await killedEverywhere(await evening(small), (world, fate) =>
    runNight(world, runDate, { fate }),
  );

  expect(calls).toBeGreaterThan(20);
  expect(different).toEqual([]);
});

it('so does one that hands over twice', async () => {
  const { different } = await killedEverywhere(await evening(small), (world, fate) =>
    runNight(world, runDate, { fate, time: timeFor(2) }),
  );

  expect(different).toEqual([]);
});

it('a worker that appends and asks the clock would be caught', async () => {
  const { calls, different } = await killedEverywhere(await evening(small), (world, fate) =>
    runNight(world, runDate, { fate, worker: naiveWorker }),
  );

  expect(different.length).toBeGreaterThan(calls);
});
