import { beforeAll, describe, expect, it } from 'vitest';
import { looksTheSame } from '../isolation/pairs.ts';
import { expectSilent, staysApart, type Tally, type Watched, watched } from '../isolation/watch.ts';
import { holdsAsync } from '../support/holds.ts';
import { putTenants, type Tenant } from '../support/service/tenants.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
let tenants: Tenant[];
let service: Watched;
beforeAll(async () => {
  tenants = await putTenants(db.table, 20);
  service = await watched(db);
});

const batchSizes = { slice: 40, sample: 2_000, full: 12_500 };
const pairSizes = { slice: 50, sample: 2_000, full: 10_000 };
const [batches, pairs] = [sized(batchSizes), sized(pairSizes)];

describe('twenty accounts served at once by one container', () => {
  const tally: Tally = { requests: 0, statuses: {}, own: 0 };

  it(`never get a byte or read a key of each other in ${share(batches, batchSizes)} batches of about 8 requests`, async () => {
    await holdsAsync(staysApart(service, tenants, tally), { numRuns: batches });
    console.log(JSON.stringify({ ...tally, ...service.fence.seen }));

    expect(tally.own).toBeGreaterThan(1.6 * batches);
  });

  it(`get the same 404 for what belongs to another account and for what does not exist, in ${share(pairs, pairSizes)} pairs`, async () => {
    await holdsAsync(looksTheSame(service, tenants), { numRuns: pairs });
  });

  it('leave no key and no data in the log', () => {
    expectSilent(service.deps);
  });
});
