import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { errorBody, rateLimitBody } from '../shared/contract/answers/errors.ts';
import { type Endpoint, type Group, namesInPath, pathParameter, statusesOf } from '../shared/contract/endpoint.ts';
import { errorNames } from '../shared/contract/errors.ts';
import { groups } from '../shared/contract/groups.ts';
import type { Parameter, PathParameterName } from '../shared/contract/parameters.ts';

type Json = Record<string, unknown>;

export const openApiFile = join(import.meta.dirname, '..', 'openapi.json');

/** The contract as an OpenAPI 3.1 document. */
export function openApiOf(all: readonly Group[]): Json {
  const schemas: Json = {};
  const paths: Json = {};
  for (const { name, endpoints } of all) {
    for (const [id, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] = { get: operationOf(id, name, endpoint, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Client Health API',
      version: '1.0.0',
      description:
        'Read-only access to the clients of one account: scores, their history and reasons, streams, portfolios, notes, key people and alignment reads. Scores are computed daily at 00:00 UTC; lists and health follow changed facts within seconds. A parameter that is given twice is refused, one that is not listed here is ignored.',
    },
    servers: [
      {
        url: '{baseUrl}',
        variables: { baseUrl: { default: 'http://127.0.0.1:3000/v1', description: 'Ends with the version.' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: all.map(({ name, purpose }) => ({ name, description: purpose })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: headerComponents,
      responses: refusals(schemas),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function operationOf(id: string, tag: string, endpoint: Endpoint, schemas: Json): Json {
  return {
    operationId: id,
    tags: [tag],
    summary: endpoint.summary,
    description: endpoint.description,
    parameters: [
      ...namesInPath(endpoint.path).map(inPath),
      ...Object.entries(endpoint.query).flatMap(([name, parameter]) => queryParameters(name, parameter)),
      {
        name: 'If-None-Match',
        in: 'header',
        description: 'The ETag of an answer already held.',
        schema: { type: 'string' },
      },
    ],
    responses: Object.fromEntries(
      statusesOf(endpoint).map((status) => [status, responseOf(status, endpoint, schemas)]),
    ),
  };
}

function inPath(name: PathParameterName): Json {
  const parameter = pathParameter(name);
  const schema = 'schema' in parameter ? schemaOf(parameter.schema) : { type: 'string' };
  return { name, in: 'path', required: true, description: parameter.describe, schema };
}

function queryParameters(name: string, { describe, requirement, required, alias, schema }: Parameter): Json[] {
  const parameter = {
    name,
    in: 'query',
    required: required ?? false,
    description: `${describe} The value ${requirement}.`,
    schema: schemaOf(schema),
  };
  return alias ? [parameter, { ...parameter, name: alias, description: `Another spelling of ${name}.` }] : [parameter];
}

function responseOf(status: number, endpoint: Endpoint, schemas: Json): Json {
  if (status !== 200) return { $ref: `#/components/responses/${status}` };
  const { answer, contentType = 'application/json' as string } = endpoint;
  const schema = component(answer, schemas);
  return { description: 'Success.', headers: validatedHeaders, content: { [contentType]: { schema } } };
}

function refusals(schemas: Json): Json {
  const body = (schema: z.ZodType) => ({ 'application/json': { schema: component(schema, schemas) } });
  const error = body(errorBody);
  return {
    304: { description: 'Unchanged since the ETag that was sent.', headers: validatedHeaders },
    ...mapValues(errorNames, (name) => ({ description: `${name}.`, headers: rateLimitHeaders, content: error })),
    429: {
      description: 'Rate limit exceeded.',
      headers: { ...rateLimitHeaders, ...reference('headers', 'Retry-After') },
      content: body(rateLimitBody),
    },
  };
}

/** Schemas that carry an id become components, so that generated clients get one type for each. */
function component(schema: z.ZodType, schemas: Json): Json {
  const { $defs = {}, ...root } = schemaOf(schema, plain);
  for (const [id, definition] of Object.entries($defs as Json)) schemas[id] = toComponents(definition as Json);
  // with an id of its own it is a reference already
  return toComponents(root);
}

function toComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
}

function schemaOf(zod: z.ZodType, override: (schema: Json) => void = () => undefined): Json {
  const { $schema: _, id: __, ...schema } = z.toJSONSchema(zod, { override: ({ jsonSchema }) => override(jsonSchema) });
  return schema;
}

/** In answers a whole number is an integer, and the bounds of JavaScript's are nobody's concern. */
function plain(schema: Json): void {
  if (Number.isInteger(schema.const)) schema.type = 'integer';
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function mapValues<V>(record: Record<string, V>, change: (value: V) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function reference(kind: string, name: string): Json {
  return { [name]: { $ref: `#/components/${kind}/${name}` } };
}

const headerComponents: Json = {
  'X-RateLimit-Limit': {
    description: 'What the window admits that has the fewest requests left: the minute, the hour or the day.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'Requests left in that window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When that window ends, in Unix seconds.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds until the next request can be admitted.', schema: { type: 'integer' } },
  ETag: {
    description: 'Send it back in If-None-Match; lists change it with their version.',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'private, no-cache', schema: { type: 'string' } },
};

const rateLimitHeaders = {
  ...reference('headers', 'X-RateLimit-Limit'),
  ...reference('headers', 'X-RateLimit-Remaining'),
  ...reference('headers', 'X-RateLimit-Reset'),
};

const validatedHeaders = {
  ...rateLimitHeaders,
  ...reference('headers', 'ETag'),
  ...reference('headers', 'Cache-Control'),
};

if (import.meta.main) {
  writeFileSync(openApiFile, `${JSON.stringify(openApiOf(groups), null, 2)}\n`);
  console.log('openapi.json written');
}
