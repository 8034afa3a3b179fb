import { expect, it } from 'vitest';
import { everyNthSaid } from '../support/size.ts';
import { evening } from './accounts.ts';
import { killedEverywhere } from './kill-points.ts';
import { naiveWorker } from './naive-worker.ts';
import { runNight, timeFor } from './world.ts';

// A short run of test/proof/night.proof.ts.

const runDate = '2026-11-20';
const small = { clients: 4, streams: 2, signals: 5 };
const smaller = { ...small, clients: 3 };

// odd, so that the sample has points before and after calls
const nth = 5;

it(`a night killed at ${everyNthSaid(nth)} point before or after one of its calls leaves the same table`, async () => {
  const { calls, different } = await killedEverywhere(
    await evening(small),
    (world, fate) => runNight(world, runDate, { fate }),
    nth,
  );

  expect(calls).toBeGreaterThan(20);
  expect(different).toEqual([]);
});

it('so does a night that hands over its remaining clients, the views and the page deletion', async () => {
  const { different } = await killedEverywhere(
    await evening(smaller),
    (world, fate) => runNight(world, runDate, { fate, time: timeFor(1) }),
    nth,
  );

  expect(different).toEqual([]);
});

it('the test detects a worker that appends points and uses the current time', async () => {
  const { calls, different } = await killedEverywhere(await evening(smaller), (world, fate) =>
    runNight(world, runDate, { fate, worker: naiveWorker }),
  );

  expect(different.length).toBeGreaterThan(calls);
});
