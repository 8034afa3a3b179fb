import * as z from 'zod';

export type Json = Record<string, unknown>;

/** Collects the named schemas of answers as components, so that generated clients get one type for each. */
export class SchemaComponents {
  readonly #schemas: Json = {};

  /** The schema of an answer; a named schema becomes a reference. */
  referenceTo(schema: z.ZodType): Json {
    const { $defs = {}, ...root } = asAnswer(jsonSchemaOf(schema));
    for (const [name, definition] of Object.entries($defs as Json)) this.#schemas[name] = definition;
    return root;
  }

  sorted(): Json {
    return Object.fromEntries(Object.entries(this.#schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const {
    $schema: _,
    id: __,
    ...json
  } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      // the pattern repeats the format, and generated Python clients fail on a pattern for a nullable date
      if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // without it some generators read 32 bits, which rounds revenues
      if (jsonSchema.type === 'number') jsonSchema.format = 'double';
    },
  });
  return json;
}

function asAnswer(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), (name, value) => {
    if (name === 'id' && typeof value === 'string') return undefined;
    if (name !== 'properties' && value && typeof value === 'object' && !Array.isArray(value)) adapt(value);
    return value;
  });
}

function adapt(schema: Json): void {
  if (Number.isInteger(schema.const)) schema.type = 'integer';
  // zod adds the bounds of JavaScript's safe integers
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // new fields may be added at any time; without this, generated Java and Python clients would reject them
  if (schema.additionalProperties === false) schema.additionalProperties = true;
  delete schema.propertyNames;
  // generators know no list of types but one with null
  if (Array.isArray(schema.type) && !schema.type.includes('null')) {
    schema.oneOf = schema.type.map((type) => ({ type, ...(type === 'number' && { format: 'double' }) }));
    delete schema.type;
  }
}
