import { describe, expect, it } from 'vitest';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { holdsAsync } from '../support/holds.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { randomOf } from '../support/random.ts';
import { putKey, unknownKey } from '../support/service/api-keys.ts';
import { idsOf, keyCheckerOn } from '../support/sim/key-checker.ts';
import { keyItem } from '../support/sim/limiter.ts';
import { answersLikeTheModel } from '../support/sim/limiter-model.ts';
import { seed, share, sized } from '../support/size.ts';
import { countCapacity } from '../support/store/capacity.ts';
import { memoryTable } from '../support/store/table.ts';

const planSizes = { slice: 50, sample: 500, full: 2_000 };
const malformedSizes = { slice: 20_000, sample: 300_000, full: 1_000_000 };
const [plans, malformed] = [sized(planSizes), sized(malformedSizes)];
const isWholeDay = sized({ slice: 0, sample: 1, full: 1 }) === 1;

it(`${share(plans, planSizes)} random plans get the answers of a model of three counters`, async () => {
  await holdsAsync(answersLikeTheModel, { numRuns: plans });
});

describe.runIf(isWholeDay)('a day of 105 requests a minute over 8 containers', () => {
  it('admits exactly 50,000: 100 a minute, 5,000 an hour, and the next day opens', async () => {
    const midnight = Date.UTC(2026, 10, 20);
    const table = memoryTable();
    const apiKey = await putKey(table);
    const containers = Array.from({ length: 8 }, (_, at) => keyCheckerOn(table, { randomBytes: idsOf(at) }));
    const spent = countCapacity(table);
    const minutes: number[] = Array(1440).fill(0);
    for (let request = 0; request < 1440 * 105; request += 1) {
      const minute = Math.floor(request / 105);
      const container = containers[request % 8];
      if (!container) continue;
      container.deps.now = midnight + minute * 60_000 + Math.floor(((request % 105) / 105) * 60_000);
      if ('admitted' in (await container.ask(apiKey))) minutes[minute] = (minutes[minute] ?? 0) + 1;
    }
    const hours = Array.from({ length: 24 }, (_, hour) => sum(minutes.slice(hour * 60, hour * 60 + 60)));
    console.log(JSON.stringify({ requests: 151_200, callsPerRequest: spent.calls / 151_200 }));

    expect(Math.max(...minutes)).toBe(100);
    expect(hours).toEqual([...Array(10).fill(5_000), ...Array(14).fill(0)]);
    const [first] = containers;
    if (first) first.deps.now = midnight + 86_400_000;
    expect(await first?.ask(apiKey)).toMatchObject({ admitted: 'acme', remaining: 99 });
  });
});

describe(`${share(malformed, malformedSizes)} malformed keys`, () => {
  it('cost no call to the table', async () => {
    const table = memoryTable();
    const spent = countCapacity(table);
    const { ask } = keyCheckerOn(table);
    const answers = new Set<string>();
    for (const key of malformedKeys(malformed)) answers.add(JSON.stringify(await ask(key)));

    expect([...answers]).toEqual(['{"refused":"Unauthorized"}']);
    expect(spent.calls).toBe(0);
  });
});

describe('a container that has seen more keys than it can remember', () => {
  it('forgets the least recently used one', async () => {
    const store = memDynamo();
    const table = memTable(store);
    const keys = Array.from({ length: 10_001 }, unknownKey);
    for (const key of keys) store.put(keyItem(apiKeyHash(key)));
    const { ask, checker } = keyCheckerOn(table);
    const knows = async (at: number) => {
      const { account, admission } = checker.check(keys[at], table);
      await admission;
      return account !== undefined;
    };
    for (const key of keys.slice(0, 10_000)) await ask(key);
    await ask(keys[0]);
    await ask(keys[10_000]);

    expect([await knows(0), await knows(1), await knows(3)]).toEqual([true, false, true]);
  });
});

function* malformedKeys(count: number): Generator<string> {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const random = randomOf(seed);
  for (let made = 0; made < count; made += 1) {
    const text = Array.from({ length: 36 }, () => alphabet.charAt(Math.floor(random() * 62))).join('');
    yield `svclive${text}`;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
