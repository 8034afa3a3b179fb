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
beforeAll(async () => {
  for (const [at, tenant] of (await putTenants(db.table, 4)).entries())
    browsers.set(tenant, await site().admit(tenant.account, `admin${at}`, 'administrator'));
});

/** A request of any route, with ids and names of any account in its path and its form. */
const requests = fc.constant(undefined).chain(() => {
  const tenants = [...browsers.keys()];
  const ids = tenants.flatMap(({ account, clientIds, streamIds }) => [account, ...clientIds, streamIds[0] ?? '']);
  const id = fc.oneof(
    fc.constantFrom(...ids),
    fc.tuple(fc.constantFrom('..%2F', '%23', '~', '../'), fc.constantFrom(...ids)).map((parts) => parts.join('')),
  );
  return fc.record({
    tenant: fc.constantFrom(...tenants),
    route: fc.constantFrom(...routes),
    open: fc.tuple(id, id),
    value: id,
  });
});

it('no page and no form of an account has or changes anything of another, whatever ids come with it', async () => {
  for (const [{ canary }, browser] of browsers) expect((await browser.get('')).body).toContain(canary);
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
    const { body } = route.method === 'GET' ? await browser.get(path) : await browser.post(path, form);
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
