import { describe, expect, it } from 'vitest';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { nightOf } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/accounts.ts';
import { accountOf } from '../../shared/table/keys.ts';
import { openAccount } from './accounts.ts';
import { drain, midnight, processIn, runNight, type World, worldOf } from './world.ts';

// What operators see of a night.

const size = { clients: 3, streams: 2, signals: 4 };
const check = (world: World, time = '2026-11-20T00:30:00Z') =>
  createNightly(processIn(world))({ task: 'check', scheduledTime: time });

async function twoAccounts(): Promise<World> {
  const world = worldOf(new Map(), midnight - 86_400_000);
  for (const account of ['acme', 'brown']) await openAccount(world, account, size);
  await runNight(world, '2026-11-19');
  world.now = midnight;
  world.logged.length = 0;
  return world;
}

describe('of each account', () => {
  it('one line says how many clients it scored, how long it took and what that cost', async () => {
    const world = await twoAccounts();

    await runNight(world, '2026-11-20');

    const [, line] = world.logged;
    expect(line).toMatchObject({
      level: 'info',
      kind: 'score',
      customerId: 'acme',
      runDate: '2026-11-20',
      clients: 3,
      milliseconds: 0,
      calls: expect.any(Number),
      readUnits: 0,
      writeUnits: 0,
      AccountsScored: 1,
    });
    expect(world.logged.map(({ kind }) => kind)).toEqual(['dispatch', 'score', 'score']);
  });

  it('a failure is told without what was stored', async () => {
    const world = await twoAccounts();
    const client = world.store.items.get('CUST#acme CLIENT#c000001') ?? {};
    world.store.put({ ...client, metadata: { S: 'secret' }, name: { NULL: true } });

    world.fifo.send(nightOf('acme', '2026-11-20'), world.now);
    await drain(world);

    expect(world.logged.length).toBe(3);
    expect(world.logged[0]).toMatchObject({ level: 'error', customerId: 'acme', received: 1, AccountsFailed: 1 });
    expect(JSON.stringify(world.logged)).not.toContain('secret');
  });
});

describe('of all', () => {
  it('a check tells that every account shows the night', async () => {
    const world = await twoAccounts();
    await runNight(world, '2026-11-20');
    world.now = midnight + 30 * 60_000;

    await check(world);

    expect(world.logged.at(-1)).toEqual({
      level: 'info',
      kind: 'check',
      runDate: '2026-11-20',
      accounts: 2,
      behindFirst: [],
      AccountsBehind: 0,
      ScoreAge: 1800,
      _aws: {
        Timestamp: world.now,
        CloudWatchMetrics: [
          {
            Namespace: 'ClientHealth',
            Dimensions: [['deployment']],
            Metrics: [
              { Name: 'AccountsBehind', Unit: 'Count' },
              { Name: 'ScoreAge', Unit: 'Seconds' },
            ],
          },
        ],
      },
    });
  });

  it('a night that nobody dispatched shows in the age of the newest score within half an hour', async () => {
    const world = await twoAccounts();
    world.now = midnight + 30 * 60_000;

    await check(world);

    expect(world.logged.at(-1)).toMatchObject({
      level: 'warn',
      behindFirst: ['acme', 'brown'],
      AccountsBehind: 2,
      ScoreAge: 24.5 * 3600,
    });
  });

  it('an account that was never scored is behind, and has no age', async () => {
    const world = worldOf();
    await openAccount(world, 'acme', size);

    await check(world);

    const { ScoreAge, ...line } = world.logged.at(-1) ?? {};
    expect(line).toMatchObject({ AccountsBehind: 1, behindFirst: ['acme'] });
    expect(ScoreAge).toBeUndefined();
  });

  it('an account without clients has nothing to be behind with', async () => {
    const world = worldOf();
    await createAccount(processIn(world).table, accountOf('empty'), 'Empty');
    await runNight(world, '2026-11-20');

    await check(world);

    expect(world.logged.at(-1)).toMatchObject({
      level: 'info',
      accounts: 1,
      AccountsBehind: 0,
      behindFirst: [],
      ScoreAge: 0,
    });
    expect([...world.store.items.keys()]).toHaveLength(1);
  });
});
