import { expect, it } from 'vitest';
import { credentials } from '../fuzz/credentials.ts';
import { asker, fuzzed, type Tally } from '../fuzz/hold.ts';
import { holdsAsync } from '../support/holds.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { putTenants, type Tenant } from '../support/service/tenants.ts';
import { wholeService } from '../support/service/whole-service.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const sizes = { slice: 500, sample: 15_000, full: 100_000 };
const requests = sized(sizes);

it(`${share(requests, sizes)} fuzzed requests get the documented status and body`, async () => {
  const [tenant] = (await putTenants(db.table, 2)) as [Tenant];
  const deps = fakeDeps(db.table);
  const tally: Tally = { requests: 0, statuses: {} };
  const ask = asker(deps, await wholeService(deps), tenant, tally);
  const keys = await credentials(db.table, tenant.apiKey, tenant.account);

  await holdsAsync(fuzzed(ask, tenant, keys), { numRuns: requests });
  console.log(JSON.stringify(tally));

  expect(tally.statuses[200]).toBeGreaterThan(requests / 10);
});
