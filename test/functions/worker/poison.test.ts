import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { nightsIn, rootsOf } from '../../../shared/table/views/root/root.ts';
import type { RawItem } from '../../support/mem-dynamo/expressions.ts';
import { tried } from '../../support/size.ts';
import { openAccount } from './accounts.ts';
import { drain, midnight, processIn, runNight, snapshotOf, type World, worldOf } from './world.ts';

const runDate = '2026-11-20';
const poisoned = 'a3';

const accounts = tried(12, 1000, 1000);

it(`an account of ${accounts} that fails three times is moved to the dead letters, blocks no other, and is scored after a redrive`, async () => {
  const world = await worldOfAccounts(accounts);
  const sound = world.store.items.get(`CUST#${poisoned} CLIENT#c000000`) ?? {};
  const { metadata: _, ...unsound } = sound;
  world.store.put(unsound);
  await runNight(world, runDate);

  expect(await shownIn(world)).toBe(accounts - 1);
  expect(world.fifo.dead().map(({ message }) => message)).toEqual([{ kind: 'score', customerId: poisoned, runDate }]);
  const attempts = world.logged.filter(({ customerId, level }) => customerId === poisoned && level === 'error');
  expect(attempts.map(({ received, AccountsFailed }) => ({ received, AccountsFailed }))).toEqual(
    [1, 2, 3].map((received) => ({ received, AccountsFailed: 1 })),
  );
  expect((world.now - midnight) / 60_000).toBeLessThan(5);

  world.store.put(sound);
  world.fifo.redrive(world.now);
  await drain(world);
  expect([await shownIn(world), world.fifo.dead()]).toEqual([accounts, []]);
});

/** A world with `count` equal accounts. */
async function worldOfAccounts(count: number): Promise<World> {
  const one = worldOf();
  await openAccount(one, 'acme', { clients: 1, streams: 1, signals: 4 });
  const world = worldOf();
  for (let at = 0; at < count; at += 1) {
    for (const item of snapshotOf(one).values()) {
      world.store.put(JSON.parse(JSON.stringify(item).replaceAll('acme', `a${at}`)) as RawItem);
    }
  }
  return world;
}

/** The number of accounts that show the night. */
async function shownIn(world: World): Promise<number> {
  const { table } = processIn(world);
  const accounts = [...world.store.items.keys()].flatMap((address) => address.match(/^ACCOUNTS (.+)$/)?.[1] ?? []);
  const shown = nightsIn(await rootsOf(table, accounts.map(asAccount)));
  return [...shown.values()].filter((day) => day === midnight / 86_400_000).length;
}
