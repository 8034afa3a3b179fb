import * as fc from 'fast-check';
import { shared, type Tenant } from '../../support/service/tenants.ts';
import { anyRequest } from '../bad-input/requests.ts';

/** A request that one of the accounts makes. */
export interface TenantRequest {
  readonly tenant: Tenant;
  readonly url: string;
}

/** Requests to any endpoint by any account, with its own ids, those of another account, and mutations of both. */
export function tenantRequests(tenants: readonly Tenant[]): fc.Arbitrary<TenantRequest> {
  const any = fc.constantFrom(...tenants);
  return fc.tuple(any, any).chain(([tenant, other]) => {
    const system = ['all-clients', 'favorite-clients', 'archived-clients'];
    const of = (own: readonly string[], foreign: readonly string[]) =>
      fc.tuple(
        fc.constantFrom(...own),
        fc.constantFrom(...own, ...foreign),
        mutated(tenant, other, [...own, ...foreign]),
      );
    const named = fc.record({
      clientIds: of(tenant.clientIds, other.clientIds),
      streamIds: of(tenant.streamIds, other.streamIds),
      portfolioIds: of([...tenant.portfolioIds, ...system], other.portfolioIds),
      canary: fc.constantFrom(tenant.canary, other.canary, other.prefix, other.account, '~'),
    });
    return named.chain((ids) => anyRequest({ ...tenant, ...ids }, 'valid').map(({ url }) => ({ tenant, url })));
  });
}

/** An id that nobody has, but that might lead somewhere. */
function mutated(tenant: Tenant, other: Tenant, known: readonly string[]): fc.Arbitrary<string> {
  const separators = fc.constantFrom('#', '%23', '/', '\0', ' ', '\n', '|', ':', '~', '*', '%', '../');
  const reaching = fc.constantFrom(
    `CUST#${other.account}`,
    `${shared}#CLIENT#${shared}`,
    `../../CUST#${other.account}#CLIENT#${shared}`,
    `${other.account}#ROSTER#clients`,
    `#${other.account}`,
    other.account.slice(tenant.account.length) || other.account,
    'a'.repeat(4096),
    `${shared}${'#'.repeat(1365)}`,
  );
  const one = fc.constantFrom(...known);
  const joined = fc
    .tuple(one, separators, fc.oneof(one, fc.constantFrom(other.account, '')))
    .map((parts) => parts.join(''));
  const changed = one.chain((id) =>
    fc.constantFrom(id.toUpperCase(), id.slice(0, -1) || 'x', `${id}0`, `${id}\0`, ` ${id}`),
  );
  return fc.oneof(reaching, joined, changed);
}
