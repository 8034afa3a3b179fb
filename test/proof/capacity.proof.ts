import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { seedAccount } from '../bench/night/account.ts';
import { withCapacity } from '../support/faults/capacity.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { deliver, midnight, processIn, worldOf } from '../worker/world.ts';

// A night against a table that throttles, on a virtual clock: the production SDK with its own retries and pauses.
// Each attempt takes as long as DynamoDB usually does.

vi.mock('node:timers/promises', () => ({
  setTimeout: (delay: number) => new Promise((resolve) => globalThis.setTimeout(resolve, delay)),
}));

const capacity = { partition: 1000, table: 4000 };
const roundTrip = 5;
const workersAtOnce = 10;
const cpuOfCall = 0.5;

beforeEach(() => void vi.useFakeTimers({ now: midnight, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs the clock until the work is done; returns the duration in seconds. */
async function timed(work: Promise<unknown>): Promise<number> {
  const start = Date.now();
  let ended: number | undefined;
  const end = work.finally(() => {
    ended = Date.now();
  });
  // an error is rethrown below, after the clock has stopped
  end.catch(() => undefined);
  while (ended === undefined) await vi.advanceTimersToNextTimerAsync();
  await end;
  return (ended - start) / 1000;
}

it('1,000 accounts of 200 clients are scored in 15 minutes by 10 workers, and every throttled write succeeds in the end', {
  timeout: 600_000,
}, async () => {
  // a tenth of the accounts in a tenth of the time
  const [accounts, share] = [100, 10];
  const world = worldOf();
  const seeding = processIn(world).table;
  for (let at = 0; at < accounts; at += 1) {
    const account = asAccount(`account-${at}`);
    await createAccount(seeding, account, 'Any');
    await seedAccount(seeding, account, { clients: 200, signals: 20, streams: 2.5, weeks: 4, memberships: 0 });
  }
  const limited = withCapacity(world.store, capacity, Date.now);
  const throttling = { ...world, store: { ...world.store, perform: limited.perform } };
  Object.defineProperty(throttling, 'now', { get: Date.now });

  let [deliveries, failed] = [0, 0];
  const worker = async () => {
    for (let next = throttling.fifo.receive(Date.now()); next; next = throttling.fifo.receive(Date.now())) {
      deliveries += 1;
      const started = Date.now();
      const time = () => ({ getRemainingTimeInMillis: () => 300_000 - (Date.now() - started) });
      if (!(await deliver(throttling, next, { gate: () => pause(roundTrip + cpuOfCall), time }))) failed += 1;
    }
  };
  await createNightly(processIn(throttling))({ task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' });
  const seconds = await timed(Promise.all(Array.from({ length: workersAtOnce }, worker)));

  const { writeUnits, refused } = limited.told;
  console.log(
    `${seconds.toFixed(0)} s for ${deliveries} deliveries, ${failed} failed; ${writeUnits} units, ${refused} refused`,
  );
  expect({ failed, waiting: throttling.fifo.waiting() }).toEqual({ failed: 0, waiting: 0 });
  expect(seconds * share).toBeLessThanOrEqual(15 * 60);
});

const pages = 3300;
const pagesOfLargeAccount = Array.from({ length: pages }, (_, at) => ({
  pk: 'one',
  sk: String(at),
  text: 'x'.repeat(10_000),
}));

it('the pages of 100,000 clients are written into one partition at its capacity, and none is lost', {
  timeout: 600_000,
}, async () => {
  const store = memDynamo();
  const limited = withCapacity(store, capacity, Date.now);
  const table = memTable(limited, 'job');
  const seconds = await timed(putAll(table, pagesOfLargeAccount));

  const { writeUnits, refused } = limited.told;
  console.log(`${seconds.toFixed(0)} s; ${writeUnits} units, ${refused} refused`);
  expect(store.items.size).toBe(pages);
  expect(seconds).toBeLessThanOrEqual((2 * writeUnits) / capacity.partition);
});

it('without waiting between attempts writes do fail, so the waiting is what makes the test above pass', async () => {
  const table = memTable(withCapacity(memDynamo(), capacity, Date.now), 'request');

  await expect(timed(putAll(table, pagesOfLargeAccount))).rejects.toThrow('The level of throughput was exceeded');
});
