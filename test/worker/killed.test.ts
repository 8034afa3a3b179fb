import { expect, it } from 'vitest';
import { everyNth, everyNthSaid, tried } from '../support/size.ts';
import { evening } from './accounts.ts';
import {
  type Fate,
  fingerprint,
  noFate,
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

interface Outcome {
  /** Number of calls of an undisturbed run. */
  readonly calls: number;
  /** The kill points after which the retried run left a different table. */
  readonly different: readonly string[];
}

/**
 * Kills a run before and after each of its calls, or in `npm test` at every `nth` of these points, and lets the retries
 * of the queue and the schedule finish it.
 */
async function killedEverywhere(before: Snapshot, run: (world: World, fate: Fate) => Promise<void>): Promise<Outcome> {
  const undisturbed = worldOf(before);
  const count = noFate();
  await run(undisturbed, count);
  const expected = fingerprint(snapshotOf(undisturbed));

  const different: string[] = [];
  const points = Array.from({ length: count.calls }, (_, call) => [
    { at: call + 1, when: 'before' as const },
    { at: call + 1, when: 'after' as const },
  ]).flat();
  for (const { at, when } of everyNth(nth, points)) {
    const world = worldOf(before);
    await run(world, { at, when, calls: 0 });
    if (fingerprint(snapshotOf(world)) !== expected || world.fifo.dead().length > 0)
      different.push(`${when} call ${at}`);
  }
  return { calls: count.calls, different };
}
