import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { looksTheSame } from '../isolation/pairs.ts';
import { expectSilent, staysApart, type Tally, type Watched, watched } from '../isolation/watch.ts';
import { putTenants, type Tenant } from '../support/service/tenants.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
let tenants: Tenant[];
let service: Watched;
beforeAll(async () => {
  tenants = await putTenants(db.table, 20);
  service = await watched(db.address);
});

describe('twenty accounts served at once by one container', () => {
  const tally: Tally = { requests: 0, statuses: {}, own: 0 };

  it('never get a byte or read a key of each other in 100,000 requests', async () => {
    await fc.assert(staysApart(service, tenants, tally), { numRuns: 12_500 });
    console.log(JSON.stringify({ ...tally, ...service.fence.seen }));

    expect(tally.own).toBeGreaterThan(20_000);
  });

  it('get the same 404 for what belongs to another account and for what does not exist, in 10,000 pairs', async () => {
    await fc.assert(looksTheSame(service, tenants), { numRuns: 10_000 });
  });

  it('leave no key and no data in the log', () => {
    expectSilent(service.deps);
  });
});
