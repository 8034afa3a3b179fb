import { expect, it } from 'vitest';
import * as z from 'zod';
import { group, namesInPath } from '../../../shared/contract/endpoint.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { pathParameters } from '../../../shared/contract/parameters.ts';
import { reservedClientIds } from '../../../shared/domain/ids.ts';

// What each endpoint takes and answers is in openapi.json, a text to review: openapi.test.ts keeps it up to date.

const endpoints = groups.flatMap(({ endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ id, endpoint })),
);

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
