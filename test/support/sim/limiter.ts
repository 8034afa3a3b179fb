import type { Deps } from '../../../shared/deps.ts';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { windows } from '../../../shared/domain/access/windows.ts';
import { RateLimited } from '../../../shared/domain/errors.ts';
import { KeyChecker } from '../../../shared/http/admission.ts';
import { apiKeyHash } from '../../../shared/table/store/item-keys.ts';
import type { RawItem, Value } from '../mem-dynamo/expressions.ts';
import { type Input, memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../random.ts';
import { fakeDeps } from '../service/deps.ts';
import { aroundAttempts, connectionResetError, type Send, throttlingError, timeoutError } from './attempts.ts';
import { inWorld, type World, worldAt } from './world.ts';

export interface Simulation {
  readonly seed: number;
  readonly requests: number;
  readonly keys?: number;
  readonly containers?: number;
  /** Share of the attempts that fail. */
  readonly faults: number;
  /** The largest clock error in milliseconds, in either direction. */
  readonly skew: number;
  /** Changes a counting update before it is applied: a faulty limiter, which the simulation must detect. */
  readonly instead?: (input: Input, item: RawItem) => Input;
}

/** `wrong` must be all zeros; `seen` describes the run. */
export interface Verdict {
  readonly wrong: {
    readonly over: number;
    readonly countedTwice: number;
    readonly lost: number;
    readonly wrong429: number;
    readonly counters: number;
    readonly unexpected: number;
  };
  readonly seen: {
    readonly admitted: number;
    readonly refused: number;
    readonly failed: number;
    /** Failed for the caller but counted, which the container cannot know. */
    readonly failedButCounted: number;
    readonly attempts: number;
    readonly faults: number;
    readonly full: number;
  };
}

/** 2026-11-20T11:58:00Z: an hour ends two minutes later. */
const start = Date.UTC(2026, 10, 20, 11, 58);
const demandPerMinute = 115;

/**
 * Containers with wrong clocks admit bursts of requests over a network that loses, delays and repeats messages. Runs
 * the real KeyChecker and the real client with its retries on a virtual clock. A ledger records every applied count.
 */
export async function simulateLimiter(simulation: Simulation): Promise<Verdict> {
  const { seed, requests, keys: keyCount = 20, containers: containerCount = 40, faults, skew } = simulation;
  const random = randomOf(seed);
  const world = worldAt(start);
  const store = memDynamo();
  const keys = Array.from({ length: keyCount }, () => makeKey('svctest', bytesOf(random)));
  const hashes = keys.map(apiKeyHash);
  for (const hash of hashes) store.put(keyItem(hash));
  const ledger = new Map<string, string[]>();
  const count = { attempts: 0, faults: 0 };

  const perform = (operation: string, input: Input) => {
    const id = idOf(input);
    const pk = input.Key?.pk;
    const output = store.perform(operation, input);
    if (id && pk && 'S' in pk) {
      for (const name of ['#m', '#h', '#d']) {
        const window = `${pk.S} ${input.ExpressionAttributeNames?.[name]}`;
        const ids = ledger.get(window) ?? [];
        ids.push(id);
        ledger.set(window, ids);
      }
    }
    return output;
  };

  let drawn = 0;
  const containers = Array.from({ length: containerCount }, () => {
    const offset = Math.round((random() * 2 - 1) * skew);
    const table = aroundAttempts(memTable({ perform }), badNetwork(world, random, faults, count));
    const randomBytes = () => {
      drawn += 1;
      return bytesOfNumber(drawn);
    };
    const deps: Deps = { ...fakeDeps(table), clock: () => world.now + offset, randomBytes };
    return { table, checker: new KeyChecker(deps) };
  });

  const outcomes: Outcome[] = [];
  const request = (at: number, key: number, container: (typeof containers)[number] | undefined) =>
    world.at(at, () => {
      if (!container) return;
      const before = drawn;
      const { admission } = container.checker.check(keys[key], container.table);
      const id = drawn > before ? hexOf(bytesOfNumber(drawn)) : undefined;
      const outcome = { pk: `KEY#${hashes[key]}`, id };
      admission.then(
        ({ rate }) => outcomes.push({ ...outcome, kind: 'admitted', remaining: rate.remaining }),
        (error: unknown) => outcomes.push({ ...outcome, ...failureOf(error) }),
      );
    });
  const minutes = Math.max(2, Math.round(requests / (keyCount * demandPerMinute)));
  for (let i = 0; i < requests; i += 1) {
    const container = containers[Math.floor(random() * containerCount)];
    request(start + arrival(random, minutes), Math.floor(random() * keyCount), container);
  }

  await inWorld(world, random, () => world.run());
  for (const { table } of containers) table.close();
  return { wrong: judge(ledger, outcomes, requests, store.items), seen: summary(ledger, outcomes, count) };
}

/** In bursts: many at the same instant at the start of a minute, many around its end, the rest at any time. */
function arrival(random: () => number, minutes: number): number {
  const minute = Math.floor(random() * minutes) * 60_000;
  const kind = random();
  if (kind < 0.25) return minute;
  if (kind < 0.5) return minute + Math.floor(random() * 4000);
  if (kind < 0.7) return minute + 60_000 - Math.floor(random() * 4000);
  return minute + Math.floor(random() * 60_000);
}

/** Fails attempts in one of four equally likely ways; in the last two the request is counted nevertheless. */
function badNetwork(world: World, random: () => number, faults: number, count: { attempts: number; faults: number }) {
  const travel = () => world.sleep(1 + Math.floor(random() * (random() < 0.02 ? 150 : 10)));
  return async (send: Send): Promise<unknown> => {
    count.attempts += 1;
    const fault = random() < faults ? 1 + Math.floor(random() * 4) : 0;
    if (fault) count.faults += 1;
    await travel();
    if (fault === 1) throw throttlingError();
    if (fault === 2) throw connectionResetError();
    if (fault === 3) {
      // arrives after the client has timed out and sent the next attempt
      world.at(world.now + 400 + Math.floor(random() * 1500), () => void send().catch(() => undefined));
      await world.sleep(400);
      throw timeoutError();
    }
    const answer = send();
    await Promise.all([answer.catch(() => undefined), travel()]);
    if (fault === 4) throw connectionResetError();
    return answer;
  };
}

interface Outcome {
  readonly pk: string;
  /** Undefined if the container refused without a call to the table. */
  readonly id: string | undefined;
  readonly kind: 'admitted' | 'refused' | 'failed' | 'unexpected';
  readonly remaining?: number;
  /** The window that the refusal reported as full. */
  readonly full?: string;
}

function failureOf(error: unknown): Pick<Outcome, 'kind' | 'full'> {
  if (error instanceof RateLimited) return { kind: 'refused', full: windowOf(error) };
  const { name, code } = error as { name?: string; code?: string };
  const known = name === 'TimeoutError' || name === throttlingError().name || code === 'ECONNRESET';
  return { kind: known ? 'failed' : 'unexpected' };
}

function windowOf({ limit, reset }: RateLimited): string {
  const window = windows.find((candidate) => candidate.limit === limit);
  return window ? `${window.letter}${reset / (window.length / 1000) - 1}` : '?';
}

function judge(
  ledger: ReadonlyMap<string, readonly string[]>,
  outcomes: readonly Outcome[],
  requests: number,
  items: ReadonlyMap<string, RawItem>,
): Verdict['wrong'] {
  const counted = countedIds(ledger);
  const final = (pk: string, name: string | undefined) => new Set(ledger.get(`${pk} ${name}`)).size;
  const limitOf = (name: string | undefined) => windows.find(({ letter }) => name?.startsWith(letter))?.limit ?? 0;
  const has = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind);
  return {
    over: [...ledger].filter(([window, ids]) => ids.length > limitOf(window.split(' ')[1])).length,
    countedTwice: [...ledger].reduce(
      (sum, [w, ids]) => sum + (w.includes(' m') ? ids.length - new Set(ids).size : 0),
      0,
    ),
    lost: has('admitted').filter(({ id }) => !id || !counted.has(id)).length + Math.max(0, requests - outcomes.length),
    wrong429: has('refused').filter(({ pk, id, full }) => (id && counted.has(id)) || final(pk, full) < limitOf(full))
      .length,
    counters: [...items.values()].filter((item) => !agrees(item, ledger)).length,
    unexpected: has('unexpected').length,
  };
}

/** True if every counter still stored on the item equals the count in the ledger. */
function agrees(item: RawItem, ledger: ReadonlyMap<string, readonly string[]>): boolean {
  const { pk, w } = item;
  if (!pk || !('S' in pk) || !w || !('M' in w)) return false;
  return Object.entries(w.M).every(
    ([name, value]) => !('N' in value) || Number(value.N) === ledger.get(`${pk.S} ${name}`)?.length,
  );
}

function summary(
  ledger: ReadonlyMap<string, readonly string[]>,
  outcomes: readonly Outcome[],
  { attempts, faults }: { attempts: number; faults: number },
): Verdict['seen'] {
  const counted = countedIds(ledger);
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind);
  return {
    admitted: of('admitted').length,
    refused: of('refused').length,
    failed: of('failed').length,
    failedButCounted: of('failed').filter(({ id }) => id && counted.has(id)).length,
    attempts,
    faults,
    full: [...ledger].filter(([window, ids]) => window.includes(' m') && ids.length === 100).length,
  };
}

function countedIds(ledger: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  return new Set([...ledger].flatMap(([window, ids]) => (window.includes(' m') ? ids : [])));
}

export function keyItem(hash: string, w: Record<string, Value> = {}): RawItem {
  return {
    pk: { S: `KEY#${hash}` },
    sk: { S: 'KEY' },
    v: { N: '3' },
    st: { S: 'active' },
    customerId: { S: 'acme' },
    keyId: { S: hash.slice(0, 8) },
    w: { M: w },
  };
}

/** The request id of a counting update. The updates of `controls` still contain it. */
function idOf({ ExpressionAttributeValues }: Input): string | undefined {
  const id = ExpressionAttributeValues?.[':id'];
  return id && 'B' in id ? Buffer.from(id.B, 'base64').toString('hex') : undefined;
}

function bytesOfNumber(number: number): Uint8Array {
  return Uint8Array.from([0, number >>> 24, number >>> 16, number >>> 8, number]);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
