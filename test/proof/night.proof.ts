import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { numeral, seed, seedsOf, share, sized } from '../support/size.ts';
import { evening } from '../worker/accounts.ts';
import { overtakenMessages, repeatedMessages } from '../worker/interleaved.ts';
import { killedEverywhere } from '../worker/kill-points.ts';
import { poisonedNight } from '../worker/poison.ts';
import { restlessAccount } from '../worker/restless.ts';
import { runNight, timeFor } from '../worker/world.ts';

// The full version of the checks that test/worker samples.

const runDate = '2026-11-20';
const small = { clients: 4, streams: 2, signals: 5 };

describe('an account with streams', () => {
  const clientSizes = { slice: 2, sample: 6, full: 50 };
  const size = { clients: sized(clientSizes), streams: 3, signals: 6 };

  it.each([
    ['at once', undefined],
    ['handed over several times', timeFor(Math.ceil(size.clients / 3.6))],
  ])(
    `of ${share(size.clients, clientSizes)} clients, scored %s, killed before and after each call and repeated: the same table`,
    async (_, time) => {
      const { calls, different } = await killedEverywhere(await evening(size), (world, fate) =>
        runNight(world, runDate, { fate, ...(time && { time }) }),
      );

      console.log(`${calls} calls, ${2 * calls} kill points, ${different.length} tables differ`);
      expect(different).toEqual([]);
    },
  );
});

const interleavingSizes = { slice: 10, sample: 200, full: 1_000 };
const interleavings = sized(interleavingSizes);

describe(`${share(interleavings, interleavingSizes)} interleavings`, () => {
  it('of repeated and late messages leave the same table', async () => {
    await holdsAsync(await repeatedMessages(await evening(small)), { numRuns: interleavings, endOnFailure: true });
  });

  it('of a night that overtakes the one before lose no point', async () => {
    await holdsAsync(await overtakenMessages(await evening(small, [16, 17, 18])), {
      numRuns: interleavings,
      endOnFailure: true,
    });
  });
});

const accounts = sized({ slice: 50, sample: 1_000, full: 1_000 });

it(`with one failing account of ${numeral(accounts)} all others are scored, and all after the redrive`, async () => {
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

const changeSizes = { slice: 60, sample: 500, full: 1_000 };
const changes = sized(changeSizes);

it(`${share(changes, changeSizes)} changes of facts, ${Math.floor(changes / 50)} nights, a kill in every tenth delivery: no answer mixes two versions, no page is lost or left over`, async () => {
  const told = await restlessAccount(20_261_119 + seed, { clients: 60, changes, nightEvery: 50, killed: 0.1 });

  console.log(`${told.versions} versions, ${told.reads} reads by two readers`);
  expect(told.versions).toBeGreaterThan(changes / 2);
});

const restlessSizes = { slice: 1, sample: 6, full: 20 };
const restless = seedsOf(sized(restlessSizes));

it.each(restless)(`the same with more kills, ${share(restless.length, restlessSizes)} seeds: seed %i`, async (each) => {
  await restlessAccount(each, { clients: 20, changes: 120, nightEvery: 10, killed: 0.3 });
});
