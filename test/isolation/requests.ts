import * as fc from 'fast-check';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { namesInPath } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import type { Tenant } from '../support/service/tenants.ts';
import { shared } from '../support/service/tenants.ts';

/** A request that one of the accounts makes. */
export interface TenantRequest {
  readonly tenant: Tenant;
  readonly url: string;
}

export const endpoints: readonly Endpoint[] = groups.flatMap((group) => Object.values(group.endpoints));

/** Requests to any endpoint by any account, with its own ids, those of another account, and mutations of both. */
export function tenantRequests(tenants: readonly Tenant[]): fc.Arbitrary<TenantRequest> {
  const others = fc.constantFrom(...tenants);
  return fc.tuple(others, others, fc.constantFrom(...endpoints)).chain(([tenant, other, endpoint]) => {
    const ids = idsOf(tenant, other);
    const inPath = namesInPath(endpoint.path).map((name) => textsFor(name, ids));
    const inQuery = Object.keys(endpoint.query).map((name) =>
      fc.option(
        textsFor(name, ids).map((value) => `${name}=${value}`),
        { nil: '', freq: 1 },
      ),
    );
    return fc.record({
      tenant: fc.constant(tenant),
      url: fc.tuple(fc.tuple(...inPath), fc.tuple(...inQuery)).map(([path, query]) => {
        const values = path.values();
        const filled = endpoint.path.replaceAll(/\{\w+\}/g, () => values.next().value ?? '');
        const sent = query.filter((part) => part !== '').join('&');
        return sent === '' ? filled : `${filled}?${sent}`;
      }),
    });
  });
}

interface Ids {
  readonly client_id: fc.Arbitrary<string>;
  readonly stream_id: fc.Arbitrary<string>;
  readonly portfolio_id: fc.Arbitrary<string>;
  readonly query: fc.Arbitrary<string>;
}

function idsOf(tenant: Tenant, other: Tenant): Ids {
  const of = (own: readonly string[], foreign: readonly string[]) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...own) },
      { weight: 3, arbitrary: fc.constantFrom(...foreign) },
      { weight: 3, arbitrary: mutated(tenant, other, [...own, ...foreign]) },
    );
  const system = ['all-clients', 'favorite-clients', 'archived-clients'];
  return {
    client_id: of(tenant.clientIds, other.clientIds),
    stream_id: of(tenant.streamIds, other.streamIds),
    portfolio_id: of([...tenant.portfolioIds, ...system], other.portfolioIds),
    query: fc
      .constantFrom('client', tenant.canary, other.canary, other.prefix, other.account, 'c', '~')
      .map(encodeURIComponent),
  };
}

/** A mutated id, encoded for a URL. */
function mutated(tenant: Tenant, other: Tenant, known: readonly string[]): fc.Arbitrary<string> {
  const separators = fc.constantFrom(
    '#',
    '%23',
    '%2523',
    '%2F',
    '%00',
    '%20',
    '%0A',
    '|',
    ':',
    '%7E',
    '*',
    '%',
    '..%2F',
  );
  const reaching = fc.constantFrom(
    `CUST%23${other.account}`,
    `${shared}%23CLIENT%23${shared}`,
    `..%2F..%2FCUST%23${other.account}%23CLIENT%23${shared}`,
    `${other.account}%23ROSTER%23clients`,
    `%23${other.account}`,
    other.account.slice(tenant.account.length) || other.account,
    'a'.repeat(4096),
    `${shared}${'%23'.repeat(1365)}`,
  );
  const joined = fc
    .tuple(fc.constantFrom(...known), separators, fc.constantFrom(...known, other.account, ''))
    .map(([left, separator, right]) => `${left}${separator === '#' ? '%23' : separator}${right}`);
  const changed = fc
    .constantFrom(...known)
    .chain((id) =>
      fc.constantFrom(id.toUpperCase(), id.slice(0, -1) || 'x', `${id}0`, `${id}%00`, `%20${id}`, encodedAll(id)),
    );
  return fc.oneof(reaching, joined, changed);
}

/** The same text in another encoding. */
function encodedAll(id: string): string {
  return [...Buffer.from(id)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function textsFor(name: string, ids: Ids): fc.Arbitrary<string> {
  if (Object.hasOwn(ids, name)) return ids[name as keyof Ids];
  if (/^include_/.test(name)) return fc.constantFrom('true', 'false');
  return known[name] ?? fc.constantFrom('1', 'x');
}

const known: Readonly<Record<string, fc.Arbitrary<string>>> = {
  limit: fc.constantFrom('1', '3', '100'),
  offset: fc.constantFrom('0', '1', '4', '1000'),
  days: fc.constantFrom('1', '30', '365'),
  week: fc.constantFrom('2026-11-16', '2026-11-09', '2025-01-01'),
  direction: fc.constantFrom('improving', 'declining', 'stable'),
  period: fc.constantFrom('7day', '30day'),
  risk_level: fc.constantFrom('high_risk', 'mediumRisk', 'low_risk', 'onTrack'),
};
