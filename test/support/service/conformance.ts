import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { openApiFile } from '../../../bin/build/openapi/document.ts';

// Compares responses with openapi.json, using a validator that does not depend on the contract's code. The document
// allows additional fields, because callers must ignore them; here every field must be documented.

interface Referring {
  readonly $ref?: string;
}

interface Header extends Referring {
  readonly required?: boolean;
  readonly schema: { readonly type: 'integer' | 'string' };
}

interface Response extends Referring {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

/** The only header that functions do not send themselves. */
const addedByGateway = 'x-amzn-RequestId';

const written: Document = JSON.parse(readFileSync(openApiFile, 'utf8'));

/** Asserts that a response matches openapi.json: status, headers, content type, body, and no undocumented fields. */
export const expectConforms = conformanceTo(written);

function conformanceTo(document: Document) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  const validators = new Map<string, ValidateFunction>();
  // the members of an OpenAPI document that hold schemas
  ajv
    .addVocabulary(Object.keys(document))
    .addFormat('date', isDate)
    .addFormat('date-time', isTimestamp)
    .addFormat('double', true);
  ajv.addSchema(closed(document), 'openapi.json');
  const operations = new Map(Object.entries(document.paths).map(([path, { get }]) => [get.operationId, { path, get }]));

  return (operationId: string, status: number, headers: Readonly<Record<string, unknown>>, body: string): void => {
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`${operationId} is no operation of openapi.json`);
    const where = `${operationId} ${status}`;
    const direct = operation.get.responses[status];
    expect(direct, `${where} is documented`).toBeDefined();
    const at = direct?.$ref ?? `#/paths/${escaped(operation.path)}/get/responses/${status}`;
    const response = found(document, at) as Response;

    const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const { schema, required } = header.$ref ? (found(document, header.$ref) as Header) : header;
      if ((!required || name === addedByGateway) && !sent.has(name.toLowerCase())) continue;
      const form = schema.type === 'integer' ? /^(0|[1-9]\d*)$/ : /./;
      expect(sent.get(name.toLowerCase()), `${where} ${name}`).toMatch(form);
    }

    const [contentType] = Object.keys(response.content ?? {});
    if (contentType === undefined) {
      expect(body, `${where} has no body`).toBe('');
      return;
    }
    expect(sent.get('content-type'), where).toBe(contentType);
    const value: unknown = contentType === 'application/json' ? JSON.parse(body) : body;
    const $ref = `openapi.json${at}/content/${escaped(contentType)}/schema`;
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    validate(value);
    expect(validate.errors ?? [], where).toEqual([]);
    if (contentType === 'application/json' && status >= 400 && status !== 429) {
      expect(value, where).toMatchObject({ status_code: status });
    }
  };
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isTimestamp(`${text}T00:00:00Z`);
}

/** In UTC and on a day that exists: JavaScript parses 30 February as 2 March. */
function isTimestamp(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 19));
}

/** The document with schemas that allow only the fields they list. */
function closed<T extends object>(document: T): T {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name !== 'properties' && value?.properties && value.additionalProperties === true
      ? { ...value, additionalProperties: false }
      : value,
  );
}

/** The value at a JSON pointer into the document. */
export function found(document: object, pointer: string): unknown {
  const names = pointer.replace('#/', '').split('/');
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[unescaped(name)], document);
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}
