import * as fc from 'fast-check';
import { expect } from 'vitest';
import { type FakeDeps, fakeDeps } from '../../support/service/deps.ts';
import type { Tenant } from '../../support/service/tenants.ts';
import { type WholeService, wholeService } from '../../support/service/whole-service.ts';
import type { TestTable } from '../../support/store/table.ts';
import { type Fence, fence } from './fence.ts';
import { type TenantRequest, tenantRequests } from './requests.ts';

/** One container that serves all accounts; the fence checks all of its commands. */
export interface Watched {
  readonly deps: FakeDeps;
  readonly fence: Fence;
  readonly call: WholeService;
}

export async function watched(db: TestTable): Promise<Watched> {
  const table = db.open();
  const deps = fakeDeps(table);
  return { deps, fence: fence(table), call: await wholeService(deps) };
}

export interface Tally {
  requests: number;
  readonly statuses: Record<number, number>;
  /** Responses that contain the canary of their own account. */
  own: number;
}

const atOnce = 8;

/** Mixed concurrent requests of all accounts: no response contains data of another account. */
export function staysApart({ deps, fence, call }: Watched, tenants: readonly Tenant[], tally: Tally) {
  const mixed = fc.array(tenantRequests(tenants), { minLength: atOnce, maxLength: atOnce });
  return fc.asyncProperty(mixed, async (requests) => {
    await Promise.all(
      requests.map(async (request) => {
        // slow enough to stay below the rate limits
        deps.now += 200;
        const { tenant, url } = request;
        const answered = await fence.as(tenant, () => call({ url, rawHeaders: ['X-API-Key', tenant.apiKey] }));
        tally.requests += 1;
        if (!answered) return;
        const { status, headers, body } = answered;
        tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
        const said = `${withoutEcho(body)} ${JSON.stringify(headers)}`;
        if (said.includes(tenant.canary)) tally.own += 1;
        expect(foreignIn(said, request, tenants), `${tenant.account} asks for ${url}: ${status}`).toEqual([]);
      }),
    );
    expect(fence.breaches.slice(0, 3)).toEqual([]);
  });
}

/** Removes what the response repeats of the request: the query of a search, and ids that the account does not have. */
function withoutEcho(body: string): string {
  if (!/"(query|missing)":/.test(body)) return body;
  const { query: _, missing: __, ...rest } = JSON.parse(body);
  return JSON.stringify(rest);
}

function foreignIn(said: string, { tenant }: TenantRequest, tenants: readonly Tenant[]): string[] {
  const ids = [...said.matchAll(/\bt\d\d(?=[cspnh]\d|@)|~T\d\d~/g)].map(([found]) => found);
  const own = new Set([tenant.canary, tenant.prefix]);
  const customers = [...said.matchAll(/"customerId":"([^"]*)"/g)].map(([, account = '']) => account);
  return [
    ...ids.filter((found) => !own.has(found)),
    ...customers.filter((account) => account !== tenant.account),
    ...tenants.filter(({ apiKey }) => said.includes(apiKey)).map(({ account }) => `a key of ${account}`),
  ];
}

/** Asserts that no log line contains an API key, a canary, an id, an email address or a phone number. */
export function expectSilent({ logged }: FakeDeps): void {
  const telling = /svc(live|test)[0-9A-Za-z]{36}|~T\d\d~|t\d\d[cspnh]\d|@canary|\+49 170/i;
  expect(logged.map((line) => JSON.stringify(line)).filter((line) => telling.test(line))).toEqual([]);
}
