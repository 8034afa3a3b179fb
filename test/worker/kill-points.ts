import { everyNth } from '../support/size.ts';
import { type Fate, fingerprint, noFate, type Snapshot, snapshotOf, type World, worldOf } from './world.ts';

export interface Outcome {
  /** Number of calls of an undisturbed run. */
  readonly calls: number;
  /** The kill points after which the retried run left a different table. */
  readonly different: readonly string[];
}

/**
 * Kills a run before and after each of its calls, or in `npm test` at every `nth` of these points, and lets the retries
 * of the queue and the schedule finish it.
 */
export async function killedEverywhere(
  before: Snapshot,
  run: (world: World, fate: Fate) => Promise<void>,
  nth = 1,
): Promise<Outcome> {
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
