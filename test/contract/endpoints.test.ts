import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiOf } from '../../bin/openapi/document.ts';
import type { Document } from '../../bin/reference/document.ts';
import { group, namesInPath, statusesOf } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { pathParameters } from '../../shared/contract/parameters.ts';
import { reservedClientIds } from '../../shared/domain/ids.ts';
import { expectSame } from '../support/differences.ts';
import { specified } from './specified.ts';

const always = [200, 304, 400, 401, 403, 422, 429, 500];

const endpoints = groups.flatMap(({ name: group, endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ id, group, endpoint })),
);

it('the contract has exactly the endpoints of the specification, with their parameters and statuses', () => {
  const inContract = endpoints.map(({ id, group, endpoint }) => ({
    path: endpoint.path,
    operationId: id,
    group,
    query: Object.keys(endpoint.query),
    statuses: statusesOf(endpoint).filter((status) => !always.includes(status)),
  }));
  const wanted = specified.map(({ fields: _, ...rest }) => rest);
  const byId = (list: typeof wanted) => Object.fromEntries(list.map((each) => [each.operationId, each]));

  expectSame(byId(inContract), byId(wanted));
  expect(inContract.map(({ path }) => path)).toEqual(wanted.map(({ path }) => path));
});

it('any endpoint can answer 200, 304, 400, 401, 403, 422, 429 and 500', () => {
  for (const { endpoint } of endpoints) expect(statusesOf(endpoint)).toEqual(expect.arrayContaining(always));
});

it('operation ids, paths and group names are unique', () => {
  for (const names of [
    endpoints.map(({ id }) => id),
    endpoints.map(({ endpoint }) => endpoint.path),
    groups.map(({ name }) => name),
  ]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

it('every path parameter is used and described', () => {
  const used = new Set(endpoints.flatMap(({ endpoint }) => namesInPath(endpoint.path)));

  expect([...used].sort()).toEqual(Object.keys(pathParameters).sort());
  for (const name of used) expect(pathParameters[name].describe, name).toBeTruthy();
});

it('a path parameter that is not defined does not compile', () => {
  const endpoint = { summary: '', description: '', query: {}, answer: z.string() };

  // @ts-expect-error: group_id has no entity and no rule
  const undefinedName = group('groups', '', { getGroup: { ...endpoint, path: '/groups/{group_id}' } });
  const definedName = group('clients', '', { getOne: { ...endpoint, path: '/groups/{client_id}' } });

  expect([undefinedName.name, definedName.name]).toEqual(['groups', 'clients']);
});

it('a literal path segment where a client id could be is a reserved id', () => {
  const words = endpoints.map(({ endpoint }) => endpoint.path.split('/')).filter(([, first]) => first === 'clients');
  const literal = new Set(words.flatMap(([, , second]) => (second && !second.startsWith('{') ? [second] : [])));

  expect(literal).toEqual(reservedClientIds);
});

describe('the parameters of the specification', () => {
  const queryOf = (operationId: string) => endpoints.find(({ id }) => id === operationId)?.endpoint.query ?? {};
  const read = (operationId: string, name: string, text: string | undefined) =>
    queryOf(operationId)[name]?.schema.safeParse(text);

  const paged = 'listClients listClientsByRisk searchClients listTrendingClients listStreams getPortfolio'.split(' ');

  it.each([
    ...paged.map((operationId): [string, string, number, number] => [operationId, 'limit', 100, 500]),
    ['listAlignment', 'limit', 500, 1000],
    ['listClientNotes', 'limit', 20, 100],
    ['getClientHistory', 'days', 90, 365],
  ])('%s: %s is %i by default, at least 1, at most %i', (operationId, name, fallback, max) => {
    expect(read(operationId, name, undefined)?.data).toBe(fallback);
    expect(read(operationId, name, String(max))?.data).toBe(max);
    expect(read(operationId, name, String(max + 1))?.success).toBe(false);
    expect(read(operationId, name, '1')?.data).toBe(1);
    expect(read(operationId, name, '0')?.success).toBe(false);
  });

  it.each(['listClients', 'listClientsByRisk', 'searchClients', 'listTrendingClients', 'listStreams', 'listAlignment'])(
    '%s: offset is 0 by default and may be any larger whole number',
    (operationId) => {
      expect(read(operationId, 'offset', undefined)?.data).toBe(0);
      expect(read(operationId, 'offset', '1000000000')?.data).toBe(1_000_000_000);
      expect(read(operationId, 'offset', '-1')?.success).toBe(false);
    },
  );

  const scopable =
    'listClients exportClientsCsv getPortfolioHealth getStatisticsOverview listClientsByRisk searchClients listTrendingClients listAlignment';

  it.each([
    ...scopable.split(' ').map((operationId): [string, string, boolean] => [operationId, 'include_archived', false]),
    ['listStreams', 'include_inactive', false],
    ['listClientStreams', 'include_inactive', false],
    ['listPortfolios', 'include_system', true],
    ['getPortfolio', 'include_clients', true],
  ])('%s: %s is %s by default', (operationId, name, fallback) => {
    expect(read(operationId, name, undefined)?.data).toBe(fallback);
    expect(read(operationId, name, String(!fallback))?.data).toBe(!fallback);
  });

  it('the document says how long a text to search for may be, and which portfolios are no scope', () => {
    const { get } = (openApiOf(groups) as unknown as Document).paths['/clients/search'] ?? expect.unreachable();
    const schemas = get.parameters.map((parameter) =>
      'schema' in parameter ? [parameter.name, parameter.schema] : [],
    );

    expect(Object.fromEntries(schemas.filter(([name]) => name))).toMatchObject({
      query: { type: 'string', minLength: 1, maxLength: 200 },
      portfolio_id: { type: 'string', not: { type: 'string', enum: ['favorite-clients', 'archived-clients'] } },
    });
  });

  it('the seven endpoints that can be scoped take portfolio_id, and portfolioId as well', () => {
    const scoped = endpoints.filter(({ endpoint }) => endpoint.query.portfolio_id?.alias === 'portfolioId');

    expect(scoped.map(({ id }) => id).join(' ')).toBe(
      'listClients getPortfolioHealth getStatisticsOverview listClientsByRisk searchClients listTrendingClients exportClientsCsv',
    );
  });
});
