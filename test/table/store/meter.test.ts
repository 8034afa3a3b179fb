import { expect, it } from 'vitest';
import { localAddress } from '../../../bin/local/store/table.ts';
import { consumedBetween, meterConsumption } from '../../../shared/table/store/meter.ts';
import { readBatch, readItem, readRange } from '../../../shared/table/store/read.ts';
import { openTable } from '../../../shared/table/store/table.ts';
import { transact } from '../../../shared/table/store/transaction.ts';
import { putAll } from '../../../shared/table/store/write.ts';

it('what is consumed is that of all calls, apart for reads and writes', async () => {
  const table = openTable(localAddress('http://127.0.0.1:9', 'none'), 'job');
  const asked = new Set<unknown>();
  const consumed: object[] = [
    ...[{ CapacityUnits: 0.5 }, [{ CapacityUnits: 1 }, { CapacityUnits: 2 }], { CapacityUnits: 4 }],
    ...[[{ CapacityUnits: 8 }], [{ CapacityUnits: 16 }, {}]],
  ];
  table.documents.middlewareStack.add(
    () => async (sent) => {
      asked.add((sent.input as { ReturnConsumedCapacity?: string }).ReturnConsumedCapacity);
      return { response: {}, output: { ConsumedCapacity: consumed.shift(), $metadata: {} } as never };
    },
    { step: 'initialize', priority: 'low', name: 'answers' },
  );
  const meter = meterConsumption(table);
  const key = { pk: 'P', sk: 'S' };

  await readItem(table, key);
  await readBatch(table, [key]);
  await readRange(table, { pk: 'P', from: '', to: '' });
  expect(meter()).toEqual({ calls: 3, readUnits: 7.5, writeUnits: 0 });
  await putAll(table, [key]);
  await transact(table, [{ Put: { TableName: 'none', Item: key } }]);
  await readItem(table, key);
  expect(meter()).toEqual({ calls: 6, readUnits: 7.5, writeUnits: 24 });
  // at the same time
  consumed.push({ CapacityUnits: 32 }, { CapacityUnits: 64 });
  await Promise.all([readItem(table, key), readItem(table, key)]);
  expect(meter()).toEqual({ calls: 8, readUnits: 103.5, writeUnits: 24 });
  expect([...asked]).toEqual(['TOTAL']);
});

it('what was consumed between two moments is the difference of each count', () => {
  const [before, after] = [
    { calls: 10, readUnits: 2.5, writeUnits: 3 },
    { calls: 12, readUnits: 4, writeUnits: 10 },
  ];

  expect(consumedBetween(after, before)).toEqual({ calls: 2, readUnits: 1.5, writeUnits: 7 });
});
