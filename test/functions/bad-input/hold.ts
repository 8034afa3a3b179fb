import * as fc from 'fast-check';
import { expect } from 'vitest';
import { expectConforms } from '../../support/service/conformance.ts';
import type { FakeDeps } from '../../support/service/deps.ts';
import type { Tenant } from '../../support/service/tenants.ts';
import type { Answered, WholeService } from '../../support/service/whole-service.ts';
import { type Credentials, otherHeaders } from './credentials.ts';
import { echoOf, expectedStatuses, mostClients } from './expected.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';

export interface Tally {
  requests: number;
  readonly statuses: Record<number, number>;
}

/** Sends requests and checks each response against the contract. */
export function asker(deps: FakeDeps, call: WholeService, tenant: Tenant, tally: Tally) {
  const falling = remainders();
  return async (request: FuzzRequest, refusals: readonly number[] = []): Promise<void> => {
    // slow enough to stay below every rate limit
    deps.now += 2000;
    const answered = await call(request);
    if (!answered) throw new Error(`no function answers ${request.url}`);
    tally.requests += 1;
    tally.statuses[answered.status] = (tally.statuses[answered.status] ?? 0) + 1;
    const where = `${request.url} ${JSON.stringify(request.rawHeaders)}: ${answered.status} ${answered.body.slice(0, 300)}`;

    // a path with an empty segment is that of no endpoint, although a route may fit it
    const isWhole = !/^[^?]*\/(\/|\?|$)/.test(request.url);
    if (answered.operationId === '') expect(isWhole, where).toBe(false);
    else if (isWhole) expectConforms(answered.operationId, answered.status, answered.headers, answered.body);
    expectLimits(answered, deps.now, where);
    if (refusals.length > 0) {
      expect(answered.headers['X-RateLimit-Remaining'], where).toBe('0');
      expect(refusals, where).toContain(answered.status);
      return;
    }
    falling(answered, where);
    if (!isWhole) {
      expect(answered.status, where).toBe(404);
      return;
    }
    // an id equal to a path segment of the API leads to another endpoint
    if (answered.operationId !== request.operation.operationId) return;
    expect(expectedStatuses(request.operation, request.said, tenant, request.meant), where).toContain(answered.status);
    if (answered.status === 200) expectScope(answered, request, tenant, where);
  };
}

function limitsOf({ headers }: Answered): number[] {
  return ['Limit', 'Remaining', 'Reset'].map((name) => {
    const text = headers[`X-RateLimit-${name}`] ?? '';
    return /^(0|[1-9][0-9]*)$/.test(text) ? Number(text) : Number.NaN;
  });
}

function expectLimits(answered: Answered, now: number, where: string): void {
  const [limit = Number.NaN, remaining = Number.NaN, reset = Number.NaN] = limitsOf(answered);
  expect([100, 5_000, 50_000], where).toContain(limit);
  expect(remaining >= 0 && remaining <= limit, where).toBe(true);
  expect(reset > now / 1000 && reset <= now / 1000 + 86_400, where).toBe(true);
}

/** Checks that `Remaining` decreases with every response within a window. */
function remainders() {
  const lowest = new Map<string, number>();
  return (answered: Answered, where: string) => {
    const [limit = Number.NaN, remaining = Number.NaN, reset] = limitsOf(answered);
    const window = `${limit} ${reset}`;
    // the request itself is already counted
    expect(remaining, where).toBeLessThan(lowest.get(window) ?? limit);
    lowest.set(window, remaining);
  };
}

/** Checks that the response covers the requested scope and no more clients than it has. */
function expectScope({ body, headers }: Answered, { said }: FuzzRequest, tenant: Tenant, where: string): void {
  const most = mostClients(said, tenant);
  if (!headers['Content-Type']?.startsWith('application/json')) {
    expect(body.split('\r\n').length - 2, where).toBeLessThanOrEqual(most);
    return;
  }
  const { portfolioId, clients, breakdown } = JSON.parse(body) as {
    portfolioId?: string | null;
    clients?: readonly unknown[];
    breakdown?: { total?: number };
  };
  if (portfolioId !== undefined) expect(portfolioId, where).toBe(echoOf(said));
  expect(Math.max(clients?.length ?? 0, breakdown?.total ?? 0), where).toBeLessThanOrEqual(most);
}

/** Random values in any parameter, with any key and any other header. */
export function fuzzed(ask: ReturnType<typeof asker>, tenant: Tenant, keys: fc.Arbitrary<Credentials>) {
  return fc.asyncProperty(anyRequest(tenant), keys, otherHeaders, async (request, { rawHeaders, refusals }, others) => {
    await ask({ ...request, rawHeaders: [...rawHeaders, ...others] }, refusals);
  });
}
