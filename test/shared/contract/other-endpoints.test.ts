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
    'refuses %s, and says where it belongs',
    (sent, name) => {
      const kind = name === 'portfolio_id' ? 'BadRequest' : 'Invalid';
      const [meant] = Object.entries(endpoint.query).find(([, { mistakenFor }]) => mistakenFor?.includes(name)) ?? [];
      const hint = namesInPath(path).some((each) => each === name)
        ? `\`${name}\` is a part of the path of GET ${path}, not of its query.`
        : `\`${name}\` is not a parameter of GET ${path}. Use GET ${endpointOf.get(name)}`;
      const start = `${kind}: ${meant ? `Unknown parameter \`${sent}\`. Did you mean \`${meant}\`?` : hint}`;
      expect(said(endpoint, sent).slice(0, start.length)).toBe(start);
    },
  );
});

const foreign = [
  ...['id', 'client', 'status', 'fields', 'q', 'sort', 'sort_by', 'order', 'orderBy', 'page', 'per_page', 'pageSize'],
  ...['cursor', 'since', 'as_of', 'value', 'filter', 'filter[status]', 'filterBy', 'search', 'name', 'updatedSince'],
];

it.each(foreign)('no endpoint ignores %s, which callers know from other APIs', (sent) => {
  for (const endpoint of endpoints) expect(said(endpoint, sent)).toMatch(/^Invalid: .*[.?…]$/);
});

it.each([
  ['/clients', 'per_page', 'Did you mean `limit`?'],
  ['/clients', 'sort', 'Each list has one order.'],
  ['/clients', 'q', 'Use GET /clients/search?query=…'],
  ['/clients/search', 'q', 'Did you mean `query`?'],
  ['/clients/trending', 'days', 'Did you mean `period`?'],
  ['/clients/{client_id}/notes', 'offset', 'Did you mean `before`?'],
  ['/clients/by-risk/{risk_level}', 'risk_level', 'is a part of the path of GET /clients/by-risk/{risk_level}'],
])('%s?%s= is told what to use: %s', (path, sent, hint) => {
  const endpoint = endpoints.find((each) => each.path === path);
  expect(endpoint && said(endpoint, sent)).toContain(hint);
});

it('sends who pages through a portfolio to its list of clients', () => {
  const portfolio = endpoints.find(({ path }) => path === '/portfolios/{portfolio_id}');
  expect(portfolio && said(portfolio, 'offset')).toBe(
    'Invalid: `offset` is not a parameter of GET /portfolios/{portfolio_id}. Use GET /clients?portfolio_id=…&offset=…',
  );
});
