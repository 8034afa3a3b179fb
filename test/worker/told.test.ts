import { inspect } from 'node:util';
import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { nightMessage } from '../../shared/jobs/requests.ts';
import { jobEnvironment, startJob } from '../../shared/jobs/start.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { failingTable } from '../support/store/stores.ts';
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

    world.fifo.send(nightMessage('acme', '2026-11-20'), world.now);
    await drain(world);

    expect(world.logged.length).toBe(3);
    expect(world.logged[0]).toMatchObject({ level: 'error', customerId: 'acme', received: 1, AccountsFailed: 1 });
    expect(JSON.stringify(world.logged)).not.toContain('secret');
  });
});

describe('of what failed without an account', () => {
  const broken = (world: World) => ({
    ...processIn(world),
    table: failingTable(() => {
      throw new TypeError('a note that is secret');
    }),
  });
  const scheduled = (task: 'dispatch' | 'check') => ({ task, scheduledTime: '2026-11-20T00:00:00Z' });
  const line = (kind: string) => ({
    level: 'error',
    kind,
    runDate: '2026-11-20',
    error: { name: 'TypeError', at: expect.arrayContaining([expect.stringMatching(/^at .*\.ts:\d+/)]) },
  });

  it('a dispatch is told, and fails, so that it is tried again and in the end counts as a missed night', async () => {
    const world = worldOf();

    await expect(createNightly(broken(world))(scheduled('dispatch'))).rejects.toThrow();

    expect(world.logged).toEqual([line('dispatch')]);
  });

  it('a check is told and left: the next one is near, and it is no missed night', async () => {
    const world = worldOf();

    await createNightly(broken(world))(scheduled('check'));

    expect(world.logged).toEqual([line('check')]);
  });
});

describe('to Lambda, which logs whatever ends an invocation,', () => {
  afterEach(() => vi.unstubAllEnvs());

  const variables = { TABLE_NAME: 't', DEPLOYMENT: 'd', QUEUE_URL: 'http://127.0.0.1:9/q', AWS_REGION: 'us-east-1' };

  it.each([
    ['an error', () => new TypeError('secret'), 'TypeError'],
    ['an error with a cause', () => new Error('x', { cause: new Error('secret') }), 'Error'],
    ['an error with properties', () => Object.assign(new Error('x'), { item: 'secret' }), 'Error'],
    ['text', () => 'secret', 'Error'],
  ])('%s is thrown by its name alone', async (_, failure, name) => {
    for (const variable of Object.keys(jobEnvironment)) {
      vi.stubEnv(variable, (variables as Record<string, string | undefined>)[variable]);
    }
    const handler = startJob(() => async () => {
      throw failure();
    });

    const thrown = await handler({}, { awsRequestId: 'r1' } as Context).catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(Error);
    expect((thrown as Error).name).toBe(name);
    expect(inspect(thrown, { depth: 9 })).not.toContain('secret');
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

  it('an account that was created since the night has its first one before it', async () => {
    const world = worldOf();
    const { table } = processIn(world);
    await createAccount(table, asAccount('acme'), 'Acme', '2026-11-20T09:00:00.000Z');
    await openAccount(world, 'acme', size);

    await check(world, '2026-11-20T12:00:00Z');
    expect(world.logged.at(-1)).toMatchObject({ level: 'info', AccountsBehind: 0 });
    await check(world, '2026-11-21T00:30:00Z');
    expect(world.logged.at(-1)).toMatchObject({ level: 'warn', AccountsBehind: 1, behindFirst: ['acme'] });
  });

  it('an account without clients has nothing to be behind with', async () => {
    const world = worldOf();
    await createAccount(processIn(world).table, asAccount('empty'), 'Empty');
    const fine = { level: 'info', accounts: 1, AccountsBehind: 0, behindFirst: [], ScoreAge: 0 };

    await check(world);
    expect(world.logged.at(-1), 'before its first night').toMatchObject(fine);
    await runNight(world, '2026-11-20');
    await check(world);
    expect(world.logged.at(-1), 'after it').toMatchObject(fine);
  });
});
