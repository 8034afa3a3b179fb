import { createFifoQueue, type ReceivedMessage } from '../../bin/local/jobs/fifo.ts';
import { eventOf } from '../../bin/local/jobs/queue.ts';
import { create as createWorker } from '../../functions/worker/handler.ts';
import type { Queue } from '../../shared/jobs/queue.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { fakeDeps } from '../support/service/deps.ts';
import type { SimulatedBus } from './bus.ts';
import { faultyTable, repeated } from './faulty-table.ts';
import type { Simulated } from './simulated.ts';
import { type Life, within } from './virtual-time.ts';

const minuteMs = 60_000;
const lambdaTimeout = 5 * minuteMs;
const mostWorkers = 3;
const noUnits = { calls: 0, readUnits: 0, writeUnits: 0 };

export interface SimulatedQueue {
  readonly queueFor: (life: Life) => Queue;
  readonly isEmpty: () => boolean;
  readonly redrive: () => void;
}

/** The FIFO queue, which delays and repeats deliveries, and its workers, which are killed. */
export function simulatedQueue(simulated: Simulated, bus: SimulatedBus): SimulatedQueue {
  const { world, choices, store, count } = simulated;
  const { one, yes, upTo } = choices;
  const fifo = createFifoQueue({ visibility: 30 * minuteMs, maxReceives: 3 });
  let working = 0;
  const hurries = new Map<number, number>();

  /** In some hours most invocations have little time, so that several accounts hand over in the same night. */
  function shareInHurry(): number {
    const hour = Math.floor(world.now / (60 * minuteMs));
    const share = hurries.get(hour) ?? one([0.1, 0.1, 0.8]);
    hurries.set(hour, share);
    return share;
  }

  const pollAt = (time: number) => world.at(time, poll);
  const poll = () => {
    while (working < mostWorkers) {
      const received = fifo.receive(world.now);
      if (!received) break;
      working += 1;
      void deliver(received).finally(() => {
        working -= 1;
        poll();
      });
    }
    const next = fifo.nextAt();
    if (next !== undefined && next > world.now) pollAt(next);
  };

  async function deliver(received: ReceivedMessage): Promise<void> {
    const { message } = received.outgoing;
    const life = simulated.newLife(`worker ${message.kind} ${message.customerId}`, 0.12, 200);
    const table = faultyTable(store, simulated, life, 'job');
    const startedAt = world.now;
    if (!simulated.isCalm() && yes(0.3)) life.slowFrom = 1 + upTo(20);
    // some get only a little time, so that they hand over
    let asked = 0;
    const patience = simulated.isCalm() || !yes(shareInHurry()) ? Number.POSITIVE_INFINITY : 2 + upTo(10);
    const remaining = () => {
      asked += 1;
      return asked > patience ? 0 : lambdaTimeout - (world.now - startedAt);
    };
    const deps = {
      ...fakeDeps(table),
      pages: new PageCache(16 * 1024 * 1024),
      clock: () => world.now + simulated.skew(life),
      randomBytes: simulated.randomBytes,
      log: () => undefined,
      consumed: () => noUnits,
      queue: queueFor(life),
      mornings: bus.mornings(life),
    };
    world.at(startedAt + lambdaTimeout, life.kill);
    const worker = createWorker(deps);
    const outcome = await within(life, () =>
      worker(eventOf(received), { getRemainingTimeInMillis: remaining }).then(
        () => 'done' as const,
        () => 'failed' as const,
      ),
    );
    table.close();
    simulated.tell(`${life.name}, delivery ${received.receiveCount}: ${outcome}`);
    if (outcome !== 'done') return;
    // the service that deletes the message may fail: then it is delivered again
    if (!simulated.isCalm() && yes(0.05)) count.redelivered = (count.redelivered ?? 0) + 1;
    else fifo.remove(received.receiptHandle);
  }

  const queueFor = (life: Life): Queue => {
    const call = (apply: () => void) => repeated(simulated, life, async () => apply());
    return {
      send: (outgoing) =>
        call(() => {
          for (const each of outgoing) {
            fifo.send(each, world.now);
          }
          pollAt(world.now + (yes(0.9) ? 50 + upTo(400) : upTo(30_000)));
        }),
      release: (receiptHandle, seconds) =>
        call(() => {
          fifo.release(receiptHandle, world.now, seconds);
          pollAt(world.now + seconds * 1000);
        }),
    };
  };

  return {
    queueFor,
    isEmpty: () => fifo.waiting() + fifo.dead().length === 0,
    redrive: () => {
      fifo.redrive(world.now);
      poll();
    },
  };
}
