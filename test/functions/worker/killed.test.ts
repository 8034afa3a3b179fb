import { describe, expect, it } from 'vitest';
import { rebuilding } from '../../../shared/jobs/requests.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { randomOf } from '../../support/random.ts';
import { everyNth, everyNthSaid, tried } from '../../support/size.ts';
import { aSignal, aStream } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { evening } from './accounts.ts';
import {
  type Fate,
  fatesIn,
  fingerprint,
  midnight,
  noFate,
  processIn,
  runNight,
  type Snapshot,
  snapshotOf,
  timeFor,
  type World,
  worldOf,
} from './world.ts';

const clients = tried(4, 6, 50);
const before = () => evening({ clients, streams: 2, signals: 5 });
const runDate = '2026-11-20';
// odd, so that the sample has points before and after calls
const nth = 5;

it(`a night of ${clients} clients that is killed at ${everyNthSaid(nth)} point before or after one of its calls leaves the same table`, async () => {
  const { calls, different } = await killedEverywhere(await before(), (world, fate) =>
    runNight(world, runDate, { fate }),
  );

  expect(calls).toBeGreaterThan(20);
  expect(different).toEqual([]);
});

it('so does a night that hands over its remaining clients, the views and the page deletion', async () => {
  const time = timeFor(Math.ceil(clients / 4));
  const { different } = await killedEverywhere(await before(), (world, fate) =>
    runNight(world, runDate, { fate, time }),
  );

  expect(different).toEqual([]);
});

/**
 * Kills a run before and after each of its calls, or in `npm test` at every `nth` of these points, and lets the retries
 * of the queue and the schedule finish it. Tells the calls of an undisturbed run, and after which deaths another table was
 * left.
 */
async function killedEverywhere(before: Snapshot, run: (world: World, fate: Fate) => Promise<void>) {
  const undisturbed = worldOf(before);
  const count = noFate();
  await run(undisturbed, count);
  const expected = fingerprint(snapshotOf(undisturbed));

  const different: string[] = [];
  for (const fate of everyNth(nth, fatesIn(count))) {
    const world = worldOf(before);
    await run(world, fate);
    if (fingerprint(snapshotOf(world)) !== expected || world.fifo.dead().length > 0)
      different.push(`${fate.death?.moment} call ${fate.death?.call}, ${fate.calls[fate.death?.call ?? 0]}`);
  }
  return { calls: count.calls.length, different };
}

// The same on a table whose eventually consistent reads are up to 3 seconds stale, either all items of a partition by the
// same time or each item by its own.

const seeds = [1, 2, 3];

function staleWorld(items: Snapshot, seed: number, lagging: 'item' | 'partition') {
  const store = staleReads(randomOf(seed), lagging);
  return { store, world: worldOf(items, midnight, store) };
}

const stored = await evening({ clients: 6, streams: 2, signals: 6 });
const exact = tableAfterNight(worldOf(stored));

/** Changes some facts and runs a night right after it; returns a hash of the table. */
async function tableAfterNight(world: World): Promise<string> {
  const facts = [
    ...['c000000', 'c000002'].map((client) => aStream(client, 's0', { state: 'inactive' })),
    ...['c000001', 'c000003'].map((client) => aSignal(client, 'late', { day: 20_776, polarity: -1, weight: 9 })),
    // what is usual in the account is kept for the week
    ...['c000004', 'c000005'].map((client) =>
      aSignal(client, 'slow', { day: 20_770, measure: 'reply-hours', value: 90 }),
    ),
  ];
  // unique marks: a repeated mark would hide a stale read
  const deps = processIn(world, { seed: 99 });
  const changed = () => deps.queue.send([rebuilding('acme', deps.randomBytes)]);
  await writeFacts({ ...deps, changed }, asAccount('acme'), facts);
  await runNight(world, runDate);
  return fingerprint(snapshotOf(world));
}

describe('with stale reads', () => {
  const nights = (['item', 'partition'] as const).flatMap((lagging) =>
    (lagging === 'item' ? [2, 6, 8] : seeds).map((seed) => ({ lagging, seed })),
  );

  it.each(nights)(
    'a night right after a change of facts leaves the same table ($lagging, seed $seed)',
    async ({ lagging, seed }) => {
      const { store, world } = staleWorld(stored, seed, lagging);
      store.settle();

      expect(await tableAfterNight(world)).toBe(await exact);
      expect(store.staleItems()).toBeGreaterThan(0);
    },
  );
});
