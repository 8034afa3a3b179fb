import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { agreement } from '../model/agree.ts';
import { randomAccount } from '../model/random-account.ts';
import { randomRequests, urlOf } from '../model/requests.ts';
import { write } from '../model/store.ts';
import { holdsAsync } from '../support/holds.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { askerOf } from '../support/service/whole-service.ts';
import { numeral, seedsOf, share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

/** Most accounts are small; some take several pages. */
const sizes = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 10 }) },
  { weight: 6, arbitrary: fc.integer({ min: 11, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 101, max: 260 }) },
);

const accountSizes = { slice: 4, sample: 60, full: 2_000 };
const accounts = sized(accountSizes);
const cachedSizes = { slice: 1, sample: 1, full: 5 };
const cached = sized(cachedSizes);
const requests = sized({ slice: 100, sample: 1_000, full: 1_000 });

it(`${share(accounts, accountSizes)} random accounts: the service answers what the model answers, before and after facts change`, async () => {
  await holdsAsync(
    agreement(() => db.table, sizes),
    { numRuns: accounts },
  );
});

it(`${share(cached, cachedSizes)} accounts, ${numeral(requests)} requests each: no answer depends on the pages that a container has cached`, async () => {
  for (const [at, seed] of seedsOf(cached).entries()) {
    const account = { ...randomAccount(seed, 70 * (at + 1)), customerId: `cold-${seed}` };
    await write(db.table, account);
    const newKey = () => putKey(db.table, { customerId: account.customerId });
    const ask = await askerOf(fakeDeps(db.table), await newKey());
    const askCold = await askerOf(Object.assign(fakeDeps(db.table), { pages: new PageCache(0) }), await newKey());
    for (const url of randomRequests(account, seed, requests).map(urlOf)) {
      const [warm, cold] = [await ask(url), await askCold(url)];
      expect({ ...cold, headers: cold.headers.ETag }, url).toEqual({ ...warm, headers: warm.headers.ETag });
    }
  }
});
