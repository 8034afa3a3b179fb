import { describe, expect, it } from 'vitest';
import { namesInPath } from '../../../shared/contract/endpoint.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { endpointOf } from '../../../shared/contract/other-endpoints.ts';
import { parametersOf } from '../../../shared/http/parameters.ts';

const endpoints = groups.flatMap((group) => Object.values(group.endpoints));
const names = new Set(endpoints.flatMap(({ path, query }) => [...namesInPath(path), ...Object.keys(query)]));
const inCamelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** What the endpoint says about a parameter, beside those that it requires. */
function said(endpoint: (typeof endpoints)[number], name: string): string {
  const required = Object.entries(endpoint.query).flatMap(([each, { required: must }]) =>
    must ? [[each, ['x']]] : [],
  );
  const path = Object.fromEntries(
    namesInPath(endpoint.path).map((each) => [each, each === 'risk_level' ? 'on_track' : 'x']),
  );
  const query = { [name]: ['true'], ...Object.fromEntries(required) };
  try {
    parametersOf(endpoint, { pathParameters: path, multiValueQueryStringParameters: query } as never);
    return 'ignored';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

it('every parameter of the contract has an endpoint to send callers to, which takes it', () => {
  expect([...endpointOf.keys()].sort()).toEqual([...names].sort());
  for (const [name, home] of endpointOf) {
    const found = endpoints.find(({ path }) => path === home);
    expect({ name, taken: name in (found?.query ?? {}) || home.includes(`{${name}}`) }).toEqual({ name, taken: true });
  }
});

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('GET %s', (path, endpoint) => {
  const others = [...names].filter((name) => !(name in endpoint.query));
  it.each(others.flatMap((name) => [...new Set([name, inCamelCase(name)])].map((sent) => [sent, name] as const)))(
    'refuses %s, and names the endpoint that has it',
    (sent, name) => {
      const kind = name === 'portfolio_id' ? 'BadRequest' : 'Invalid';
      const start = `${kind}: \`${name}\` is not a parameter of GET ${path}. Use GET ${endpointOf.get(name)}`;
      expect(said(endpoint, sent).slice(0, start.length)).toBe(start);
    },
  );
});

it('sends who pages through a portfolio to its list of clients', () => {
  const portfolio = endpoints.find(({ path }) => path === '/portfolios/{portfolio_id}');
  expect(portfolio && said(portfolio, 'offset')).toBe(
    'Invalid: `offset` is not a parameter of GET /portfolios/{portfolio_id}. Use GET /clients?portfolio_id=…&offset=…',
  );
});
