import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { putTenants, type Tenant } from '../support/service/tenants.ts';
import { useTable } from '../support/store/table.ts';
import { looksTheSame } from './pairs.ts';
import { expectSilent, staysApart, type Tally, type Watched, watched } from './watch.ts';

const db = useTable();
let tenants: Tenant[];
let service: Watched;
beforeAll(async () => {
  tenants = await putTenants(db.table, 7);
  service = await watched(db.address);
});

describe('seven accounts that one container serves at once', () => {
  const tally: Tally = { requests: 0, statuses: {}, own: 0 };

  it('get no byte and read no key of each other, whatever ids they ask for', { timeout: 60_000 }, async () => {
    await fc.assert(staysApart(service, tenants, tally), { numRuns: 120 });
  });

  it('(they get their own)', () => {
    expect(tally.own).toBeGreaterThan(tally.requests / 5);
    expect(Object.keys(tally.statuses).sort()).toEqual(['200', '400', '404']);
    expect(service.fence.seen.keys).toBeGreaterThan(tally.requests);
  });

  it('cannot tell what belongs to another from what never was', { timeout: 60_000 }, async () => {
    await fc.assert(looksTheSame(service, tenants), { numRuns: 250 });
  });

  it('leave nothing of themselves in the log', () => {
    expect(service.deps.logged.length).toBeGreaterThan(500);
    expectSilent(service.deps);
  });
});
