import { nameIn, type Schema } from '../reference/document.ts';

/** Every schema of the document as an exported type, with its description as the comment that editors show. */
export function typesOf(schemas: Readonly<Record<string, Schema>>): string[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const comment = commentOf(schema.description, '');
    return schema.properties && !schema.anyOf
      ? `${comment}export interface ${name} ${typeOf(schema, '')}`
      : `${comment}export type ${name} = ${typeOf(schema, '')};`;
  });
}

export function typeOf(schema: Schema, indent: string): string {
  const { $ref, allOf, const: constant, enum: values, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (allOf) return unique(allOf.map((part) => typeOf(part, indent))).join(' & ');
  if (constant !== undefined) return literalOf(constant);
  if (values) return unique(values.map(literalOf)).join(' | ');
  const choices =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((each: string) => ({ ...schema, type: each })) : []);
  if (choices.length > 0) return unique(choices.map((choice) => typeOf(choice, indent))).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly ${elementOf(typeOf(schema.items ?? {}, indent))}[]`;
    case 'object':
      return objectOf(schema, indent);
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inside = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${commentOf(property.description, inside)}${inside}readonly ${keyOf(name)}${optional}: ${typeOf(property, inside)};`;
  });
  // an open object may have further properties, which no caller can rely on; only those of a known type are declared
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    const further = typeOf(additionalProperties, inside);
    const absent = lines.length > 0 ? ' | undefined' : '';
    lines.push(`${inside}readonly [name: string]: ${further}${absent};`);
  }
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : 'Readonly<Record<string, unknown>>';
}

export function commentOf(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function literalOf(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
}

function elementOf(type: string): string {
  return / [|&] |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)];
}
