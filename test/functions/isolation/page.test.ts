import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../../account/page.ts';
import { holdsAsync } from '../../support/holds.ts';
import { useAccountSite } from '../../support/service/account-site.ts';
import type { Browser } from '../../support/service/page-browser.ts';
import { putTenants, type Tenant } from '../../support/service/tenants.ts';
import { inProofs } from '../../support/size.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const site = useAccountSite(db);
const browsers = new Map<Tenant, Browser>();
// each account has both runs, with rejects of which the report names one, and the second run has a name of its own
const runs = ['20261120T120000Z-0001', '20261120T120000Z-0002'];
const rejects = ['rows.csv', 'unnamed.csv'];
beforeAll(async () => {
  for (const [at, tenant] of (await putTenants(db.table, 4)).entries()) {
    const { account, canary } = tenant;
    const { bucket } = site().aws;
    for (const [count, run] of runs.entries()) {
      const own = count === 0 ? rejects : [...rejects, `${account}.csv`];
      const named = own.filter((name) => name !== 'unnamed.csv').map((name) => `rejects/${account}/${run}/${name}`);
      const files = [{ name: `${canary}.csv` }];
      const report = { run, result: 'done', startedAt: '2026-11-20T12:00:00.000Z', files, kinds: {}, rejects: named };
      bucket.put(`reports/${account}/${run}.json`, JSON.stringify(report));
      for (const name of own) bucket.put(`rejects/${account}/${run}/${name}`, canary);
    }
    bucket.put(`in/${account}/${canary} waits.csv`, 'x');
    browsers.set(tenant, await site().admit(account, `admin${at}`, 'administrator'));
  }
});

/** A request of any route, with ids and names of any account in its path and its form. */
const requests = fc.constant(undefined).chain(() => {
  const tenants = [...browsers.keys()];
  const ids = tenants.flatMap(({ account, clientIds, streamIds }) => [account, ...clientIds, streamIds[0] ?? '']);
  const id = fc.oneof(
    fc.constantFrom(...ids),
    fc.constantFrom(...runs, ...rejects, ...tenants.map(({ account }) => `${account}.csv`)),
    fc.tuple(fc.constantFrom('..%2F', '%23', '~', '../'), fc.constantFrom(...ids)).map((parts) => parts.join('')),
  );
  return fc.record({
    tenant: fc.constantFrom(...tenants),
    route: fc.oneof(fc.constantFrom(...routes), fc.constantFrom(...routes.filter(({ path }) => path.includes('runs')))),
    open: fc.tuple(fc.oneof(id, fc.constantFrom(...runs)), id),
    value: id,
  });
});

it('no page and no form of an account has or changes anything of another, whatever ids come with it', async () => {
  for (const [{ account, canary }, browser] of browsers) {
    expect((await browser.get('')).body).toContain(canary);
    const { headers } = await browser.get(`/files/runs/${runs[1]}/rejects/${account}.csv`);
    expect(headers.Location).toContain(`rejects/${account}/${runs[1]}/${account}.csv?`);
  }
  const property = fc.asyncProperty(requests, async ({ tenant, route, open, value }) => {
    // so slowly that nobody sends too many forms
    site().deps.now += 60_000;
    const places = open.values();
    const path = route.path.replaceAll('*', () => places.next().value ?? '');
    const browser = browsers.get(tenant) as Browser;
    const form = {
      name: `${value}.csv`,
      again: value,
      keep: '0h',
      email: `${value}@example.com`,
      role: 'reader',
      size: '1',
    };
    const { body, headers } = route.method === 'GET' ? await browser.get(path) : await browser.post(path, form);
    // a link is signed for rejects that a run of this account names
    if (headers.Location?.includes('amazonaws.com')) {
      const [, of, run, name] = /\/(?:inbox\/)?rejects\/([^/]+)\/([^/]+)\/([^/?]+)\?/.exec(headers.Location) ?? [];
      expect([of, runs.includes(run ?? ''), name !== 'unnamed.csv'], path).toEqual([tenant.account, true, true]);
    }
    const foreign = [...browsers.keys()].filter((other) => other !== tenant && body.includes(other.canary));
    expect(
      foreign.map(({ account }) => account),
      `${tenant.account}: ${route.method} ${path}`,
    ).toEqual([]);
  });
  await holdsAsync(property, { numRuns: inProofs(3000, 100) });

  expect(site().denied).toEqual([]);
  const tags = [...site().aws.keys.values()].map((each) => each['client-health-account']);
  expect(tags.every((account) => [...browsers.keys()].some((tenant) => tenant.account === account))).toBe(true);
});
