import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createFifoQueue, type FifoQueue, type ReceivedMessage } from '../../../bin/local/jobs/fifo.ts';
import { eventOf } from '../../../bin/local/jobs/queue.ts';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import {
  create as createWorker,
  type InvocationContext,
  type WorkerHandler,
} from '../../../functions/worker/handler.ts';
import type { Delivery } from '../../../notices/delivery.ts';
import type { JobDeps } from '../../../shared/jobs/queue.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { type Death, deathsIn, Killed, mortal } from '../../support/faults/dying.ts';
import type { RawItem } from '../../support/mem-dynamo/expressions.ts';
import { type MemDynamo, memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';

/** Everything that outlives a process: a table, a queue and a clock. */
export interface World {
  readonly store: MemDynamo;
  readonly fifo: FifoQueue;
  now: number;
  readonly logged: Record<string, unknown>[];
  /** Receives the events of nights; without it, none are stored or sent. Throws to refuse one. */
  bus?: (detail: string) => void;
  /** Receives the messages of notices; without it, none are stored or sent. Throws to refuse them. */
  receiver?: (deliveries: readonly Delivery[]) => void;
}

/** 20 November 2026, 00:00 UTC */
export const midnight = Date.UTC(2026, 10, 20);

export type Snapshot = ReadonlyMap<string, RawItem>;

export function worldOf(items: Snapshot = new Map(), now = midnight, store = memDynamo()): World {
  for (const item of items.values()) store.put(item);
  return { store, fifo: createFifoQueue({ visibility: 30 * 60_000, maxReceives: 3 }), now, logged: [] };
}

/** The calls of a run, of all its processes, and the one at which a process is killed. */
export interface Fate {
  readonly death?: Death;
  readonly calls: string[];
}

export const noFate = (): Fate => ({ calls: [] });

/** Every death in a run that made these calls. */
export const fatesIn = ({ calls }: Fate): Fate[] => deathsIn(calls).map((death) => ({ death, calls: [] }));

interface Life {
  readonly fate?: Fate;
  /** Awaited before each call, so that other processes can run first. */
  readonly gate?: () => Promise<void>;
  readonly seed?: number;
}

/** The dependencies of one process. After it is killed, every call fails. */
export function processIn(world: World, { fate = noFate(), gate, seed = 1 }: Life = {}): JobDeps {
  const { act } = mortal(fate.death, fate.calls);
  const table = memTable(
    { perform: (operation, input) => act(operation, () => world.store.perform(operation, input)) },
    'job',
  );
  if (gate) aroundAttempts(table, async (send) => gate().then(send));
  return {
    table,
    clock: () => world.now,
    randomBytes: bytesOf(randomOf(seed)),
    log: (record) => world.logged.push(record as Record<string, unknown>),
    buildId: 'test',
    consumed: () => ({ calls: fate.calls.length, readUnits: 0, writeUnits: 0 }),
    ...(world.bus && {
      mornings: { withNames: false, send: async (detail: string) => act('bus', () => world.bus?.(detail)) },
    }),
    ...(world.receiver && {
      notices: {
        send: async (deliveries: readonly Delivery[]) => act('deliver', () => world.receiver?.(deliveries)),
        pageOf: (account: string) => `https://example.com/accounts/${account}`,
      },
    }),
    queue: {
      send: async (outgoing) => {
        await gate?.();
        act('send', () => {
          for (const each of outgoing) world.fifo.send(each, world.now);
        });
      },
      release: async (receiptHandle, seconds) =>
        act('release', () => world.fifo.release(receiptHandle, world.now, seconds)),
    },
  };
}

/** A process that writes facts and leaves their projection to the night. */
export function writerWithoutProjection(world: World, life?: Life) {
  return { ...processIn(world, life), changed: async () => undefined };
}

export const plentyOfTime = (): InvocationContext => ({ getRemainingTimeInMillis: () => 300_000 });

/** Enough time for about the given number of clients, then none. */
export const timeFor = (clients: number) => (): InvocationContext => {
  let asked = 0;
  return {
    getRemainingTimeInMillis: () => {
      asked += 1;
      return asked <= clients + 1 ? 300_000 : 0;
    },
  };
};

interface Running extends Pick<Life, 'fate' | 'gate'> {
  readonly worker?: (deps: JobDeps) => WorkerHandler;
  readonly time?: () => InvocationContext;
}

/** One delivery, as in Lambda: on success the message is deleted, otherwise it is redelivered later. */
export async function deliver(world: World, received: ReceivedMessage, running: Running = {}): Promise<boolean> {
  const { fate, gate, worker = createWorker, time = plentyOfTime } = running;
  const life = { ...(fate && { fate }), ...(gate && { gate }), seed: received.receiveCount };
  try {
    await worker(processIn(world, life))(eventOf(received), time());
  } catch {
    return false;
  }
  world.fifo.remove(received.receiptHandle);
  return true;
}

/** More than the nights of a test need for one account. */
const mostDeliveries = 2000;

/** Processes messages until the queue is empty, advancing the clock to the visibility timeout of hidden ones. */
export async function drain(world: World, running: Running = {}): Promise<void> {
  const deliveries = new Map<string, number>();
  for (let at = world.fifo.nextAt(); at !== undefined; at = world.fifo.nextAt()) {
    world.now = Math.max(world.now, at);
    for (let next = world.fifo.receive(world.now); next; next = world.fifo.receive(world.now)) {
      const { customerId } = next.outgoing.message;
      const count = (deliveries.get(customerId) ?? 0) + 1;
      deliveries.set(customerId, count);
      if (count > mostDeliveries) throw new Error(`${customerId} is handed over without end`);
      await deliver(world, next, running);
    }
  }
}

/** A complete night: dispatches it, again if the dispatcher is killed, and processes all messages. */
export async function runNight(world: World, runDate: string, running: Running = {}): Promise<void> {
  const event = { task: 'dispatch', scheduledTime: `${runDate}T00:00:00Z` };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      await createNightly(processIn(world, running.fate && { fate: running.fate }))(event);
      break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  await drain(world, running);
}

/** A hash of the table, without what tells publications and deletions apart: how many there were, and when. */
export function fingerprint(items: Snapshot): string {
  const lines = [...items]
    .filter(([address]) => !address.includes('#ROSTER#changed '))
    .map(([address, { generation: _, version: __, round: ___, deletions: ____, ...item }]) => {
      const text = canonical(item);
      return `${address} ${address.endsWith(' ROOT') ? text.replace(/"changed":\{[^}]*\}/, '') : text}`;
    })
    .sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The items as the document client returns them. */
export function itemsOf(items: Snapshot): Item[] {
  return [...items.values()].map((item) => unmarshall(withBytes(item)) as Item);
}

/** In JSON, bytes are base64 text. */
function withBytes(item: RawItem): Record<string, AttributeValue> {
  return JSON.parse(JSON.stringify(item), (name, value) =>
    name === 'B' && typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value,
  );
}

export function snapshotOf({ store }: World): Snapshot {
  return new Map(store.items);
}

/** The same text for the same value, whatever the order of its fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
