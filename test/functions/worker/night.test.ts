import { describe, expect, it } from 'vitest';
import { eventOf } from '../../../bin/local/jobs/queue.ts';
import { create as createWorker, type InvocationContext } from '../../../functions/worker/handler.ts';
import { scoreOn } from '../../../shared/domain/scoring/history.ts';
import type { JobDeps } from '../../../shared/jobs/queue.ts';
import { nightMessage, rescoring } from '../../../shared/jobs/requests.ts';
import { clientScoreOf } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { aSignal } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { evening, openAccount } from './accounts.ts';
import {
  deliver,
  drain,
  midnight,
  plentyOfTime,
  processIn,
  runNight,
  snapshotOf,
  timeFor,
  type World,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

// The night of one account: which runs count as its night, what a repeated one does, and what is left to another run.

const account = asAccount('acme');
const runDate = '2026-11-20';
const today = 20_777;
const hourMs = 3_600_000;
const size = { clients: 4, streams: 1, signals: 2 };

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

/** Delivers the next message of the queue. */
async function deliverNext(world: World, time: () => InvocationContext = plentyOfTime): Promise<void> {
  const received = world.fifo.receive(world.now);
  if (!received) throw new Error('The queue is empty.');
  await deliver(world, received, { time });
}

/** What every line of the night of the account says. */
const theNight = {
  level: 'info',
  kind: 'score',
  customerId: 'acme',
  runDate,
  milliseconds: 0,
  readUnits: 0,
  writeUnits: 0,
  _aws: expect.anything(),
};

const shownNight = async (world: World) => (await readRoot(processIn(world).table, account))?.scoredFor;

/** One invocation with the message of a night, or of this scoring. */
const invoke = (deps: JobDeps, outgoing = nightMessage('acme', runDate), time = plentyOfTime()) =>
  createWorker(deps)(eventOf({ messageId: 'm', receiptHandle: 'r', outgoing, receiveCount: 1 }), time);

describe('a night that is delivered again', () => {
  it('before it was published keeps the scores that it has stored, although a signal has arrived', async () => {
    const world = await worldWithAccount();
    await invoke(processIn(world), undefined, timeFor(0)());
    const first = await scoreIn(world);
    const signal = aSignal('c000000', 'late', { day: today - 1, polarity: 1, weight: 100 });
    await writeFacts(writerWithoutProjection(world, { seed: 5 }), account, [signal]);

    await invoke(processIn(world));

    expect(world.logged).toMatchObject([{ clients: 1, handedOver: true }, { clients: 4 }]);
    expect(first?.history?.last).toBe(today);
    expect((await scoreIn(world))?.history).toEqual(first?.history);
    await scoreAgain(world);
    expect((await scoreIn(world))?.history).not.toEqual(first?.history);
  });

  it('after that of a later day scores nothing', async () => {
    const world = await worldWithAccount();
    await runNight(world, '2026-11-21');
    world.logged.length = 0;

    await invoke(processIn(world));

    expect(world.logged).toMatchObject([{ runDate, clients: 0 }]);
    expect(await shownNight(world)).toBe(today + 1);
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
    await invoke(processIn(world));
    now += 1_000;
    expect(await readRoot(processIn(world).table, account)).toMatchObject({ scoredFor: null });

    await invoke(processIn(world));

    expect(world.logged).toMatchObject([{ clients: 4, AccountsScored: 1 }, { clients: 0 }]);
    expect(world.logged[1]).not.toHaveProperty('AccountsScored');
  });
});

describe('a night that hands over its remaining clients', () => {
  it.each([
    ['continues while more than half of the time is left', 150_001, false],
    ['hands over when half of the time is used, as the views take time too', 150_000, true],
  ])('%s', async (_, remaining, handsOver) => {
    const world = await worldWithAccount();
    world.fifo.send(nightMessage('acme', runDate), world.now);
    let isFirst = true;
    const time = (): InvocationContext => ({
      getRemainingTimeInMillis: () => {
        if (!isFirst) return remaining;
        isFirst = false;
        return 300_000;
      },
    });

    await drain(world, { time });

    expect(world.logged[0]?.handedOver === true).toBe(handsOver);
  });
});

describe('a night that takes its whole time', () => {
  it('builds the views in an invocation of their own, which no deadline stops', async () => {
    const world = await worldWithAccount();
    world.fifo.send(nightMessage('acme', runDate), world.now);

    await deliverNext(world, timeFor(2));
    await deliverNext(world);
    const before = await shownNight(world);
    await deliverNext(world, timeFor(0));

    expect([before, await shownNight(world)]).toEqual([null, today]);
    const line = { ...theNight, calls: expect.any(Number), handedOver: true };
    expect(world.logged).toStrictEqual([
      { ...line, clients: 3 },
      { ...line, clients: 1 },
      { ...line, clients: 4, AccountsScored: 1 },
    ]);
  });

  it.each([
    ['', nightMessage('acme', runDate)],
    ['of a run that an operator requested', rescoring('acme', runDate, bytesOf(randomOf(1)))],
  ])('hands over the deletion of unreferenced pages %s, and then scores nothing', async (_, outgoing) => {
    const before = await evening(size);
    const world = worldOf(before);
    world.fifo.send(outgoing, world.now);

    await deliverNext(world, timeFor(size.clients - 1));
    const published = snapshotOf(world);
    await deliverNext(world, timeFor(0));

    const deleted = [...before.keys()].filter((address) => !world.store.items.has(address));
    expect(deleted.length).toBeGreaterThan(1);
    expect(deleted.filter((address) => !published.has(address))).toEqual([]);
    const line = { ...theNight, ...('again' in outgoing.message && { again: true }), calls: expect.any(Number) };
    expect(world.logged).toStrictEqual([
      { ...line, clients: 4, handedOver: true, AccountsScored: 1 },
      { ...line, clients: 0, swept: deleted.length },
    ]);
    expect(world.fifo.waiting()).toBe(0);
  });
});

describe('a night during which the operator scores the day before again', () => {
  it('keeps the point that the operator replaced', async () => {
    const world = await worldWithAccount();
    await runNight(world, '2026-11-19');
    const silent = writerWithoutProjection(world, { seed: 5 });
    const late = aSignal('c000000', 'late', { day: today - 5, polarity: 1, weight: 100 });
    const before = await clientScoreOf(silent.table, account, 'c000000');
    const rescore = async () => {
      await writeFacts(silent, account, [late]);
      await invoke(processIn(world), rescoring('acme', '2026-11-19', bytesOf(randomOf(1))));
    };
    let isFirst = true;
    const deps = processIn(world);
    aroundAttempts(deps.table, async (send, input) => {
      const writesScore = JSON.stringify(input).includes('c000000') && 'Item' in input;
      if (writesScore && isFirst) {
        isFirst = false;
        await rescore();
      }
      return send();
    });

    await invoke(deps).catch(() => undefined);

    expect(isFirst).toBe(false);
    const after = await clientScoreOf(silent.table, account, 'c000000');
    const [old, replaced] = [before, after].map((score) => score?.history && scoreOn(score.history, today - 1));
    expect(after?.history?.last).toBe(today);
    expect(replaced).toBeGreaterThan(old ?? 200);
  });
});

describe('a scoring of an older day', () => {
  it('never shows the older day in place of the newer one', async () => {
    const world = await worldWithAccount();
    await runNight(world, runDate);

    world.fifo.send(rescoring('acme', '2026-11-19', bytesOf(randomOf(1))), world.now);
    await drain(world);

    expect(world.logged.at(-1)).toMatchObject({ level: 'info', runDate: '2026-11-19' });
    expect(await shownNight(world)).toBe(today);
  });
});
