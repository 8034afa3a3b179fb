import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { create } from '../../functions/export/handler.ts';
import { exportGroup } from '../../shared/contract/export.ts';
import type { Reply } from '../../shared/http/request-state.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { publishMany } from '../functions/export/many-clients.ts';
import { putKey } from '../support/service/api-keys.ts';
import { callerOf } from '../support/service/caller.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { numeral, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const megabyte = 1024 * 1024;

async function inUse(): Promise<number> {
  collect();
  // memory that finalizers release is freed by the next collection
  await setImmediate();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

const url = '/clients/export/csv?include_archived=true';

/** The peak memory in use while the file of `count` clients is sent, minus the memory in use afterwards. */
async function memoryOf(count: number): Promise<{ rows: number; most: number }> {
  const account = asAccount(`clients-${count}`);
  await publishMany(db.table, account, count, 'Client');
  const apiKey = await putKey(db.table, { customerId: account });
  const ask = callerOf(exportGroup, create(fakeDeps(db.table)));
  const start = async (): Promise<Reply> => ask(url, { apiKey });

  // once without measuring, until the memory of the publication is freed
  let rows = 0;
  for await (const part of (await start()).stream ?? []) rows += String(part).split('\r\n').length - 1;
  const samples: number[] = [];
  let parts = 0;
  for await (const _ of (await start()).stream ?? []) {
    if (parts % 7 === 0) samples.push(await inUse());
    parts += 1;
  }
  return { rows: rows - 1, most: Math.max(...samples) - (await inUse()) };
}

const [middle, most] = [20_000, sized({ slice: 25_000, sample: 100_000, full: 100_000 })];

it(`exporting ${numeral(most)} clients takes no more memory than exporting 5,000`, async () => {
  const [small, large, huge] = [await memoryOf(5000), await memoryOf(middle), await memoryOf(most)];
  console.log('megabytes in use at most:', { 5000: small.most, [middle]: large.most, [most]: huge.most });

  expect([small.rows, large.rows, huge.rows]).toEqual([5000, middle, most]);
  expect(large.most).toBeLessThan(small.most + 4);
  // the head grows by a hundred bytes a page
  expect(huge.most).toBeLessThan(small.most + 4);
});
