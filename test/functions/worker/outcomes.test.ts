import { expect, it } from 'vitest';
import type { Delivery, Outcome } from '../../../notices/delivery.ts';
import { deliverer } from '../../../notices/send/deliver.ts';
import { addNotice, givenUpOf, type Notice, noticeById, removeNotice } from '../../../shared/table/access/notices.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { everyNth } from '../../support/size.ts';
import { evening } from './accounts.ts';
import { drain, type Fate, fatesIn, noFate, processIn, runNight, worldOf } from './world.ts';

// The way of a message: the worker hands it over, a function without the table sends it, the worker stores what became of it.

const account = asAccount('acme');
const webhook: Notice = {
  ...{ id: 'hook', kind: 'webhook', to: 'https://example.com/in', when: 'mornings', about: 'both', names: false },
  ...{ state: 'on', created: '2026-11-19T10:00:00.000Z', secrets: [{ secret: 'whsec_AAAA' }] },
};

/** A night whose messages are delivered to a receiver that answers so. */
async function delivered(answer: () => number) {
  const world = worldOf(await evening({ clients: 4, streams: 1, signals: 8 }));
  await addNotice(processIn(world).table, account, webhook);
  const handed: Delivery[] = [];
  world.receiver = (deliveries) => void handed.push(...deliveries);
  await runNight(world, '2026-11-20');
  const outcomes: Outcome[] = [];
  const take = deliverer({
    clock: () => world.now,
    post: async () => answer(),
    mail: () => Promise.reject(new Error('no mail was expected')),
    later: async () => undefined,
    tell: async (outcome) => void outcomes.push(outcome),
  });
  for (const delivery of handed) await take({ delivery });
  const tell = async (fate: Fate = noFate()) => {
    for (const outcome of outcomes) {
      const message = { kind: 'outcome', customerId: account, outcome } as const;
      world.fifo.send({ message, id: `${outcome.deliveryId} ${outcome.at}` }, world.now);
    }
    await drain(world, { fate });
  };
  return { world, handed, tell };
}

it('the page is told that a message was taken', async () => {
  const { world, tell } = await delivered(() => 204);
  await tell();
  const { table } = processIn(world);
  expect(await noticeById(table, account, 'hook')).toMatchObject({ last: { ok: true, words: 'The receiver has it.' } });
  expect(await givenUpOf(table, account)).toEqual([]);
});

it('a message that is given up can be sent again from the table, wherever the worker is killed', async () => {
  const { world, handed, tell } = await delivered(() => 410);
  const count = noFate();
  const check = async (of: typeof world) => {
    const given = await givenUpOf(processIn(of).table, account);
    const kept = handed.map(({ secrets: _, ...delivery }) => delivery);
    expect(given.map(({ delivery }) => delivery)).toEqual(expect.arrayContaining(kept));
    expect(given).toHaveLength(handed.length);
    expect(await noticeById(processIn(of).table, account, 'hook')).toMatchObject({ last: { ok: false } });
  };
  await tell(count);
  await check(world);
  for (const fate of everyNth(2, fatesIn(count))) {
    const again = await delivered(() => 410);
    await again.tell(fate);
    await check(again.world);
  }
});

it('an outcome that comes after its notice was removed leaves nothing', async () => {
  const { world, tell } = await delivered(() => 410);
  const { table } = processIn(world);
  await removeNotice(table, account, 'hook');
  await tell();
  expect(await noticeById(table, account, 'hook')).toBeUndefined();
  expect(await givenUpOf(table, account)).toEqual([]);
  expect(world.fifo.dead()).toEqual([]);
});
