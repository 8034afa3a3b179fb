import { describe, expect, it } from 'vitest';
import { usageOf } from '../../../../../shared/domain/access/windows.ts';
import type { ApiKey } from '../../../../../shared/table/access/count-request.ts';
import { apiKeyHash } from '../../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../../shared/table/store/read.ts';
import { memDynamo } from '../../../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../../../support/mem-dynamo/table.ts';
import { putKey, unknownKey } from '../../../../support/service/api-keys.ts';
import { noon } from '../../../../support/service/deps.ts';
import { idsOf, keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { countCapacity } from '../../../../support/store/capacity.ts';
import { aroundCalls } from '../../../../support/store/clients.ts';
import { memoryTable } from '../../../../support/store/table.ts';

const minuteEnd = 1_795_176_060;

/** A container with a key that has these windows, and the names of those that its item has. */
async function containerWith(w: Readonly<Record<string, number>>) {
  const store = memDynamo();
  const table = memTable(store);
  const apiKey = await putKey(table, { w });
  const namesLeft = () => {
    const left = store.get(`KEY#${apiKeyHash(apiKey)}`, 'KEY')?.w;
    return Object.keys(left && 'M' in left ? left.M : {});
  };
  return { ...keyCheckerOn(table), table, apiKey, namesLeft };
}

it('a container that has answered 429 repeats it from memory for ten seconds, and counts Retry-After down', async () => {
  const { deps, ask, apiKey, table } = await containerWith({ m29919600: 100 });
  const answers = [await ask(apiKey)];
  const spent = countCapacity(table);
  for (const later of [0, 1, 1_000, 9_999]) {
    deps.now = noon + later;
    answers.push(await ask(apiKey));
  }

  const refused = { refused: 'RateLimited', limit: 100, reset: minuteEnd };
  expect(answers).toEqual([30, 30, 30, 29, 21].map((retryAfter) => ({ ...refused, retryAfter })));
  expect(spent.calls).toBe(0);
});

describe('the container', () => {
  it('reports the window in which it has counted a request, although that window ends meanwhile', async () => {
    const { ask, deps, table, apiKey } = await containerWith({ m29919600: 97 });
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

it('two containers whose clocks differ by four seconds admit up to three windows in a minute, and no more', async () => {
  const { table, apiKey } = await containerWith({});
  const admittedBy =
    ({ ask, deps }: ReturnType<typeof keyCheckerOn>, skew: number) =>
    async (second: number) => {
      deps.now = minuteEnd * 1000 + second * 1000 + skew;
      const answers = [];
      for (let request = 0; request < 101; request += 1) answers.push(await ask(apiKey));
      return answers.filter((answer) => 'admitted' in answer).length;
    };
  const slow = admittedBy(keyCheckerOn(table, { randomBytes: idsOf(1) }), -2_000);
  const fast = admittedBy(keyCheckerOn(table, { randomBytes: idsOf(2) }), 2_000);

  expect([await slow(1), await fast(1), await fast(59), await slow(59)]).toEqual([100, 100, 100, 0]);
});

describe('expired windows on the item of a key', () => {
  it('are removed by the next request of the container', async () => {
    const { ask, apiKey, table, namesLeft } = await containerWith(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, 1])),
    );
    const spent = countCapacity(table);
    for (let request = 0; request < 2; request += 1) await ask(apiKey);

    expect(namesLeft()).toEqual(['m29919600', 'h498660', 'd20777', 'M202611', 'r179517603']);
    expect(spent.calls).toBe(2);
  });

  it('are removed twenty at a time, to keep the expression short', async () => {
    const minutes = Array.from({ length: 30 }, (_, at) => `m${29_919_600 + at}`);
    const { ask, deps, apiKey, namesLeft } = await containerWith(
      Object.fromEntries(minutes.map((minute) => [minute, 1])),
    );
    await ask(apiKey);
    deps.now += 3_600_000;
    const left = [];
    for (let request = 0; request < 3; request += 1) {
      await ask(apiKey);
      left.push(namesLeft().filter((name) => minutes.includes(name)).length);
    }

    expect(left).toEqual([10, 0, 0]);
  });
});

it('the refusals of a container are counted in the month by its next request that is counted, once', async () => {
  const { ask, deps, table, apiKey } = await containerWith({ m29919600: 99 });
  const other = keyCheckerOn(table);
  const spent = countCapacity(table);
  for (let request = 0; request < 5; request += 1) await ask(apiKey);
  deps.now = other.deps.now = minuteEnd * 1000;
  for (const each of [other.ask, ask, ask]) await each(apiKey);

  // the one that was answered, the first that was refused, and the three of the next minute
  expect(spent.calls).toBe(5);
  const key = await readItem(table, { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' });
  expect(usageOf(key?.w as ApiKey['w'], deps.now)).toEqual({ minute: 3, hour: 4, day: 4, month: 4, refused: 4 });
});

it('logs a warning when another container has counted minutes ahead of this clock', async () => {
  const { ask, deps, apiKey } = await containerWith({ m29919603: 1 });
  await ask(apiKey);

  expect(deps.logged).toEqual([
    {
      level: 'warn',
      keyId: apiKey.slice(7, 15),
      message: 'The clock of another container is minutes ahead of this one.',
    },
  ]);
});
