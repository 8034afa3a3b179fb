import { describe, expect, it } from 'vitest';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { putKey } from '../support/service/api-keys.ts';
import { idsOf, keyCheckerOn } from '../support/sim/key-checker.ts';
import { countCapacity, sizeOf } from '../support/store/capacity.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
const second = 1_000;
const minute = 60 * second;

/** Ten minutes before an hour ends. */
const start = Date.UTC(2026, 10, 20, 11, 50);

/** A table client that counts every call and unit. */
function counted() {
  const table = db.open();
  return { table, spent: countCapacity(table) };
}

describe('what a request costs', () => {
  it('at 40 a minute over 40 containers: one call, one write unit', async () => {
    const { table, spent } = counted();
    const apiKey = await putKey(db.table);
    const containers = Array.from({ length: 40 }, (_, at) => keyCheckerOn(table, { randomBytes: idsOf(at) }));
    const requests = 40 * 15;
    for (let request = 0; request < requests; request += 1) {
      // 17 and 40 are coprime, so every container gets requests, in an irregular order
      const container = containers[(request * 17) % 40];
      if (!container) continue;
      container.deps.now = start + request * 1.5 * second;
      expect(await container.ask(apiKey)).toMatchObject({ admitted: 'acme' });
    }

    expect(spent.calls / requests).toBeLessThanOrEqual(1.01);
    expect(spent.writeUnits / requests).toBeLessThanOrEqual(1.05);
    expect(spent.readUnits).toBe(0);
  });

  it.each([
    ['a minute', minute],
    ['five minutes', 5 * minute],
    ['an hour', 60 * minute],
  ])('one request in %s, each in a cold container: at most 1.2 calls and write units', async (_, apart) => {
    const { table, spent } = counted();
    const apiKey = await putKey(db.table);
    const requests = 200;
    for (let request = 0; request < requests; request += 1) {
      const cold = keyCheckerOn(table, { randomBytes: idsOf(request) });
      cold.deps.now = start + request * apart;
      expect(await cold.ask(apiKey)).toMatchObject({ admitted: 'acme' });
    }

    expect(spent.calls / requests).toBeLessThanOrEqual(1.2);
    expect(spent.writeUnits / requests).toBeLessThanOrEqual(1.2);
  });
});

describe('the item of a key', () => {
  /** The arrival times of 100 requests, in milliseconds after midnight. */
  const bursts: [string, (request: number) => number][] = [
    ['one list', (request) => request * 90],
    ['two lists', (request) => request * 190],
    // the first list has expired by then, but the container that sends the last ten does not know it yet
    ['three lists', (request) => (request < 90 ? request * 200 : 20_500)],
  ];

  it.each(bursts)(
    'with 100 request ids in %s and every other attribute costs one write unit to update',
    async (_, arrival) => {
      const { table, spent } = counted();
      const customerId = 'a'.repeat(64);
      const apiKey = await putKey(db.table, { customerId, exp: 4_102_444_800 });
      const midnight = Date.UTC(2026, 10, 21);
      const warm = keyCheckerOn(table, { randomBytes: idsOf(1) });
      for (const before of [3, 2, 1]) {
        warm.deps.now = midnight - before * minute;
        await warm.ask(apiKey);
      }
      for (let request = 0; request < 100; request += 1) {
        const container = arrival(request) > 20_000 ? keyCheckerOn(table, { randomBytes: idsOf(request) }) : warm;
        container.deps.now = midnight + arrival(request);
        expect(await container.ask(apiKey)).toMatchObject({ admitted: customerId });
      }
      const item = { ...(await readItem(db.table, { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' })) };
      const w = item.w as Readonly<Record<string, unknown>>;
      const ids = Object.values(w).filter((value) => Array.isArray(value));

      expect(ids.flat().length).toBe(100);
      expect(
        Object.keys(w)
          .filter((name) => name.startsWith('d'))
          .sort(),
      ).toEqual(['d20777', 'd20778']);
      expect(sizeOf(item)).toBeLessThanOrEqual(1_024);
      expect(spent).toEqual({ calls: 103, readUnits: 0, writeUnits: 103 });
    },
  );
});
