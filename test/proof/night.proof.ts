import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numeral, sized } from '../support/size.ts';
import { evening } from '../worker/accounts.ts';
import { overtakenMessages, repeatedMessages } from '../worker/interleaved.ts';
import { killedEverywhere } from '../worker/kill-points.ts';
import { poisonedNight } from '../worker/poison.ts';
import { restlessAccount } from '../worker/restless.ts';
import { runNight, timeFor } from '../worker/world.ts';

// The full version of the checks that test/worker samples.

const minutes = 60_000;
const runDate = '2026-11-20';
const small = { clients: 4, streams: 2, signals: 5 };

describe('an account with streams', () => {
  const size = { clients: sized({ slice: 2, sample: 12, full: 50 }), streams: 3, signals: 6 };

  it.each([
    ['at once', undefined],
    ['handed over several times', timeFor(Math.ceil(size.clients / 3.6))],
  ])(
    `of ${size.clients} clients, scored %s, killed before and after each call and repeated: the same table`,
    { timeout: 20 * minutes },
    async (_, time) => {
      const { calls, different } = await killedEverywhere(await evening(size), (world, fate) =>
        runNight(world, runDate, { fate, ...(time && { time }) }),
      );

      console.log(`${calls} calls, ${2 * calls} kill points, ${different.length} tables differ`);
      expect(different).toEqual([]);
    },
  );
});

const interleavings = sized({ slice: 10, sample: 300, full: 1_000 });

describe(`${numeral(interleavings)} interleavings`, () => {
  it('of repeated and late messages leave the same table', { timeout: 10 * minutes }, async () => {
    await fc.assert(await repeatedMessages(await evening(small)), { numRuns: interleavings, endOnFailure: true });
  });

  it('of a night that overtakes the one before lose no point', { timeout: 10 * minutes }, async () => {
    await fc.assert(await overtakenMessages(await evening(small, [16, 17, 18])), {
      numRuns: interleavings,
      endOnFailure: true,
    });
  });
});

const accounts = sized({ slice: 50, sample: 1_000, full: 1_000 });

it(`with one failing account of ${numeral(accounts)} all others are scored, and all after the redrive`, {
  timeout: 10 * minutes,
}, async () => {
  const night = await poisonedNight(accounts);

  expect({ ...night, dead: night.dead.length, attempts: night.attempts.length }).toMatchObject({
    shown: accounts - 1,
    dead: 1,
    attempts: 3,
    repaired: accounts,
    deadThen: [],
  });
  expect(night.minutes).toBeLessThan(5);
});

const changes = sized({ slice: 60, sample: 500, full: 1_000 });

it(`${numeral(changes)} changes of facts, ${Math.floor(changes / 50)} nights, a kill in every tenth delivery: no answer mixes two versions, no page is lost or left over`, {
  timeout: 15 * minutes,
}, async () => {
  const told = await restlessAccount(20_261_120, { clients: 60, changes, nightEvery: 50, killed: 0.1 });

  console.log(`${told.versions} versions, ${told.reads} reads by two readers`);
  expect(told.versions).toBeGreaterThan(changes / 2);
});

it.each(Array.from({ length: sized({ slice: 1, sample: 6, full: 20 }) }, (_, at) => at + 1))(
  'the same with seed %i, and more kills',
  {
    timeout: 5 * minutes,
  },
  async (seed) => {
    await restlessAccount(seed, { clients: 20, changes: 120, nightEvery: 10, killed: 0.3 });
  },
);
