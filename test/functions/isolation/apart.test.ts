import { beforeAll, describe, expect, it } from 'vitest';
import { holdsAsync } from '../../support/holds.ts';
import { putTenants, type Tenant } from '../../support/service/tenants.ts';
import { tried } from '../../support/size.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { looksTheSame } from './pairs.ts';
import { expectSilent, staysApart, type Tally, type Watched, watched } from './watch.ts';

const db = useMemoryTable();
let tenants: Tenant[];
let service: Watched;
beforeAll(async () => {
  tenants = await putTenants(db.table, tried(7, 20, 20));
  service = await watched(db);
});

describe('accounts served at once by one container', () => {
  const tally: Tally = { requests: 0, statuses: {}, own: 0 };

  it('never get a byte or read a key of each other, whatever ids they request', async () => {
    await holdsAsync(staysApart(service, tenants, tally), { numRuns: tried(60, 2_000, 12_500) });
  });

  it('get their own data, so the check above is not empty', () => {
    expect(tally.own).toBeGreaterThan(tally.requests / 5);
    expect(Object.keys(tally.statuses)).toEqual(expect.arrayContaining(['200', '400', '404']));
    expect(service.fence.seen.keys).toBeGreaterThan(tally.requests);
  });

  it('get the same 404 for what belongs to another account and for what does not exist', async () => {
    await holdsAsync(looksTheSame(service, tenants), { numRuns: tried(80, 2_000, 10_000) });
  });

  it('leave no key and no data in the log', () => {
    expect(service.deps.logged.length).toBeGreaterThan(300);
    expectSilent(service.deps);
  });
});
