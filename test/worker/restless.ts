import { expect } from 'vitest';
import { nightMessage, rebuilding } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { type Choices, choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';
import { type AccountChange, change, firstFacts } from '../support/rosters/account-changes.ts';
import { expectViewsOfFacts, pageName, pagesNamed } from '../support/rosters/oracle.ts';
import { putKey } from '../support/service/api-keys.ts';
import { writeFacts } from '../support/store/writer.ts';
import { createReader, watchVersions } from './reader.ts';
import { deliver, drain, itemsOf, processIn, runNight, snapshotOf, type World, worldOf } from './world.ts';

interface Size {
  readonly clients: number;
  readonly changes: number;
  /** The number of changes between two nights. */
  readonly nightEvery: number;
  /** The probability that a delivery is killed at one of its calls. */
  readonly killed: number;
}

const dayMs = 86_400_000;
const account = asAccount('acme');

/** An account that is changed and read continuously while nights run and workers are killed. */
export async function restlessAccount(seed: number, size: Size): Promise<{ versions: number; reads: number }> {
  const choices = choicesOf(randomOf(seed));
  const world = worldOf();
  const gate = async () => {
    for (let hops = choices.upTo(2); hops > 0; hops -= 1) await new Promise(setImmediate);
  };
  const versions = watchVersions(world, account);
  const deps = processIn(world, { gate, seed });
  const writer = {
    ...deps,
    changed: () => deps.queue.send([rebuilding(account, deps.randomBytes)]),
  };
  await createAccount(deps.table, account, 'Acme');
  await writeFacts(writer, account, firstFacts(size.clients));
  await drain(world);
  const apiKey = await putKey(processIn(world).table);

  let busy = true;
  let reads = 0;
  const write = async () => {
    for (let at = 1; at <= size.changes; at += 1) {
      await change(writer, account, itemsOf(snapshotOf(world)), changeBy(choices));
      if (at % size.nightEvery === 0) await beginNight(world, deps);
      const patient = choices.yes(0.8);
      while (patient && world.fifo.waiting() > 0) await new Promise(setImmediate);
    }
  };
  const work = async () => {
    while (busy || world.fifo.nextAt() !== undefined) {
      const next = world.fifo.receive(world.now);
      if (next) await deliver(world, next, { gate, ...fateBy(choices, size) });
      else world.now = Math.max(world.now, world.fifo.nextAt() ?? 0);
      await new Promise(setImmediate);
    }
  };
  const read = async (remembers: boolean) => {
    const reader = createReader(world, versions, apiKey, { gate, remembers, choices });
    for (; busy; reads += 1) await reader();
  };
  await Promise.all([write().finally(() => (busy = false)), work(), read(true), read(false)]);

  await expectNothingLeft(world);
  return { versions: versions.lists.length, reads };
}

const kinds: readonly AccountChange['kind'][] = [
  ...(['rename', 'archive', 'favorite', 'metadata', 'newClient', 'removeClient', 'newStream', 'streamState'] as const),
  ...(['removeStream', 'member', 'removeMember', 'portfolio', 'removePortfolio', 'read', 'note', 'signal'] as const),
];

export function changeBy({ one, upTo }: Choices): AccountChange {
  return { kind: one(kinds), which: upTo(1_000_000), value: upTo(1_000_000) };
}

function fateBy({ yes, upTo, one }: Choices, { killed, clients }: Size) {
  const when = one(['before', 'after'] as const);
  return yes(killed) ? { fate: { at: 1 + upTo(clients * 3), when, calls: 0 } } : {};
}

async function beginNight(world: World, { queue }: ReturnType<typeof processIn>): Promise<void> {
  const midnight = (Math.floor(world.now / dayMs) + 1) * dayMs;
  world.now = midnight;
  await queue.send([nightMessage(account, new Date(midnight).toISOString().slice(0, 10))]);
}

/** The views match the facts, and after quiet nights no old unreferenced page is left. */
async function expectNothingLeft(world: World): Promise<void> {
  // the operator redrives messages that were killed three times, long after later ones were processed
  world.fifo.redrive(world.now);
  await drain(world);
  expectViewsOfFacts(itemsOf(snapshotOf(world)), account);

  for (const _ of [1, 2, 3]) {
    world.now = (Math.floor(world.now / dayMs) + 1) * dayMs;
    await runNight(world, new Date(world.now).toISOString().slice(0, 10));
  }
  const today = Math.floor(world.now / dayMs);
  const items = itemsOf(snapshotOf(world));
  expectViewsOfFacts(items, account, today);
  const named = pagesNamed(items, account, 'since the last deletions');
  const round = Number(items.find(({ sk }) => sk === 'ROOT')?.round);
  const orphans = items.filter((item) => {
    const name = pageName(item);
    return name !== undefined && !named.has(name) && Number(item.round) < round - 1;
  });
  expect(orphans.map(({ sk }) => sk)).toEqual([]);
}
