import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiFile, openApiText } from '../../../bin/build/openapi/document.ts';
import { collectExamples } from '../../../bin/local/examples.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { found } from '../../support/service/conformance.ts';
import { useTable } from '../../support/store/table.ts';

interface Described {
  readonly description?: string | undefined;
  readonly $ref?: string;
}

interface Operation extends Described {
  readonly operationId: string;
  readonly parameters: readonly (Described & { in: string; name: string; required?: boolean })[];
  readonly responses: Readonly<Record<string, Described & { readonly headers?: object }>>;
}

interface Response {
  readonly content: Readonly<Record<string, { example?: object; examples?: Record<string, { value: unknown }> }>>;
  readonly links?: Readonly<Record<string, { operationId: string; parameters: Readonly<Record<string, string>> }>>;
}

interface Schema extends Described {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const text = readFileSync(openApiFile, 'utf8');
const document = JSON.parse(text);
const db = useTable();

it('openapi.json is up to date with the contract, and its examples are real responses of the service', async () => {
  const fresh = openApiText(groups, await collectExamples(db.address));

  expect(text === fresh, 'openapi.json is stale: npm run openapi').toBe(true);
});

describe('rules that the OpenAPI schema cannot express', () => {
  const operations = Object.entries(document.paths as Record<string, { get: Operation }>).map(
    ([path, { get }]) => [path, get] as const,
  );

  it('no parameter is listed twice; the alias portfolioId follows portfolio_id', () => {
    for (const [path, { parameters }] of operations) {
      const names = parameters.map(({ in: where, name }) => `${where} ${name}`);

      expect(new Set(names).size, path).toBe(names.length);
      const alias = names.indexOf('query portfolio_id') + 1;
      if (alias > 0) expect(names[alias], path).toBe('query portfolioId');
    }
  });

  it('every property, parameter, header, response, tag and schema is described', () => {
    const { components, tags } = document;
    const described = [
      ...Object.entries<Described>(components.headers),
      ...Object.entries<Described>(components.parameters),
      ...Object.entries<Described>(components.responses),
      ...Object.entries<Described>(components.schemas),
      ...Object.entries<Described>(components.securitySchemes),
      ...tags.map((tag: Described & { name: string }) => [tag.name, tag]),
      ...operations.flatMap(([path, operation]) => [
        [path, operation],
        ...operation.parameters.map((parameter): [string, Described] => [`${path} ${parameter.name}`, parameter]),
        ...Object.entries(operation.responses).map(([status, of]): [string, Described] => [`${path} ${status}`, of]),
      ]),
    ];
    for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
      for (const [property, of] of Object.entries(schema.properties ?? {})) {
        described.push([`${name}.${property}`, of]);
      }
    }
    const missing = described.filter(([, { description, $ref }]) => !$ref && !description?.endsWith('.'));

    expect(missing.map(([name]) => name)).toEqual([]);
    expect(described.length).toBeGreaterThan(400);
  });

  it('every object with fields is a component, and allows further fields', () => {
    const unnamed: string[] = [];
    const closed: string[] = [];
    const visit = (schema: Schema, at: string, isComponent: boolean) => {
      if (schema.properties && !isComponent) unnamed.push(at);
      if (schema.type === 'object' && !schema.additionalProperties) closed.push(at);
      for (const [name, property] of Object.entries(schema.properties ?? {})) visit(property, `${at}.${name}`, false);
      if (schema.items) visit(schema.items, `${at}[]`, false);
      for (const choice of schema.anyOf ?? []) visit(choice, at, false);
      if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${at}.*`, false);
    };
    for (const [name, schema] of Object.entries<Schema>(document.components.schemas)) visit(schema, name, true);

    expect({ unnamed, closed }).toEqual({ unnamed: [], closed: [] });
  });

  it('every 200 and every error has an example', () => {
    for (const [path, { responses }] of operations) {
      for (const [status, response] of Object.entries(responses)) {
        if (status === '304') continue;
        const { content } = (response.$ref ? found(document, response.$ref) : response) as Response;
        const [media] = Object.values(content);

        expect(media?.example ?? Object.values(media?.examples ?? {})[0]?.value, `${path} ${status}`).toBeTruthy();
      }
    }
  });

  it('every link leads to an operation, and its parameters take values that the example has', () => {
    const byId = new Map(operations.map(([, operation]) => [operation.operationId, operation]));
    const links = operations.flatMap(([, { responses }]) => {
      const { links = {}, content } = responses[200] as unknown as Response;
      const example = content['application/json']?.example ?? {};
      return Object.values(links).map((link) => ({ ...link, example }));
    });

    expect(links.length).toBeGreaterThan(10);
    for (const { operationId, parameters, example } of links) {
      const named = byId.get(operationId)?.parameters.filter(({ in: where }) => where === 'path') ?? [];
      expect(named.map(({ name }) => name)).toEqual(Object.keys(parameters));
      for (const value of Object.values(parameters)) {
        expect(found(example, value.replace('$response.body', ''))).toEqual(expect.any(String));
      }
    }
  });
});
