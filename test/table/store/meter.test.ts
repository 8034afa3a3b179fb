import { expect, it } from 'vitest';
import { consumedBetween, meterConsumption } from '../../../shared/table/store/meter.ts';
import { readBatch, readItem, readRange } from '../../../shared/table/store/read.ts';
import { transact } from '../../../shared/table/store/transaction.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

it('what is consumed is that of all calls, apart for reads and writes', async () => {
  const { consumed, onConsumed } = meterConsumption();
  const table = { ...db.table, onConsumed };
  const key = { pk: 'P', sk: 'S' };

  await putAll(table, [{ ...key, text: 'x'.repeat(5_000) }]);
  expect(consumed()).toEqual({ calls: 1, readUnits: 0, writeUnits: 5 });
  await readItem(table, key);
  await Promise.all([readBatch(table, [key], { consistent: true }), readRange(table, { pk: 'P', from: '', to: '' })]);
  expect(consumed()).toEqual({ calls: 4, readUnits: 4, writeUnits: 5 });
  await readItem(db.table, key);
  await transact(table, [{ put: { item: key } }]);
  expect(consumed()).toMatchObject({ calls: 5, readUnits: 4 });
});

it('what was consumed between two moments is the difference of each count', () => {
  const [before, after] = [
    { calls: 10, readUnits: 2.5, writeUnits: 3 },
    { calls: 12, readUnits: 4, writeUnits: 10 },
  ];

  expect(consumedBetween(after, before)).toEqual({ calls: 2, readUnits: 1.5, writeUnits: 7 });
});
