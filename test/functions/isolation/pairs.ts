import * as fc from 'fast-check';
import { expect } from 'vitest';
import { type Endpoint, namesInPath } from '../../../shared/contract/endpoint.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { shared, type Tenant } from '../../support/service/tenants.ts';
import type { Answered } from '../../support/service/whole-service.ts';
import type { Watched } from './watch.ts';

/** Two requests that differ in one id: another account's in the first, one that does not exist in the second. */
interface Pair {
  readonly tenant: Tenant;
  readonly foreign: string;
  readonly unknown: string;
}

const endpoints: readonly Endpoint[] = groups.flatMap((group) => Object.values(group.endpoints));
const idNames = ['client_id', 'stream_id', 'portfolio_id'];

const places = endpoints.flatMap(({ path, query }) =>
  [...namesInPath(path), ...Object.keys(query)]
    .filter((name) => idNames.includes(name))
    .map((name) => ({ path, name, inPath: path.includes(`{${name}}`), asksWords: 'query' in query })),
);

/** As long as the ids of the accounts, but unused. */
const unknownIds = fc.constantFrom('t99c0', 't99s0', 't99p0', 'Shared', 'nobody', '0');

function pairs(tenants: readonly Tenant[]): fc.Arbitrary<Pair> {
  const tenant = fc.constantFrom(...tenants);
  return fc
    .tuple(tenant, tenant, fc.constantFrom(...places), unknownIds, fc.nat(4))
    .filter(([own, other]) => own !== other)
    .map(([own, other, { path, name, inPath, asksWords }, unknown, at]) => {
      const with_ = (id: string) => {
        const ids = { client_id: own.clientIds[at] ?? '', stream_id: own.streamIds[at] ?? '', risk_level: 'onTrack' };
        const values: Record<string, string> = { ...ids, ...(inPath && { [name]: id }) };
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, param) => values[param] ?? '');
        const query = [...(asksWords ? ['query=client'] : []), ...(inPath ? [] : [`${name}=${id}`])].join('&');
        return query === '' ? filled : `${filled}?${query}`;
      };
      return { tenant: own, foreign: with_(foreignId(name, own, other, at)), unknown: with_(unknown) };
    });
}

/** An id of another account; for streams, also one of another client of the same account. */
function foreignId(name: string, own: Tenant, other: Tenant, at: number): string {
  const last = (ids: readonly string[]) => ids.filter((id) => id !== shared)[at % (ids.length - 1)] ?? '';
  if (name === 'client_id') return last(other.clientIds);
  if (name === 'portfolio_id') return last(other.portfolioIds);
  return at % 2 === 0 ? last(other.streamIds) : (own.streamIds[(at + 1) % own.streamIds.length] ?? '');
}

/** Ids of other accounts look like ids that do not exist: same response, same number of commands to the table. */
export function looksTheSame({ deps, fence, call }: Watched, tenants: readonly Tenant[]) {
  return fc.asyncProperty(pairs(tenants), fc.boolean(), async ({ tenant, foreign, unknown }, foreignFirst) => {
    const ask = async (url: string) => {
      deps.now += 1000;
      const before = fence.seen.commands;
      const answered = await fence.as(tenant, () => call({ url, rawHeaders: ['X-API-Key', tenant.apiKey] }));
      return { ...told(answered), commands: fence.seen.commands - before };
    };
    // the container keeps the account's own portfolios from here on
    await ask('/portfolios');
    const [first, second] = foreignFirst ? [foreign, unknown] : [unknown, foreign];
    const seen = [await ask(first), await ask(second)];

    expect(seen[0], `${tenant.account}: ${first} and ${second}`).toEqual(seen[1]);
    expect(seen[0], first).toMatchObject({ status: 404, body: { status_code: 404 } });
  });
}

function told(answered: Answered | undefined) {
  const headers = Object.entries(answered?.headers ?? {}).filter(([name]) => !/^(X-)?RateLimit/.test(name));
  return { status: answered?.status, headers, text: answered?.body, body: JSON.parse(answered?.body ?? '{}') };
}
