import { describe, expect, it } from 'vitest';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { choicesOf } from '../support/choices.ts';
import { staleReads } from '../support/mem-dynamo/stale-reads.ts';
import { randomOf } from '../support/random.ts';
import { change, firstFacts } from '../support/rosters/account-changes.ts';
import { expectViewsOfFacts } from '../support/rosters/oracle.ts';
import { readViews } from '../support/rosters/reading.ts';
import { aStream } from '../support/store/facts.ts';
import { writeFacts } from '../support/store/writer.ts';
import { evening } from './accounts.ts';
import { changeBy } from './restless.ts';
import {
  drain,
  fingerprint,
  itemsOf,
  midnight,
  processIn,
  runNight,
  type Snapshot,
  snapshotOf,
  type World,
  worldOf,
} from './world.ts';

// Nights, imports and readers on a table whose eventually consistent reads are up to 3 seconds stale, either all items of
// a partition by the same time or each item by its own.

const runDate = '2026-11-20';
const account = asAccount('acme');
const seeds = [1, 2, 3];

function staleWorld(items: Snapshot, seed: number, lagging: 'item' | 'partition') {
  const store = staleReads(randomOf(seed), lagging);
  return { store, world: worldOf(items, midnight, store) };
}

function writerIn(world: World) {
  // unique marks: a repeated mark would hide a stale read
  const deps = processIn(world, { seed: 99 });
  return {
    ...deps,
    changed: () => deps.queue.send([rebuilding(account, deps.randomBytes)]),
  };
}

const before = await evening({ clients: 6, streams: 2, signals: 6 });
const exact = tableAfterNight(worldOf(before));

/** Changes some facts and runs a night right after it; returns a hash of the table. */
async function tableAfterNight(world: World): Promise<string> {
  const facts = [aStream('c000000', 's0', { state: 'inactive' }), aStream('c000002', 's0', { state: 'inactive' })];
  await writeFacts(writerIn(world), account, facts);
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

  it.each(seeds)('views follow 20 changes of facts, each projected at once (seed %i)', async (seed) => {
    const { store, world } = staleWorld(new Map(), seed, 'item');
    const choices = choicesOf(randomOf(seed));
    const writer = writerIn(world);
    await createAccount(writer.table, account, 'Acme');
    await writeFacts(writer, account, firstFacts(40));
    await drain(world);

    for (let changes = 0; changes < 20; changes += 1) {
      await change(writer, account, itemsOf(snapshotOf(world)), changeBy(choices));
      await drain(world);
      expectViewsOfFacts(itemsOf(snapshotOf(world)), account);
      // readers get complete versions: a missing page or one of another version is a failure
      await readViews(processIn(world).table, account);
    }

    expect(store.staleItems()).toBeGreaterThan(0);
  });
});
