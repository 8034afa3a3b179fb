import { expect, it } from 'vitest';
import { openApiOf } from '../../bin/openapi/document.ts';
import { groups } from '../../shared/contract/groups.ts';
import { type Document, found } from '../support/service/conformance.ts';
import { specified } from './specified.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

const document = openApiOf(groups);
const operations = Object.values((document as unknown as Document).paths).map(({ get }) => get);

function fieldsOf(schema: Schema, at: string): string[] {
  if (schema.$ref) return fieldsOf(found(document, schema.$ref) as Schema, at);
  const { properties, additionalProperties, required = [], items, anyOf = [] } = schema;
  const [other, nothing] = anyOf;
  if (other && nothing?.type === 'null' && fieldsOf(other, '').length > 1) return fieldsOf(other, `${at}|null`);
  if (items) return fieldsOf(items, `${at}[${rangeOf(schema.minItems, schema.maxItems)}]`);
  if (schema.type !== 'object') return [`${at}: ${nullLast(kindsOf(schema)).join('|')}`];
  const prefix = at === '' ? '' : `${at}.`;
  const named = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, `${prefix}${name}${required.includes(name) ? '' : '?'}`),
  );
  if (typeof additionalProperties === 'object') return [...named, ...fieldsOf(additionalProperties, `${prefix}*`)];
  return named;
}

function nullLast(kinds: string[]): string[] {
  return kinds.sort((a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1));
}

function kindsOf({ const: only, enum: values, anyOf, type = [], ...rules }: Schema): string[] {
  if (only !== undefined) return [String(only)];
  if (values) return [...values];
  if (anyOf) return anyOf.flatMap(kindsOf);
  const kinds = rules.format ?? rules.pattern ?? type;
  const range = rangeOf(rules.minimum, rules.maximum);
  // most integers are counts
  return [kinds]
    .flat()
    .map((kind) => (range === '' || (kind === 'integer' && range === '0..') ? kind : `${kind} ${range}`));
}

const rangeOf = (least: number | undefined, most: number | undefined) =>
  least === undefined && most === undefined ? '' : `${least ?? ''}..${most ?? ''}`;

it.each(specified)('$operationId answers with exactly the fields of the specification', ({ operationId, fields }) => {
  const content = operations.find((operation) => operation.operationId === operationId)?.responses[200]?.content ?? {};
  const [schema = {}] = Object.values(content).map((media) => media.schema);

  // callers must not rely on the order of fields
  expect(fieldsOf(schema, '').sort()).toEqual([...fields].sort());
});
