import { describe, expect, it } from 'vitest';
import { eventOf } from '../../bin/local/jobs/queue.ts';
import { create as createWorker } from '../../functions/worker/handler.ts';
import { nightMessage, rescoring } from '../../shared/jobs/requests.ts';
import { clientScoreOf } from '../../shared/table/records/scores.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import { staleReads } from '../support/mem-dynamo/stale-reads.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aSignal } from '../support/store/facts.ts';
import { writeFacts } from '../support/store/writer.ts';
import { openAccount } from './accounts.ts';
import {
  drain,
  midnight,
  plentyOfTime,
  processIn,
  runNight,
  timeFor,
  type World,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

// The night of one account: which runs count as its night, and what a repeated one does.

const account = asAccount('acme');
const runDate = '2026-11-20';
const today = 20_777;
const hourMs = 3_600_000;
const size = { clients: 3, streams: 1, signals: 2 };

async function worldWithAccount(store = worldOf().store): Promise<World> {
  const world = worldOf(new Map(), midnight - hourMs, store);
  await openAccount(world, 'acme', size);
  world.now = midnight;
  world.logged.length = 0;
  return world;
}

const scoreIn = (world: World) => clientScoreOf(processIn(world).table, account, 'c000000');
async function scoreAgain(world: World): Promise<void> {
  world.fifo.send(rescoring('acme', runDate, bytesOf(randomOf(1))), world.now);
  await drain(world);
}

describe('a night that is delivered again', () => {
  const deliver = (world: World, time = plentyOfTime()) => {
    const received = { messageId: 'm', receiptHandle: 'r', outgoing: nightMessage('acme', runDate), receiveCount: 1 };
    return createWorker(processIn(world))(eventOf(received), time);
  };

  it('before it was published keeps the scores that it has stored, although a signal has arrived', async () => {
    const world = await worldWithAccount();
    await deliver(world, timeFor(0)());
    const first = await scoreIn(world);
    const signal = aSignal('c000000', 'late', { day: today - 1, polarity: 1, weight: 100 });
    await writeFacts(writerWithoutProjection(world, { seed: 5 }), account, [signal]);

    await deliver(world);

    expect(world.logged).toMatchObject([{ clients: 1, handedOver: true }, { clients: 3 }]);
    expect(first?.history?.last).toBe(today);
    expect((await scoreIn(world))?.history).toEqual(first?.history);
    await scoreAgain(world);
    expect((await scoreIn(world))?.history).not.toEqual(first?.history);
  });

  it('after that of a later day scores nothing', async () => {
    const world = await worldWithAccount();
    await runNight(world, '2026-11-21');
    world.logged.length = 0;

    await deliver(world);

    expect(world.logged).toMatchObject([{ runDate, clients: 0 }]);
    expect((await readRoot(processIn(world).table, account))?.scoredFor).toBe(today + 1);
  });

  it('right after it was published scores nothing, although other reads are stale', async () => {
    let now = midnight;
    const store = staleReads(
      () => 0.999,
      'item',
      () => now,
    );
    const world = await worldWithAccount(store);
    now += 10_000;
    await deliver(world);
    now += 1_000;
    expect(await readRoot(processIn(world).table, account)).toMatchObject({ scoredFor: null });

    await deliver(world);

    expect(world.logged).toMatchObject([{ clients: 3, AccountsScored: 1 }, { clients: 0 }]);
    expect(world.logged[1]).not.toHaveProperty('AccountsScored');
  });
});
