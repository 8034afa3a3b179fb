import { describe, expect, it } from 'vitest';
import { apiKeyHash } from '../../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../../shared/table/store/read.ts';
import { putKey } from '../../../../support/service/api-keys.ts';
import { idsOf, keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { countCapacity, sizeOf } from '../../../../support/store/capacity.ts';
import { useTable } from '../../../../support/store/table.ts';

const db = useTable();
const minute = 60_000;

/** A table client that counts every call and unit. */
function counted() {
  const table = db.open();
  return { table, spent: countCapacity(table) };
}

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
      const apiKey = await putKey(db.table, {
        customerId,
        exp: 4_102_444_800,
        w: { M202611: 1_000_000, R202611: 1_000_000 },
      });
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
