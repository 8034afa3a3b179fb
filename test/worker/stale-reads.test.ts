import { describe, expect, it } from 'vitest';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { staleReads } from '../support/mem-dynamo/stale-reads.ts';
import { randomOf } from '../support/random.ts';
import { aSignal, aStream } from '../support/store/facts.ts';
import { writeFacts } from '../support/store/writer.ts';
import { evening } from './accounts.ts';
import { fingerprint, midnight, processIn, runNight, type Snapshot, snapshotOf, type World, worldOf } from './world.ts';

// Nights, imports and readers on a table whose eventually consistent reads are up to 3 seconds stale, either all items of
// a partition by the same time or each item by its own.

const runDate = '2026-11-20';
const seeds = [1, 2, 3];

function staleWorld(items: Snapshot, seed: number, lagging: 'item' | 'partition') {
  const store = staleReads(randomOf(seed), lagging);
  return { store, world: worldOf(items, midnight, store) };
}

const before = await evening({ clients: 6, streams: 2, signals: 6 });
const exact = tableAfterNight(worldOf(before));

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
      const { store, world } = staleWorld(before, seed, lagging);
      store.settle();

      expect(await tableAfterNight(world)).toBe(await exact);
      expect(store.staleItems()).toBeGreaterThan(0);
    },
  );
});
