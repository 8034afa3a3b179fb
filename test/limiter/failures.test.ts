import { describe, expect, it } from 'vitest';
import { api } from '../../shared/http/api.ts';
import { LimiterError } from '../../shared/http/limiter-error.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { madeUp } from '../support/made-up.ts';
import { memDynamo, ServiceError } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { randomOf } from '../support/random.ts';
import { putKey, unknownKey } from '../support/service/api-keys.ts';
import { callerOf } from '../support/service/caller.ts';
import { fakeDeps, noon } from '../support/service/deps.ts';
import {
  aroundAttempts,
  connectionResetError,
  type Send,
  serverError,
  throttlingError,
  timeoutError,
} from '../support/sim/attempts.ts';
import { keyCheckerOn } from '../support/sim/key-checker.ts';
import { keyItem } from '../support/sim/limiter.ts';
import { inWorld, type World, worldAt } from '../support/sim/world.ts';
import { memoryTable } from '../support/store/table.ts';

const internalError = {
  error: 'Internal server error',
  detail: 'The request failed. Try again; if it keeps failing, report the x-amzn-RequestId header to the operator.',
  status_code: 500,
};

const metric = {
  _aws: {
    Timestamp: noon,
    CloudWatchMetrics: [
      { Namespace: 'ClientHealth', Dimensions: [['deployment']], Metrics: [{ Name: 'LimiterError', Unit: 'Count' }] },
    ],
  },
  LimiterError: 1,
};

describe('a limiter that fails logs a metric', () => {
  it.each([
    ['throttles', () => Promise.reject(throttlingError())],
    ['answers 500', () => Promise.reject(serverError())],
    ['resets connections', () => Promise.reject(connectionResetError())],
    ['is too slow', () => Promise.reject(timeoutError())],
    ['may not be asked', () => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))],
  ])('when the store %s', async (_, fail) => {
    const table = memoryTable();
    const apiKey = await putKey(table);
    const { ask, deps } = keyCheckerOn(aroundAttempts(table, fail));

    expect(await ask(apiKey)).not.toHaveProperty('admitted');
    expect(deps.logged).toEqual([metric]);
  });

  it('when the store refuses to count although there is room', async () => {
    const apiKey = unknownKey();
    const refused = () => {
      throw new ServiceError('ConditionalCheckFailedException', 'no', { Item: keyItem(apiKeyHash(apiKey)) });
    };
    const table = memTable({ perform: refused });
    const { checker, deps } = keyCheckerOn(table);

    await expect(checker.check(apiKey, table).admission).rejects.toThrow(
      new LimiterError('A request was not counted although no window is full.'),
    );
    expect(deps.logged).toEqual([metric]);
  });

  it.each([
    ['unknown', undefined],
    ['revoked', { st: 'revoked' }],
    ['suspended', { st: 'suspended' }],
    ['full', { w: { m29919600: 100 } }],
  ] as const)('but not when a key is %s', async (_, facts) => {
    const table = memoryTable();
    const apiKey = await putKey(table, facts);
    const { ask, deps } = keyCheckerOn(facts ? table : memoryTable());
    await ask(apiKey);

    expect(deps.logged).toEqual([]);
  });
});

describe('when any one call fails', () => {
  const faults: [string, (send: Send, world: World) => Promise<unknown>][] = [
    ['throttled', () => Promise.reject(throttlingError())],
    ['answered 500', () => Promise.reject(serverError())],
    ['never answered', (_, world) => world.sleep(400).then(() => Promise.reject(timeoutError()))],
    ['answered into the void', (send) => send().then(() => Promise.reject(connectionResetError()))],
  ];
  /** Three requests: count, clean-up, two reads; count, two reads; a rejected count, with a read in parallel. */
  const callsInAll = 9;
  const cases = faults.flatMap(([fault, fail]) =>
    Array.from({ length: callsInAll }, (_, at) => ({ fault, fail, call: at + 1 })),
  );

  it.each(cases)('call $call $fault once: the answer is the same', async ({ fail, call }) => {
    const { answers, metrics } = await threeRequests((at, attempt) => at === call && attempt === 1, fail);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(metrics).toBe(0);
  });

  it.each(cases)(
    'call $call $fault every time: 500 with the documented body before the deadline',
    async ({ fail, call }) => {
      const { answers, metrics, failedCount } = await threeRequests((at) => at === call, fail);

      for (const { status, body } of answers) {
        expect([200, 429, 500]).toContain(status);
        if (status === 500) expect(JSON.parse(body)).toEqual(internalError);
      }
      expect(answers.filter(({ status }) => status === 500).length).toBeLessThanOrEqual(1);
      expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThanOrEqual(3_000);
      expect(metrics).toBe(failedCount ? 1 : 0);
    },
  );

  async function threeRequests(
    fails: (call: number, attempt: number) => boolean,
    fail: (send: Send, world: World) => Promise<unknown>,
  ) {
    const store = memDynamo();
    const old = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, 1]));
    const apiKey = await putKey(memTable(store), { w: { ...old, m29919600: 98 } });
    const world = worldAt(noon);
    const calls = new Map<object, { call: number; attempts: number }>();
    let failedCount = false;
    const table = aroundAttempts(memTable(store), async (send, input) => {
      const made = calls.get(input) ?? { call: calls.size + 1, attempts: 0 };
      made.attempts += 1;
      calls.set(input, made);
      await world.sleep(5);
      if (!fails(made.call, made.attempts)) return send();
      if ('ReturnValues' in input && made.attempts === 3) failedCount = true;
      return fail(send, world);
    });
    const deps = fakeDeps(table);
    const call = callerOf(madeUp, api(madeUp, { readThing: readsTwice }, deps));
    const answers: { status: number; body: string; milliseconds: number }[] = [];
    const asking = async () => {
      for (let request = 0; request < 3; request += 1) {
        const started = world.now;
        const { statusCode, body } = await call('/made-up/c1?query=x', { apiKey });
        answers.push({ status: statusCode, body, milliseconds: world.now - started });
      }
    };
    await inWorld(world, randomOf(1), async () => {
      const asked = asking();
      await world.run();
      // nothing is left to run, so a request still pending now would never end
      expect(answers.length).toBe(3);
      await asked;
    });
    const metrics = deps.logged.filter((record) => 'LimiterError' in record).length;
    return { answers, metrics, failedCount, made: calls.size };
  }

  const readsTwice: Operation = async (_, { table }) => {
    const read = () => readItem(table, { pk: 'CUST#acme', sk: 'x' });
    await read();
    return {
      etag: 'v1',
      body: async () => {
        await read();
        return { etag: 'v1', body: '{"thing":"one"}' };
      },
    };
  };
});
