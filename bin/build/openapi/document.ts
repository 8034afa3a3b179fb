import { join } from 'node:path';
import {
  type Endpoint,
  type Group,
  namesInPath,
  pathParameter,
  statusesOf,
} from '../../../shared/contract/endpoint.ts';
import type { Parameter, PathParameterName } from '../../../shared/contract/parameters.ts';
import { root } from '../paths.ts';
import type { Examples } from './example-requests.ts';
import { answerRequests } from './example-requests.ts';
import { headers } from './headers.ts';
import { apiKey, info, servers } from './info.ts';
import { errorComponents, responseOf } from './responses.ts';
import { type Json, SchemaComponents } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

export const openApiFile = join(root, 'openapi.json');

/** The text of openapi.json. */
export function openApiText(all: readonly Group[], examples: Examples): string {
  return `${JSON.stringify(openApiOf(all, examples), null, 2)}\n`;
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiOf(all: readonly Group[], examples?: Examples): Json {
  const schemas = new SchemaComponents();
  const paths: Json = {};
  for (const group of all) {
    for (const [id, endpoint] of Object.entries(group.endpoints)) {
      paths[endpoint.path] = { get: operationOf(id, group, endpoint, schemas, examples) };
    }
  }
  const responses = errorComponents(schemas, examples);
  const webhooks = webhooksOf(schemas);
  return {
    openapi: '3.1.0',
    info,
    servers,
    security: [{ apiKey: [] }],
    tags: all.map((group) => ({ name: titleOf(group), description: group.purpose })),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey },
      parameters: { IfNoneMatch: ifNoneMatch },
      headers,
      responses,
      schemas: schemas.sorted(),
    },
  };
}

/** The name of a group as a title: `client-records` is "Client records". */
function titleOf({ name }: Group): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

function operationOf(
  id: string,
  group: Group,
  endpoint: Endpoint,
  schemas: SchemaComponents,
  examples: Examples | undefined,
): Json {
  return {
    operationId: id,
    tags: [titleOf(group)],
    summary: endpoint.summary,
    description: endpoint.description,
    parameters: [
      ...namesInPath(endpoint.path).map((name) => ({ ...inPath(name), ...exampleOf(name, id, endpoint) })),
      ...Object.entries(endpoint.query).flatMap(([name, parameter]) => [
        { ...inQuery(name, parameter), ...(parameter.required && exampleOf(name, id, endpoint)) },
        ...(parameter.alias ? [aliasOf(name, parameter.alias, parameter)] : []),
      ]),
      { $ref: '#/components/parameters/IfNoneMatch' },
    ],
    responses: Object.fromEntries(
      statusesOf(endpoint).map((status) => [status, responseOf(status, id, endpoint, schemas, examples)]),
    ),
  };
}

/** The value in the request that the example of the response answers. */
function exampleOf(name: string, id: string, { path }: Endpoint): Json {
  const [asked = '', query] = (answerRequests.get(id) ?? '').split('?');
  const position = path.split('/').indexOf(`{${name}}`);
  const example = position < 0 ? new URLSearchParams(query).get(name) : asked.split('/')[position];
  return example ? { example } : {};
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of a response that you hold. If it is still current, the response is a 304 without a body.',
  schema: { type: 'string' },
};

function inPath(name: PathParameterName): Json {
  const parameter = pathParameter(name);
  const schema = 'schema' in parameter ? parameter.schema : { type: 'string', minLength: 1 };
  return { name, in: 'path', required: true, description: parameter.describe, schema };
}

function aliasOf(name: string, alias: string, { schema }: Parameter): Json {
  const description = `The same as \`${name}\`. If both are sent, they must have the same value.`;
  // generators of Go would call both alike
  const goName = `${alias.charAt(0).toUpperCase()}${alias.slice(1)}Alias`;
  const names = { 'x-go-name': goName, 'x-ogen-name': goName };
  return { name: alias, in: 'query', required: false, description, ...names, schema };
}

function inQuery(name: string, { describe, requirement, required, schema, example }: Parameter): Json {
  return {
    name,
    in: 'query',
    required: required ?? false,
    description: `${describe} The value ${requirement}.`,
    ...(example !== undefined && { example }),
    schema,
  };
}
