import { describe, expect, it } from 'vitest';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { putKey, unknownKey } from '../support/service/api-keys.ts';
import { noon } from '../support/service/deps.ts';
import { keyCheckerOn } from '../support/sim/key-checker.ts';
import { countCapacity } from '../support/store/capacity.ts';
import { aroundCalls } from '../support/store/clients.ts';
import { memoryTable } from '../support/store/table.ts';

const minuteEnd = 1_795_176_060;

/** A container that has just answered 429 to a key whose minute is full, thirty seconds before the minute ends. */
async function containerAfter429(w: Record<string, number> = { m29919600: 100 }) {
  const store = memDynamo();
  const table = memTable(store);
  const apiKey = await putKey(table, { w });
  const container = keyCheckerOn(table);
  const first = await container.ask(apiKey);
  const spent = countCapacity(table);
  return { ...container, store, table, apiKey, first, spent };
}

describe('a container that has answered 429', () => {
  it('answers 429 from memory for ten seconds and counts Retry-After down', async () => {
    const { deps, ask, apiKey, first, spent } = await containerAfter429();
    const answers = [];
    for (const later of [0, 1, 1_000, 9_999]) {
      deps.now = noon + later;
      answers.push(await ask(apiKey));
    }

    const refused = { refused: 'RateLimited', limit: 100, reset: minuteEnd };
    expect(first).toEqual({ ...refused, retryAfter: 30 });
    expect(answers).toEqual([30, 30, 29, 21].map((retryAfter) => ({ ...refused, retryAfter })));
    expect(spent.calls).toBe(0);
  });
});

describe('the container', () => {
  it('reports the window in which it has counted a request, although that window ends meanwhile', async () => {
    const table = memoryTable();
    const apiKey = await putKey(table, { w: { m29919600: 97 } });
    const { ask, deps } = keyCheckerOn(table);
    aroundCalls(table, async (send) => {
      const answer = await send();
      deps.now = minuteEnd * 1000;
      return answer;
    });

    expect(await ask(apiKey)).toEqual({ admitted: 'acme', limit: 100, remaining: 2, reset: minuteEnd });
  });

  it('remembers the 10,000 keys that asked last', async () => {
    const key = { v: 3, st: 'active', customerId: 'acme', keyId: 'k', w: {} };
    const table = { ...memoryTable(), send: async () => key as never };
    const { ask, checker } = keyCheckerOn(table);
    const [first, second, third, ...others] = Array.from({ length: 10_001 }, unknownKey);
    const last = others.pop();
    for (const apiKey of [first, second, third, ...others, first, last]) await ask(apiKey);
    const checks = [first, second, third, last].map((apiKey) => checker.check(apiKey, table));
    await Promise.all(checks.map(({ admission }) => admission));

    expect(checks.map(({ account }) => account)).toEqual(['acme', undefined, 'acme', 'acme']);
  });
});

describe('expired windows on the item of a key', () => {
  const afterwards = ['m29919600', 'h498660', 'd20777', 'r179517603'];

  /** The window names on a key that has expired ones, after some requests, and what the requests cost. */
  async function keyAfter(requests: number, expired: number) {
    const store = memDynamo();
    const table = memTable(store);
    const apiKey = await putKey(table, {
      w: Object.fromEntries(Array.from({ length: expired }, (_, at) => [`m${at}`, 1])),
    });
    const spent = countCapacity(table);
    const { ask } = keyCheckerOn(table);
    for (let request = 0; request < requests; request += 1) await ask(apiKey);
    const w = store.get(`KEY#${apiKeyHash(apiKey)}`, 'KEY')?.w;
    return { names: Object.keys(w && 'M' in w ? w.M : {}), calls: spent.calls };
  }

  it('are removed by the next request of the container', async () => {
    expect(await keyAfter(2, 20)).toEqual({ names: afterwards, calls: 2 });
  });

  it('are removed twenty at a time, to keep the expression short', async () => {
    const store = memDynamo();
    const table = memTable(store);
    const minutes = Array.from({ length: 30 }, (_, at) => [`m${29_919_600 + at}`, 1]);
    const apiKey = await putKey(table, { w: Object.fromEntries(minutes) });
    const { ask, deps } = keyCheckerOn(table);
    await ask(apiKey);
    deps.now += 3_600_000;
    const left = [];
    for (let request = 0; request < 3; request += 1) {
      await ask(apiKey);
      const w = store.get(`KEY#${apiKeyHash(apiKey)}`, 'KEY')?.w;
      left.push(
        Object.keys(w && 'M' in w ? w.M : {}).filter((name) => minutes.some(([minute]) => minute === name)).length,
      );
    }

    expect(left).toEqual([10, 0, 0]);
  });
});

it('logs a warning when another container has counted minutes ahead of this clock', async () => {
  const table = memoryTable();
  const apiKey = await putKey(table, { w: { m29919603: 1 } });
  const { ask, deps } = keyCheckerOn(table);
  await ask(apiKey);

  expect(deps.logged).toEqual([
    {
      level: 'warn',
      keyId: apiKey.slice(7, 15),
      message: 'The clock of another container is minutes ahead of this one.',
    },
  ]);
});
