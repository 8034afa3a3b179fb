import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectionFile, collectionText } from '../../bin/collection.ts';
import { openApiFile } from '../../bin/openapi/document.ts';
import { groups } from '../../shared/contract/groups.ts';
import { useSmallAccount } from '../support/service/small-account.ts';

const { ask } = useSmallAccount();

interface Variable {
  readonly key: string;
  readonly value: string;
  readonly disabled?: true;
}

interface Collection {
  readonly variable: readonly Variable[];
  readonly auth: { readonly apikey: readonly Variable[] };
  readonly item: readonly {
    readonly name: string;
    readonly item: readonly {
      readonly request: {
        readonly url: {
          readonly raw: string;
          readonly path: readonly string[];
          readonly query?: readonly Variable[];
          readonly variable?: readonly Variable[];
        };
      };
    }[];
  }[];
}

const collection: Collection = JSON.parse(readFileSync(collectionFile, 'utf8'));
const { tags }: { tags: { name: string }[] } = JSON.parse(readFileSync(openApiFile, 'utf8'));
const urls = collection.item.flatMap(({ item }) => item.map(({ request }) => request.url));
const endpoints = groups.flatMap((group) => Object.values(group.endpoints));

it('the collection is what openapi.json says today', () => {
  expect(readFileSync(collectionFile, 'utf8') === collectionText(), 'stale: npm run openapi').toBe(true);
});

it('has every operation once, in the folder of its group, with all of its parameters', () => {
  const template = (path: readonly string[]) => `/${path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
  const asked = urls.map(({ path, query = [], variable = [] }) => ({
    path: template(path),
    query: query.map(({ key }) => key).sort(),
    variables: variable.map(({ key }) => key),
  }));

  expect(collection.item.map(({ name }) => name)).toEqual(tags.map(({ name }) => name));
  expect(asked.map(({ path }) => path).sort()).toEqual(endpoints.map(({ path }) => path).sort());
  for (const { path, query, variables } of asked) {
    expect(variables).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const endpoint = endpoints.find((each) => each.path === path);
    expect(query.filter((name) => name !== 'portfolioId')).toEqual(Object.keys(endpoint?.query ?? {}).sort());
  }
});

it('says what it asks for as Postman and as Bruno read it: raw and in parts alike', () => {
  for (const { raw, path, query = [] } of urls) {
    const sent = query
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
    expect(raw).toBe(`{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`);
  }
});

it('asks the service for what it answers, once the ids are those of an account', async () => {
  const ids: Record<string, string> = { client_id: 'northwind', stream_id: 'web', portfolio_id: 'key' };
  for (const { raw, variable = [] } of urls) {
    const filled = variable.reduce((url, { key, value }) => url.replace(`:${key}`, ids[key] ?? value), raw);
    const url = filled.replace('{{baseUrl}}', '');

    expect({ url, status: (await ask(url)).status }).toEqual({ url, status: 200 });
  }
});

it('holds no key: it is a variable that is left empty', () => {
  expect(collection.variable).toContainEqual({ key: 'apiKey', value: '', type: 'string' });
  expect(collection.auth.apikey).toContainEqual({ key: 'value', value: '{{apiKey}}', type: 'string' });
});
