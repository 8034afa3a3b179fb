import type { Table } from '../../shared/table/store/table.ts';
import type { Choices } from '../support/choices.ts';
import type { Input, MemDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import {
  aroundAttempts,
  connectionResetError,
  type Send,
  serverError,
  throttlingError,
  timeoutError,
} from '../support/sim/attempts.ts';
import type { World } from '../support/sim/world.ts';
import { type Life, never } from './virtual-time.ts';

/** What can go wrong with one attempt of a call. */
const kinds = ['throttled', 'not sent', 'answer lost', 'answer late', 'server error'] as const;
export type FaultKind = (typeof kinds)[number] | 'request late' | 'batch in part' | 'killed' | 'asleep';
export type FaultCounts = Partial<Record<FaultKind, number>>;

export interface Network {
  readonly world: World;
  readonly choices: Choices;
  /** The share of the attempts that fail. */
  faults: number;
  readonly count: FaultCounts;
}

const mostTries = 8;

/** A call of a service whose SDK repeats it, unless the error is an answer. */
export async function repeated<T>(
  network: Network,
  life: Life,
  work: () => Promise<T>,
  isAnswer: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await attempt(network, life, 3000, work, {})) as T;
    } catch (error) {
      if (tries === mostTries || isAnswer(error)) throw error;
      await network.world.sleep(100 * tries);
    }
  }
}

/** Longer than the lease of a lock. */
const asleepMs = 600_000;
const timeouts = { request: 400, job: 3000 };

/** The table as a process reaches it: over a network that delays, loses and repeats, until the process is killed. */
export function faultyTable(
  store: Pick<MemDynamo, 'perform'>,
  network: Network,
  life: Life,
  profile: 'request' | 'job',
): Table {
  const table = memTable({ perform: partly(store, network, life) }, profile);
  return aroundAttempts(table, (send, input) => attempt(network, life, timeouts[profile], send, input));
}

/** One attempt of a call; `send` lets it take effect. */
export async function attempt(
  { world, choices, faults, count }: Network,
  life: Life,
  timeout: number,
  send: Send,
  input: object,
) {
  const travel = async () => {
    await world.sleep((1 + choices.upTo(choices.yes(0.02) ? 150 : 9)) * (life.calls >= life.slowFrom ? 300 : 1));
    // a machine that wakes up runs its timers before its network answers
    if (world.now < life.asleepUntil) await world.sleep(life.asleepUntil - world.now + choices.upTo(100));
  };
  const note = (kind: FaultKind) => {
    count[kind] = (count[kind] ?? 0) + 1;
    life.faults += 1;
  };
  if (life.dead) return never;
  life.calls += 1;
  if (isBatchOfWrites(input)) life.batches += 1;
  const { end } = life;
  if (end && life[end.counted] === end.number && (end.counted === 'calls' || isBatchOfWrites(input))) {
    note('killed');
    // a process cannot be killed while the simulation runs its code, so it dies while it waits
    await travel();
    if (end.moment === 'after') await send().catch(() => undefined);
    life.kill();
    return never;
  }
  if (life.calls >= life.sleepsAt && life.maySleep()) {
    note('asleep');
    life.sleepsAt = Number.POSITIVE_INFINITY;
    life.asleepUntil = world.now + asleepMs;
  }
  const fault = choices.yes(faults) ? choices.one(kinds) : undefined;
  if (fault) note(fault);
  await travel();
  if (life.dead) return never;
  switch (fault) {
    case 'throttled':
      throw throttlingError();
    case 'not sent':
      throw connectionResetError();
    case 'server error':
      throw serverError();
    case 'answer late': {
      // a counted request may even arrive after its next attempt; jobs rely on this not to happen
      if (isCount(input)) world.at(world.now + timeout + choices.upTo(1500), () => void send().catch(() => undefined));
      else await send().catch(() => undefined);
      await world.sleep(timeout);
      return life.dead ? never : Promise.reject(timeoutError());
    }
    default: {
      const answer = send();
      await Promise.all([answer.catch(() => undefined), travel()]);
      if (life.dead) return never;
      if (fault === 'answer lost') throw connectionResetError();
      return answer;
    }
  }
}

function isCount({ ExpressionAttributeValues }: { ExpressionAttributeValues?: object }): boolean {
  return ExpressionAttributeValues !== undefined && ':ids' in ExpressionAttributeValues;
}

function isBatchOfWrites({ RequestItems = {} }: { RequestItems?: object }): boolean {
  return Object.values(RequestItems).some(Array.isArray);
}

/** Processes some batches in part, as DynamoDB does when it throttles. */
function partly(
  store: Pick<MemDynamo, 'perform'>,
  { choices, faults, count }: Network,
  life: Life,
): MemDynamo['perform'] {
  return (operation, input) => {
    if (operation !== 'BatchWriteItem' || !choices.yes(faults)) return store.perform(operation, input);
    count['batch in part'] = (count['batch in part'] ?? 0) + 1;
    life.faults += 1;
    const done: Record<string, unknown[]> = {};
    const left: Record<string, unknown[]> = {};
    for (const [name, requests] of Object.entries(input.RequestItems ?? {})) {
      const all = requests as readonly unknown[];
      const some = choices.upTo(all.length);
      done[name] = all.slice(0, some);
      if (some < all.length) left[name] = all.slice(some);
    }
    store.perform(operation, { RequestItems: done } as Input);
    return { UnprocessedItems: left };
  };
}
