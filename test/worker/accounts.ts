import { rebuilding } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { aClient, aNote } from '../support/store/facts.ts';
import { writeFacts } from '../support/store/writer.ts';
import { accountFacts } from './account-facts.ts';
import {
  drain,
  midnight,
  processIn,
  runNight,
  type Snapshot,
  snapshotOf,
  type World,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

const dayMs = 86_400_000;

export interface Size {
  readonly clients: number;
  readonly streams: number;
  readonly signals: number;
}

/** Creates an account with made-up facts and projects its views. */
export async function openAccount(world: World, customerId: string, size: Size, seed = 1): Promise<void> {
  const deps = processIn(world, { seed: 40 + seed });
  const account = asAccount(customerId);
  await createAccount(deps.table, account, customerId);
  const writer = {
    ...deps,
    changed: () => deps.queue.send([rebuilding(customerId, deps.randomBytes)]),
  };
  await writeFacts(writer, account, accountFacts(seed, size));
  await drain(world);
}

/**
 * The evening before 20 November: the earlier nights are done, pages of the first are old enough to be deleted, and a
 * writer was killed before its facts were projected.
 */
export async function evening(size: Size, nights: readonly number[] = [17, 18, 19]): Promise<Snapshot> {
  const world = worldOf(new Map(), midnight - 4 * dayMs);
  await openAccount(world, 'acme', size);
  for (const day of nights) {
    world.now = Date.UTC(2026, 10, day);
    await runNight(world, `2026-11-${day}`);
  }
  const killed = writerWithoutProjection(world, { seed: 77 });
  await writeFacts(killed, asAccount('acme'), [aClient('c000001', { name: 'Renamed' }), aNote('c000000', 'late')]);
  return snapshotOf(world);
}
