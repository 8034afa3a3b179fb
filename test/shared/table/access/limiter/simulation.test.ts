import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../../../shared/domain/access/api-key.ts';
import { RateLimited } from '../../../../../shared/domain/errors.ts';
import { KeyChecker } from '../../../../../shared/http/admission.ts';
import { apiKeyHash } from '../../../../../shared/table/store/item-keys.ts';
import { type FaultCounts, faultyTable } from '../../../../simulation/faulty-table.ts';
import { isCount, Ledger } from '../../../../simulation/judge.ts';
import { inVirtualTime, lifeOf } from '../../../../simulation/virtual-time.ts';
import { choicesOf } from '../../../../support/choices.ts';
import { type MemDynamo, memDynamo } from '../../../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../../../support/random.ts';
import { putKey } from '../../../../support/service/api-keys.ts';
import { fakeDeps } from '../../../../support/service/deps.ts';
import { serverError, throttlingError, timeoutError } from '../../../../support/sim/attempts.ts';
import { worldAt } from '../../../../support/sim/world.ts';
import { seedsTried, tried } from '../../../../support/size.ts';

// Containers with wrong clocks admit bursts of requests over a network that loses, delays and repeats messages: the real
// KeyChecker and the real client with its retries; only the wire, the clock and chance are simulated.

/** 2026-11-20T11:58:00Z: an hour ends two minutes later. */
const start = Date.UTC(2026, 10, 20, 11, 58);
const demandPerMinute = 115;
const containerCount = 40;
const known = [timeoutError().name, throttlingError().name, serverError().name];

interface Crowd {
  readonly seed: number;
  readonly requests: number;
  readonly keys: number;
  /** Share of the attempts that fail. */
  readonly faults: number;
  /** The largest clock error in milliseconds, in either direction. */
  readonly skew: number;
}

/** What went wrong, and what happened. */
async function crowded({ seed, requests, keys: keyCount, faults, skew }: Crowd) {
  const choices = choicesOf(randomOf(seed));
  const { fraction, one, upTo, yes } = choices;
  const world = worldAt(start);
  const [store, ledger] = [memDynamo(), new Ledger()];
  const wrong: string[] = [];
  const perform: MemDynamo['perform'] = (operation, input) => {
    const output = store.perform(operation, input);
    try {
      if (operation === 'UpdateItem' && isCount(input)) ledger.count(input);
    } catch (error) {
      wrong.push(String(error));
    }
    return output;
  };
  const keys = Array.from({ length: keyCount }, () => makeKey('svctest', bytesOf(fraction)));
  for (const key of keys) await putKey(memTable(store), {}, key);

  let lastId = '';
  const randomBytes = bytesOf(fraction);
  const count: FaultCounts = {};
  const containers = Array.from({ length: containerCount }, () => {
    const offset = Math.round((fraction() * 2 - 1) * skew);
    const table = faultyTable({ perform }, { world, choices, faults, count }, lifeOf('container'), 'request');
    const checker = new KeyChecker({
      ...fakeDeps(table),
      clock: () => world.now + offset,
      randomBytes: (length) => {
        const id = randomBytes(length);
        lastId = Buffer.from(id).toString('hex');
        return id;
      },
    });
    return { table, checker };
  });

  const seen = { admitted: 0, refused: 0, failed: 0 };
  const full = new Set<string>();
  const refusals = new Map<string, number>();
  const notCounted: [hash: string, id: string][] = [];
  const ask = async (key: string) => {
    const { table, checker } = one(containers);
    const hash = apiKeyHash(key);
    lastId = '';
    const { admission } = checker.check(key, table);
    // none if it is refused without a call
    const id = lastId;
    try {
      await admission;
      seen.admitted += 1;
      if (!ledger.has(hash, id)) wrong.push('a request was admitted that was not counted');
    } catch (error) {
      if (error instanceof RateLimited) {
        seen.refused += 1;
        refusals.set(hash, (refusals.get(hash) ?? 0) + 1);
        notCounted.push([hash, id]);
        if (!ledger.isFull(hash, error.limit, error.reset)) wrong.push(`a window of ${error.limit} was not full`);
        full.add(`${hash} ${error.reset}`);
        return;
      }
      seen.failed += 1;
      const { name = '', code } = error as { name?: string; code?: string };
      if (!known.includes(name) && code !== 'ECONNRESET') wrong.push(String(error));
    }
  };
  /** In bursts: many at the same instant at the start of a minute, many around its end, the rest at any time. */
  const arrival = () => {
    const minute = upTo(Math.max(2, Math.round(requests / (keyCount * demandPerMinute))) - 1) * 60_000;
    if (yes(0.25)) return minute;
    return one([minute + upTo(4000), minute + 60_000 - upTo(4000), minute + upTo(60_000)]);
  };
  for (let at = 0; at < requests; at += 1) world.at(start + arrival(), () => void ask(one(keys)));

  await inVirtualTime(world, fraction, () => world.run());
  for (const { table } of containers) table.close();
  if (notCounted.some(([hash, id]) => ledger.has(hash, id))) wrong.push('a request was refused that was counted');
  for (const hash of keys.map(apiKeyHash)) {
    const w = store.get(`KEY#${hash}`, 'KEY')?.w;
    for (const [name, value] of Object.entries(w && 'M' in w ? w.M : {})) {
      if (!('N' in value)) continue;
      // refusals are counted later, or not at all
      const isRight = name.startsWith('R')
        ? Number(value.N) <= (refusals.get(hash) ?? 0)
        : Number(value.N) === ledger.countIn(hash, name);
      if (!isRight) wrong.push(`${name} is ${value.N}`);
    }
  }
  const faultsSeen = Object.values(count).reduce((sum, each) => sum + each, 0);
  return { wrong, seen: { ...seen, full: full.size, faults: faultsSeen } };
}

describe('simulated containers on a bad network count every request exactly once:', () => {
  const crowd = tried(1_500, 100_000, 100_000);
  const each = tried(1_200, 10_000, 10_000);

  it.each([
    { seed: 1, requests: crowd, faults: 0.006, skew: 500, keys: tried(6, 20, 20) },
    ...seedsTried(1, 10, 100).map((at) => ({
      seed: at + 1,
      requests: each,
      faults: 0.06,
      skew: 3_000,
      keys: tried(3, 20, 20),
    })),
  ])(`$requests at once, $faults of their calls fail, clocks differ by $skew ms, seed $seed`, async (simulation) => {
    const { wrong, seen } = await crowded(simulation);
    console.log(JSON.stringify({ ...simulation, ...seen }));

    expect(wrong).toEqual([]);
    const ended = seen.admitted + seen.refused + seen.failed;
    expect(ended, 'requests that never ended, or ended twice').toBe(simulation.requests);
    expect(seen.full, 'too few full windows: the simulation tries nothing').toBeGreaterThan(5);
    const expected = simulation.requests * simulation.faults;
    expect(seen.faults, 'too few faults: the simulation tries nothing').toBeGreaterThan(expected * 0.5);
  });

  it('a run of 200 requests repeats exactly with the same seed', async () => {
    const simulation = { seed: 7, requests: 200, faults: 0.06, skew: 3_000, keys: 3 };

    expect(await crowded(simulation)).toEqual(await crowded(simulation));
  });
});
