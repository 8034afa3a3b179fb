import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiFile, openApiOf } from '../../bin/openapi.ts';
import { groups } from '../../shared/contract/groups.ts';
import { found } from '../support/service/conformance.ts';

interface Operation {
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly headers?: object }>>;
}

const text = readFileSync(openApiFile, 'utf8');
const document = JSON.parse(text);

it('openapi.json is up to date with the contract', () => {
  const fresh = `${JSON.stringify(openApiOf(groups), null, 2)}\n`;

  expect(text === fresh, 'openapi.json is stale: npm run openapi').toBe(true);
});

it('openapi.json is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();

  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

describe('rules that the OpenAPI schema cannot express', () => {
  const operations = Object.entries(document.paths as Record<string, { get: Operation }>).map(
    ([path, { get }]) => [path, get] as const,
  );

  it('every reference has a target', () => {
    const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference = '']) => reference);

    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) expect(found(document, reference), reference).toBeDefined();
  });

  it('every component is used', () => {
    const { schemas, responses, headers } = document.components;
    const all = Object.entries({ schemas, responses, headers }).flatMap(([kind, components]) =>
      Object.keys(components).map((name) => `#/components/${kind}/${name}`),
    );

    expect(all.filter((reference) => !text.includes(`"${reference}"`))).toEqual([]);
  });

  it('the path parameters are those named in the path, and required', () => {
    for (const [path, { parameters }] of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);

      expect(
        inPath.map(({ name }) => name),
        path,
      ).toEqual(named);
    }
  });

  it('no parameter is described twice', () => {
    for (const [path, { parameters }] of operations) {
      const names = parameters.map(({ in: where, name }) => `${where} ${name}`);

      expect(new Set(names).size, path).toBe(names.length);
    }
  });

  it('every object says whether it may have more fields', () => {
    const open: string[] = [];
    JSON.stringify(document.components.schemas, (name, value) => {
      if (value?.type === 'object' && value.additionalProperties === undefined) open.push(name);
      return value;
    });

    expect(open).toEqual([]);
  });

  it('every response declares its headers', () => {
    for (const [path, { responses }] of operations) {
      for (const [status, response] of Object.entries(responses)) {
        const { headers } = (response.$ref ? found(document, response.$ref) : response) as { headers: object };
        const validators = status === '200' || status === '304' ? ['ETag', 'Cache-Control'] : [];

        expect(Object.keys(headers), `${path} ${status}`).toEqual([
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          ...validators,
          ...(status === '429' ? ['Retry-After'] : []),
        ]);
      }
    }
  });
});
