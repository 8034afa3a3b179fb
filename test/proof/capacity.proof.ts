import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { fromAttributes } from '../../shared/table/store/lean/attributes.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { seedAccount } from '../bench/night/account.ts';
import { deliver, midnight, processIn, worldOf } from '../functions/worker/world.ts';
import type { RawItem } from '../support/mem-dynamo/expressions.ts';
import { type Input, type MemDynamo, memDynamo, ServiceError, textOf } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { putKey } from '../support/service/api-keys.ts';
import { aroundAttempts } from '../support/sim/attempts.ts';
import { idsOf, keyCheckerOn } from '../support/sim/key-checker.ts';
import { sizeOf } from '../support/store/capacity.ts';

// A night against a table that throttles, on a virtual clock: the production SDK with its own retries and pauses.
// Each attempt takes as long as DynamoDB usually does.

vi.mock('node:timers/promises', () => ({
  setTimeout: (delay: number) => new Promise((resolve) => globalThis.setTimeout(resolve, delay)),
}));

/** Write units a second. */
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

/** 20,000 clients each time, so that few large accounts and many small ones can be compared. */
const shapes = [
  { accounts: 100, clients: 200 },
  { accounts: 1_000, clients: 20 },
  { accounts: 10_000, clients: 2 },
];

/** The night of accounts of so many clients, by name: when each was done, in seconds. */
async function nightOf(sizes: ReadonlyMap<string, number>) {
  const world = worldOf();
  const seeding = processIn(world).table;
  for (const [name, clients] of sizes) {
    const account = asAccount(name);
    await createAccount(seeding, account, 'Any');
    await seedAccount(seeding, account, { clients, signals: 20, weeks: 4, memberships: 0 });
  }
  const limited = withCapacity(world.store);
  const throttling = { ...world, store: { ...world.store, perform: limited.perform } };
  Object.defineProperty(throttling, 'now', { get: Date.now });

  let [deliveries, failed] = [0, 0];
  const done = new Map<string, number>();
  const worker = async () => {
    for (let next = throttling.fifo.receive(Date.now()); next; next = throttling.fifo.receive(Date.now())) {
      deliveries += 1;
      const started = Date.now();
      const time = () => ({ getRemainingTimeInMillis: () => 300_000 - (Date.now() - started) });
      if (!(await deliver(throttling, next, { gate: () => pause(roundTrip + cpuOfCall), time }))) failed += 1;
      done.set(next.outgoing.message.customerId, (Date.now() - start) / 1000);
    }
  };
  const start = Date.now();
  await createNightly(processIn(throttling))({ task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' });
  const seconds = await timed(Promise.all(Array.from({ length: workersAtOnce }, worker)));
  expect({ failed, waiting: throttling.fifo.waiting() }).toEqual({ failed: 0, waiting: 0 });
  return { seconds, deliveries, done, ...limited.told };
}

const accountsOf = (count: number, clients: number) =>
  Array.from({ length: count }, (_, at) => [`account-${at}`, clients] as const);

it.each(shapes)(
  'a night of $accounts accounts of $clients clients: no write is lost, and 10 workers need at most 5 minutes',
  async ({ accounts, clients }) => {
    const { seconds, deliveries, writeUnits, refused } = await nightOf(new Map(accountsOf(accounts, clients)));

    console.log(
      `${accounts} × ${clients}: ${seconds.toFixed(0)} s for ${deliveries} deliveries; ${writeUnits} units, ${refused} refused`,
    );
    expect(deliveries).toBeGreaterThanOrEqual(accounts);
    expect(seconds).toBeLessThanOrEqual(300);
  },
);

it('one account of 5,000 clients takes a worker from the night of 50 others of 200, and little more', async () => {
  const others = accountsOf(50, 200);
  const lastOf = ({ done }: { done: ReadonlyMap<string, number> }) => {
    const times = others.map(([name]) => done.get(name) ?? Infinity).sort((a, b) => a - b);
    return { median: times[25] ?? 0, last: times.at(-1) ?? 0 };
  };
  const alone = lastOf(await nightOf(new Map(others)));
  const night = await nightOf(new Map([['aaa-large', 5_000], ...others]));
  const beside = lastOf(night);

  console.log(
    `50 × 200 alone: ${JSON.stringify(alone)} s; beside one of 5,000: ${JSON.stringify(beside)} s, all after ${night.seconds} s`,
  );
  expect(beside.last).toBeLessThanOrEqual(alone.last * 1.25);
});

it('one key at 20 requests a second costs the table little more than its limit, and others nothing', async () => {
  const limited = withCapacity(memDynamo());
  const table = memTable(limited);
  const [flood, ...others] = await Promise.all(Array.from({ length: 51 }, () => putKey(table)));
  const containers = Array.from({ length: 4 }, (_, at) => keyCheckerOn(table, { randomBytes: idsOf(at) }));
  const before = limited.told.writeUnits;
  const answers = { flood: { admitted: 0, refused: 0 }, others: { admitted: 0, refused: 0 } };
  const ask = async (who: keyof typeof answers, key: string | undefined, turn: number) => {
    const { ask, deps } = containers[turn % containers.length] ?? expect.fail();
    deps.now = Date.now();
    answers[who]['admitted' in (await ask(key)) ? 'admitted' : 'refused'] += 1;
  };
  // ten minutes: each of the others asks once a second
  for (let turn = 0; turn < 20 * 600; turn += 1) {
    await ask('flood', flood, turn);
    if (turn % 20 === 0) for (const [at, key] of others.entries()) await ask('others', key, turn + at);
    vi.setSystemTime(midnight + (turn + 1) * 50);
  }
  const units = limited.told.writeUnits - before - answers.others.admitted;

  console.log(`a key at 20 a second for ten minutes: ${JSON.stringify(answers)}; ${units} units of its own`);
  expect(answers.others).toEqual({ admitted: 50 * 600, refused: 0 });
});

/** Pages of a full rebuild: 33 of 10 KB for 1,000 clients. */
const pagesOf = (clients: number) =>
  Array.from({ length: 0.033 * clients }, (_, at) => ({ pk: 'one', sk: String(at), text: 'x'.repeat(10_000) }));

it.each([100_000, 1_000_000])(
  'the pages of %i clients are written into one partition at its capacity, and none is lost',
  async (clients) => {
    const pages = pagesOf(clients);
    const written = new Set<string>();
    const limited = withCapacity(onlyKeysOf(written));
    // with the client, whose retries are tested
    const table = aroundAttempts(memTable(limited, 'job'), (send) => send());
    const seconds = await timed(putAll(table, pages));

    const { writeUnits, refused } = limited.told;
    console.log(`${clients} clients: ${seconds.toFixed(0)} s; ${writeUnits} units, ${refused} refused`);
    expect(written.size).toBe(pages.length);
    expect(seconds).toBeLessThanOrEqual((2 * writeUnits) / capacity.partition);
  },
);

/** A table that remembers only the sort keys of what is put, since the items need not fit into memory. */
function onlyKeysOf(written: Set<string>): MemDynamo {
  const perform: MemDynamo['perform'] = (_, { RequestItems = {} }) => {
    for (const { PutRequest } of Object.values(RequestItems).flat() as { PutRequest: { Item: RawItem } }[]) {
      const { sk } = PutRequest.Item;
      if (sk && 'S' in sk) written.add(sk.S);
    }
    return {};
  };
  return { ...memDynamo(), perform };
}

it('with one attempt each, writes do fail: the repetitions are what makes the test above pass', async () => {
  const table = memTable(withCapacity(memDynamo()), 'request');

  await expect(timed(putAll(table, pagesOf(100_000)))).rejects.toThrow('The level of throughput was exceeded');
});

/**
 * A table with a limited write rate, as in DynamoDB: it throttles writes over the limit, and of a batch it writes the
 * items that still fit. It saves up at most one second of unused capacity. A write may overdraw it, and the next ones wait.
 */
function withCapacity(store: MemDynamo) {
  const told = { writeUnits: 0, refused: 0 };
  const buckets = new Map<string, { level: number; at: number }>();
  const bucketOf = (name: string, perSecond: number) => {
    const now = Date.now();
    const { level, at } = buckets.get(name) ?? { level: perSecond, at: now };
    const bucket = { level: Math.min(perSecond, level + ((now - at) * perSecond) / 1000), at: now };
    buckets.set(name, bucket);
    return bucket;
  };
  /** Whether the write is done. */
  const take = (key: RawItem, units: number): boolean => {
    const both = [bucketOf('the table', capacity.table), bucketOf(textOf(key.pk), capacity.partition)];
    const fits = both.every(({ level }) => level > 0);
    if (fits) for (const each of both) each.level -= units;
    told[fits ? 'writeUnits' : 'refused'] += fits ? units : 1;
    return fits;
  };
  const refusal = () =>
    new ServiceError('ProvisionedThroughputExceededException', 'The level of throughput was exceeded');
  const unitsOf = (item: RawItem | undefined) => Math.max(1, Math.ceil(sizeOf(fromAttributes(item ?? {})) / 1024));

  function batch({ RequestItems = {} }: Input): object {
    const [[name = '', requests = []] = []] = Object.entries(RequestItems);
    const left = (requests as { PutRequest?: { Item: RawItem }; DeleteRequest?: { Key: RawItem } }[]).filter(
      (request) => {
        const item = request.PutRequest?.Item;
        if (!take(item ?? request.DeleteRequest?.Key ?? {}, unitsOf(item))) return true;
        store.perform('BatchWriteItem', { RequestItems: { [name]: [request] } });
        return false;
      },
    );
    if (left.length === (requests as object[]).length) throw refusal();
    return { UnprocessedItems: left.length > 0 ? { [name]: left } : {} };
  }

  const perform: MemDynamo['perform'] = (operation, input) => {
    if (operation === 'BatchWriteItem') return batch(input);
    if (!/^(Put|Update|Delete|TransactWrite)/.test(operation)) return store.perform(operation, input);
    const parts = input.TransactItems?.flatMap((part) => Object.values(part)) ?? [input];
    for (const { Key, Item } of parts) {
      const key = Key ?? Item ?? {};
      const units = unitsOf(Item ?? store.get(textOf(key.pk), textOf(key.sk)));
      if (!take(key, input.TransactItems ? 2 * units : units)) throw refusal();
    }
    return store.perform(operation, input);
  };
  return { told, perform };
}
