import type * as z from 'zod';
import { errorBody, rateLimitBody } from '../../../shared/contract/answers/errors.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorStatus } from '../../../shared/contract/errors.ts';
import type { Examples, NamedExamples } from './example-requests.ts';
import { cacheable, csvFile, everyError, rateLimited, unauthorized } from './headers.ts';
import { linksFrom } from './links.ts';
import type { Json, SchemaComponents } from './schemas.ts';

interface ErrorResponse {
  readonly name: string;
  readonly description: string;
}

type AnyError = ErrorStatus | 404 | 429;

const errorResponses: Readonly<Record<AnyError, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description:
      'A required parameter is missing or blank; `portfolio_id` is repeated, misspelled or given by another name, or names favorite or archived clients; or the request is malformed.',
  },
  401: { name: 'Unauthorized', description: 'The API key is missing, unknown, expired or revoked.' },
  403: { name: 'Forbidden', description: 'The account that owns the API key is suspended.' },
  404: {
    name: 'NotFound',
    description:
      'The client, stream or portfolio does not exist in this account. The response is the same whether it never existed or belongs to another account.',
  },
  422: {
    name: 'ValidationError',
    description:
      'One or more parameters are invalid, repeated, misspelled or given by another name; `detail` lists all of them.',
  },
  429: {
    name: 'RateLimited',
    description: 'A rate limit is reached. Wait for the seconds in `Retry-After`; rejected requests are not counted.',
  },
  500: {
    name: 'InternalServerError',
    description: 'The service failed. Retrying is safe, because no request changes anything.',
  },
};

export function errorComponents(schemas: SchemaComponents, examples: Examples | undefined): Json {
  const error = (status: AnyError, headers: Json, schema: z.ZodType) => ({
    description: errorResponses[status].description,
    headers,
    content: { 'application/json': { schema: schemas.referenceTo(schema), ...shown(examples?.errors[status]) } },
  });
  const general = ([400, 401, 403, 404, 422, 500] as const).map((status) => [
    errorResponses[status].name,
    error(status, status === 401 ? unauthorized : everyError, errorBody),
  ]);
  return {
    NotModified: {
      description: 'Nothing has changed since the response whose ETag was sent in `If-None-Match`.',
      headers: cacheable,
    },
    ...Object.fromEntries(general),
    [errorResponses[429].name]: error(429, rateLimited, rateLimitBody),
  };
}

function shown(examples: NamedExamples | undefined): Json {
  return examples ? { examples } : {};
}

export function responseOf(
  status: number,
  operationId: string,
  { answer, contentType }: Endpoint,
  schemas: SchemaComponents,
  examples: Examples | undefined,
): Json {
  if (status !== 200) return { $ref: `#/components/responses/${nameOf(status)}` };
  const example = examples?.answers[operationId];
  const links = linksFrom(operationId);
  return {
    description: answer.description ?? 'Success.',
    headers: contentType === undefined ? cacheable : csvFile,
    content: {
      [contentType ?? 'application/json']: {
        schema: schemas.referenceTo(answer),
        ...(example !== undefined && { example }),
      },
    },
    ...(links && { links }),
  };
}

function nameOf(status: number): string {
  return status === 304 ? 'NotModified' : errorResponses[status as AnyError].name;
}
