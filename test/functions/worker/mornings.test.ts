import { expect, it } from 'vitest';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import { sendMornings } from '../../../functions/worker/send-mornings.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { rescoring } from '../../../shared/jobs/requests.ts';
import { storeMorning, unsentMornings } from '../../../shared/table/night/mornings.ts';
import { asAccount, rootKey } from '../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { evening } from './accounts.ts';
import { drain, type Fate, fatesIn, noFate, processIn, runNight, type World, worldOf } from './world.ts';

const runDate = '2026-11-20';
const account = asAccount('acme');
const nth = 5;
const small = await evening({ clients: 4, streams: 2, signals: 5 });

/** A world whose bus checks that the table shows the night of each event, and keeps what it accepts. */
function withBus(refuses: () => boolean = () => false) {
  const world = worldOf(small);
  const accepted: string[] = [];
  world.bus = (detail) => {
    const { pk, sk } = rootKey(account);
    const shown = world.store.get(pk, sk)?.scoredFor;
    if (!shown || !('N' in shown) || Number(shown.N) < dayOf(JSON.parse(detail).day))
      throw new Error('The event is ahead of the API.');
    if (refuses()) throw new Error('The bus is down.');
    accepted.push(detail);
  };
  return { world, accepted };
}

async function check(world: World): Promise<Record<string, unknown> | undefined> {
  await createNightly(processIn(world))({ task: 'check', scheduledTime: `${runDate}T00:15:00Z` });
  const line = world.logged.findLast(({ kind }) => kind === 'check');
  await drain(world);
  return line;
}

it('a night sends one event with the counts that its root shows, and a repeated or later one sends no second', async () => {
  const { world, accepted } = withBus();
  await runNight(world, runDate);
  await runNight(world, runDate);
  const [event] = accepted.map((detail) => JSON.parse(detail));

  expect(accepted).toHaveLength(1);
  expect(event).toMatchObject({ id: 'acme-2026-11-20', customerId: 'acme', day: runDate, total: 4 });
  expect(event.text).toContain('acme, 2026-11-20\nPortfolio score ');
  expect(await check(world)).toMatchObject({ MorningsUnsent: 0 });
  expect(accepted).toHaveLength(1);
});

it('only the events of nights that the table shows are sent and counted, and the log tells how it went', async () => {
  const { world, accepted } = withBus();
  await runNight(world, runDate);
  const deps = processIn(world);
  const mornings = () => world.logged.splice(0).filter(({ kind }) => kind === 'morning');
  const about = { kind: 'morning', customerId: 'acme' };
  expect(mornings()).toEqual([{ ...about, level: 'info', day: runDate }]);

  const later = { day: dayOf('2026-11-21'), detail: JSON.stringify({ day: '2026-11-21' }) };
  await storeMorning(deps.table, account, later, dayOf(runDate));
  expect(await sendMornings(deps, account)).toBe(0);
  expect([await unsentMornings(deps.table, account), accepted.length, mornings()]).toEqual([[later], 1, []]);
  expect(await check(world)).toMatchObject({ MorningsUnsent: 0 });

  await storeMorning(deps.table, account, { ...later, day: dayOf('2026-11-19') }, dayOf(runDate));
  expect(await sendMornings(deps, account)).toBe(0);
  const refused = { ...about, level: 'warn', error: expect.objectContaining({ name: 'Error' }) };
  expect(mornings()).toEqual([refused]);

  const early = { day: dayOf('2026-11-18'), detail: JSON.stringify({ day: '2026-11-18' }) };
  await storeMorning(deps.table, account, early, dayOf(runDate));
  expect(await sendMornings(deps, account)).toBe(1);
  expect(mornings()).toEqual([{ ...about, level: 'info', day: '2026-11-18' }, refused]);
  const { mornings: _, ...withoutBus } = deps;
  expect(await sendMornings(withoutBus, account)).toBe(0);
});

it(`a night killed at ${everyNthSaid(nth)} point before or after a call sends equal events, at least one, none ahead of the API`, async () => {
  const undisturbed = withBus();
  const count = noFate();
  await runNight(undisturbed.world, runDate, { fate: count });
  for (const fate of everyNth(nth, fatesIn(count))) {
    const { world, accepted } = withBus();
    await runNight(world, runDate, { fate });
    await check(world);
    expect({ death: fate.death, events: [...new Set(accepted)] }).toEqual({
      death: fate.death,
      events: undisturbed.accepted,
    });
    expect(await unsentMornings(processIn(world).table, account)).toEqual([]);
  }
  expect(count.calls.length).toBeGreaterThan(20);
});

it('while the bus is down nights end, checks count the event, and the same text is sent once it is up', async () => {
  let isDown = true;
  const { world, accepted } = withBus(() => isDown);
  await runNight(world, runDate);
  const [stored] = await unsentMornings(processIn(world).table, account);

  expect((await readRoot(processIn(world).table, account))?.scoredFor).toBe(dayOf(runDate));
  expect(world.fifo.dead()).toEqual([]);
  expect(await check(world)).toMatchObject({ MorningsUnsent: 1 });
  world.now += 86_400_000;
  await runNight(world, '2026-11-21');
  isDown = false;
  await check(world);
  expect(accepted.map((detail) => JSON.parse(detail).id)).toEqual(['acme-2026-11-20', 'acme-2026-11-21']);
  expect(accepted[0]).toBe(stored?.detail);
  expect(world.logged.at(-1)).toMatchObject({ kind: 'morning', customerId: 'acme', sent: 2 });
});

it('past days that an operator asks for send no event, with or without a kill; the night after them does', async () => {
  const request = rescoring('acme', runDate, bytesOf(randomOf(1)), 30);
  const count = noFate();
  const asked = async (fate: Fate) => {
    const { world, accepted } = withBus();
    world.fifo.send(request, world.now);
    await drain(world, { fate });
    await check(world);
    return { world, accepted };
  };
  const { world, accepted } = await asked(count);
  expect((await readRoot(processIn(world).table, account))?.scoredFor).toBe(dayOf(runDate));
  expect(accepted).toEqual([]);
  for (const fate of everyNth(nth, fatesIn(count))) expect((await asked(fate)).accepted).toEqual([]);

  world.now += 86_400_000;
  await runNight(world, '2026-11-21');
  expect(accepted.map((detail) => JSON.parse(detail).id)).toEqual(['acme-2026-11-21']);
});
