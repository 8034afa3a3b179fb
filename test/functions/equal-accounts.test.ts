import { expect, it } from 'vitest';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { askerOf } from '../support/service/whole-service.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();

it.each([
  '/clients',
  '/clients/by-risk/high_risk',
  '/clients/search?query=x',
  '/clients/trending',
  '/clients/statistics/overview',
  '/clients/alignment',
  '/clients/export/csv',
  '/streams',
])(
  'two accounts with equal views have different ETags for GET %s, as the responses contain the account id',
  async (url) => {
    const ask = async (customerId: string) => askerOf(fakeDeps(db.table), await putKey(db.table, { customerId }));
    const [acme, brown] = [await ask('acme'), await ask('brown')];
    const { headers } = await acme(url);
    const held = { 'If-None-Match': headers.ETag ?? '' };

    expect(await acme(url, held)).toMatchObject({ status: 304 });
    expect(await brown(url, held)).toMatchObject({ status: 200 });
  },
);
