import { inspect } from 'node:util';
import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventOf } from '../../../bin/local/jobs/queue.ts';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import { create as createWorker } from '../../../functions/worker/handler.ts';
import { nightMessage, rebuilding } from '../../../shared/jobs/requests.ts';
import { jobEnvironment, startJob } from '../../../shared/jobs/start.ts';
import { createAccount, setAccountStatus } from '../../../shared/table/access/accounts.ts';
import { saveFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { failingTable } from '../../support/store/stores.ts';
import { openAccount } from './accounts.ts';
import { drain, midnight, plentyOfTime, processIn, runNight, type World, worldOf } from './world.ts';

// Logs and metrics of a night.

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

function makeUnreadable(world: World): void {
  const client = world.store.items.get('CUST#acme CLIENT#c000001') ?? {};
  world.store.put({ ...client, metadata: { S: 'secret' }, name: { NULL: true } });
}

async function rebuilt(world: World, account: string): Promise<void> {
  world.fifo.send(rebuilding(account, bytesOf(randomOf(1)), { again: true }), world.now);
  await drain(world);
}

describe('the log of an account', () => {
  it('is one line for a rebuild, with its clients', async () => {
    const world = await twoAccounts();
    await rebuilt(world, 'acme');

    expect(world.logged).toStrictEqual([
      {
        level: 'info',
        kind: 'rebuild',
        customerId: 'acme',
        clients: size.clients,
        milliseconds: 0,
        calls: expect.any(Number),
        readUnits: 0,
        writeUnits: 0,
        _aws: expect.anything(),
      },
    ]);
  });

  it('reports a failed rebuild as such, not as a missed night, without stored data', async () => {
    const world = await twoAccounts();
    makeUnreadable(world);
    await rebuilt(world, 'acme');

    expect(world.logged[0]).toStrictEqual({
      level: 'error',
      kind: 'rebuild',
      customerId: 'acme',
      messageId: expect.any(String),
      received: 1,
      error: expect.objectContaining({ name: 'TypeError' }),
      _aws: expect.anything(),
    });
    expect(JSON.stringify(world.logged)).not.toContain('secret');
  });

  it('reports a message that it cannot read, and releases it for a retry in 30 seconds', async () => {
    const world = worldOf();
    const released: unknown[] = [];
    const deps = processIn(world);
    const queue = { ...deps.queue, release: async (...words: unknown[]) => void released.push(words) };
    const received = {
      messageId: 'm1',
      receiptHandle: 'r1',
      outgoing: nightMessage('', '2026-11-20'),
      receiveCount: 2,
    };

    await expect(createWorker({ ...deps, queue })(eventOf(received), plentyOfTime())).rejects.toThrow();

    expect(world.logged).toStrictEqual([
      {
        level: 'error',
        messageId: 'm1',
        received: 2,
        error: expect.objectContaining({ name: 'ZodError' }),
        AccountsFailed: 1,
        _aws: expect.anything(),
      },
    ]);
    expect(released).toEqual([['r1', 30]]);
  });
});

describe('a failure outside an account', () => {
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

  it('a failed dispatch is logged and thrown, so that it is retried and finally counts as a missed night', async () => {
    const world = worldOf();

    await expect(createNightly(broken(world))(scheduled('dispatch'))).rejects.toThrow();

    expect(world.logged).toEqual([line('dispatch')]);
  });

  it.each([[{}], [{ task: 'check' }], [{ task: 'dispatch', scheduledTime: '2026-11-20T00:30:00+02:00' }]])(
    'an event that no schedule sends is logged and thrown: %j',
    async (event) => {
      const world = worldOf();
      await expect(createNightly(processIn(world))(event)).rejects.toThrow();
      const error = expect.objectContaining({ name: 'ZodError' });
      expect(world.logged).toEqual([{ level: 'error', kind: undefined, runDate: undefined, error }]);
    },
  );

  it('a failed check is only logged: the next one is soon, and no night was missed', async () => {
    const world = worldOf();

    await createNightly(broken(world))(scheduled('check'));

    expect(world.logged).toEqual([line('check')]);
  });
});

describe('an error thrown to Lambda, which logs it,', () => {
  afterEach(() => vi.unstubAllEnvs());

  const variables = { TABLE_NAME: 't', DEPLOYMENT: 'd', QUEUE_URL: 'http://127.0.0.1:9/q', AWS_REGION: 'us-east-1' };

  it.each([
    ['an error', () => new TypeError('secret'), 'TypeError'],
    ['an error with a cause', () => new Error('x', { cause: new Error('secret') }), 'Error'],
    ['an error with properties', () => Object.assign(new Error('x'), { item: 'secret' }), 'Error'],
    ['text', () => 'secret', 'Error'],
  ])('contains only the name of the original: %s', async (_, failure, name) => {
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

describe('the check of all accounts', () => {
  it('reports that every account shows the night', async () => {
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
      FeedFaults: 0,
      feedFaultsFirst: [],
      _aws: {
        Timestamp: world.now,
        CloudWatchMetrics: [
          {
            Namespace: 'ClientHealth',
            Dimensions: [['deployment']],
            Metrics: [
              { Name: 'AccountsBehind', Unit: 'Count' },
              { Name: 'FeedFaults', Unit: 'Count' },
              { Name: 'ScoreAge', Unit: 'Seconds' },
            ],
          },
        ],
      },
    });
  });

  it('reports a missing dispatch as the age of the newest score within half an hour', async () => {
    const world = await twoAccounts();
    world.now = midnight + 30 * 60_000;

    await check(world);

    expect(world.logged.at(-1)).toMatchObject({
      level: 'warn',
      behindFirst: ['acme', 'brown'],
      AccountsBehind: 2,
      ScoreAge: 24.5 * 3600,
    });

    world.fifo.send(nightMessage('acme', '2026-11-20'), world.now);
    await drain(world);
    await check(world);
    expect(world.logged.at(-1)).toMatchObject({ behindFirst: ['brown'], AccountsBehind: 1, ScoreAge: 1800 });
  });

  it('counts all faults of the feeds that accounts wait for, and names the first 20', async () => {
    const world = await twoAccounts();
    await runNight(world, '2026-11-20');
    const faults = [{ is: 'empty', file: 'f.csv' }] as const;
    const watched = { kind: 'notes', every: 1, dated: '2026-11-18', due: '2026-11-19', faults };
    const feeds = Array.from({ length: 11 }, (_, at) => ({ feed: `f${at + 10}`, ...watched }));
    const { table } = processIn(world);
    for (const account of ['acme', 'brown']) await saveFeeds(table, asAccount(account), feeds);
    // nobody waits for those of a suspended account
    await setAccountStatus(table, asAccount('brown'), 'suspended');

    await check(world);

    const late = 'no new file; the last one is of 2026-11-18, and one is expected every day';
    expect(world.logged.at(-1)).toMatchObject({
      level: 'info',
      FeedFaults: 22,
      feedFaultsFirst: feeds
        .slice(0, 10)
        .flatMap(({ feed }) => [late, 'f.csv has no rows'].map((text) => `acme: ${feed}: ${text}`)),
    });
  });

  it('counts a new account as behind only after its first midnight', async () => {
    const world = worldOf();
    const { table } = processIn(world);
    await createAccount(table, asAccount('acme'), 'Acme', '2026-11-20T09:00:00.000Z');
    await openAccount(world, 'acme', size);

    await check(world, '2026-11-20T12:00:00Z');
    expect(world.logged.at(-1)).toMatchObject({ level: 'info', AccountsBehind: 0 });
    await check(world, '2026-11-21T00:30:00Z');
    expect(world.logged.at(-1)).toMatchObject({ level: 'warn', AccountsBehind: 1, behindFirst: ['acme'] });
  });
});
