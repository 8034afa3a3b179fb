import { expect, it } from 'vitest';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import type { Delivery } from '../../../notices/delivery.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { rescoring } from '../../../shared/jobs/requests.ts';
import { addNotice, type Notice } from '../../../shared/table/access/notices.ts';
import { unsentNews } from '../../../shared/table/night/news.ts';
import { asAccount, rootKey } from '../../../shared/table/store/item-keys.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { evening } from './accounts.ts';
import { drain, type Fate, fatesIn, noFate, processIn, runNight, type World, worldOf } from './world.ts';

// The messages of notices are stored before a night is shown, and sent afterwards.

const runDate = '2026-11-20';
const account = asAccount('acme');
const nth = 5;
const small = await evening({ clients: 6, streams: 2, signals: 12 });

const notices: readonly Notice[] = (['mail', 'webhook'] as const).map((kind) => ({
  ...{ id: kind, kind, to: 'https://example.com/in', when: 'mornings', about: 'both', names: true, state: 'on' },
  ...{ created: '2026-11-19T10:00:00.000Z', token: 'token', secrets: [{ secret: 'whsec_AAAA' }] },
}));

/** A world whose receiver checks that the table shows the night of each message, and keeps what it accepts. */
async function withReceiver(refuses: () => boolean = () => false) {
  const world = worldOf(small);
  const accepted: Delivery[] = [];
  for (const notice of notices) await addNotice(processIn(world).table, account, notice);
  world.receiver = (deliveries) => {
    const { pk, sk } = rootKey(account);
    const shown = world.store.get(pk, sk)?.scoredFor;
    const night = dayOf(deliveries[0]?.id.split('_')[1] ?? '');
    if (!shown || !('N' in shown) || Number(shown.N) < night) throw new Error('The message is ahead of the API.');
    if (refuses()) throw new Error('The queue is down.');
    accepted.push(...deliveries);
  };
  return { world, accepted };
}

async function check(world: World) {
  await createNightly(processIn(world))({ task: 'check', scheduledTime: `${runDate}T00:15:00Z` });
  await drain(world);
}

/** Without when each was handed over, which differs. */
const saidBy = (accepted: readonly Delivery[]) =>
  [...new Map(accepted.map(({ firstTriedAt: _, ...said }) => [said.id, said])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );

it(`a night killed at ${everyNthSaid(nth)} point sends each message at least once with its id, none ahead of the API`, async () => {
  const undisturbed = await withReceiver();
  const count = noFate();
  await runNight(undisturbed.world, runDate, { fate: count });
  const wanted = saidBy(undisturbed.accepted);
  expect(wanted.map(({ kind }) => kind)).toContain('webhook');
  for (const fate of everyNth(nth, fatesIn(count))) {
    const { world, accepted } = await withReceiver();
    await runNight(world, runDate, { fate });
    await check(world);
    expect({ death: fate.death, said: saidBy(accepted) }).toEqual({ death: fate.death, said: wanted });
    expect(await unsentNews(processIn(world).table, account)).toEqual([]);
  }
  await runNight(undisturbed.world, runDate);
  expect(saidBy(undisturbed.accepted)).toEqual(wanted);
});

it('while the queue is down nights end, and each is told once it is up', async () => {
  let isDown = true;
  const { world, accepted } = await withReceiver(() => isDown);
  await runNight(world, runDate);
  world.now += 86_400_000;
  await runNight(world, '2026-11-21');
  expect(world.fifo.dead()).toEqual([]);
  expect(accepted).toEqual([]);

  isDown = false;
  await check(world);
  const nights = accepted.filter(({ body }) => body?.includes('account.scored')).map(({ id }) => id.split('_')[1]);
  expect(nights).toEqual(['2026-11-20', '2026-11-21']);
});

it('past days that an operator asks for are told to nobody, with or without a kill', async () => {
  const asked = async (fate: Fate) => {
    const { world, accepted } = await withReceiver();
    world.fifo.send(rescoring('acme', runDate, bytesOf(randomOf(1)), 30), world.now);
    await drain(world, { fate });
    await check(world);
    return accepted;
  };
  const count = noFate();
  expect(await asked(count)).toEqual([]);
  for (const fate of everyNth(nth * 4, fatesIn(count))) expect(await asked(fate)).toEqual([]);
});
