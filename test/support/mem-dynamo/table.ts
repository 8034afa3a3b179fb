import { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { localAddress } from '../../../bin/local/store/table.ts';
import type { SendOptions } from '../../../shared/table/store/http-handler.ts';
import { openTable, type Table } from '../../../shared/table/store/table.ts';
import { ValidationException } from './expressions.ts';
import { type Input, type MemDynamo, ServiceError } from './mem-dynamo.ts';

/**
 * The production client with its retries and serializers, on a table in memory; only network and signatures are missing.
 * A caller may pass another `perform` to change what the table receives. `underWay` delays requests that were sent.
 */
export function memTable(
  store: Pick<MemDynamo, 'perform'>,
  kind: 'request' | 'job' = 'request',
  underWay: () => Promise<void> = async () => undefined,
): Table {
  const table = openTable(localAddress('http://memory', 'memory'), kind);
  // nothing here checks signatures, and they cost a tenth of the CPU of a call
  table.documents.middlewareStack.remove('httpSigningMiddleware');
  Object.assign(table.documents.config, { requestHandler: { handle } });
  return table;

  async function handle(
    request: HttpRequest,
    { beforeSending }: SendOptions = {},
  ): Promise<{ response: HttpResponse }> {
    beforeSending?.();
    await underWay();
    return { response: answer(store, request) };
  }
}

function answer(store: Pick<MemDynamo, 'perform'>, request: HttpRequest): HttpResponse {
  if (!HttpRequest.isInstance(request)) throw new Error('not a request over HTTP');
  const operation = request.headers['x-amz-target']?.split('.').at(-1) ?? '';
  try {
    return respond(200, store.perform(operation, JSON.parse(new TextDecoder().decode(request.body)) as Input));
  } catch (error) {
    if (error instanceof ServiceError) {
      return respond(400, {
        __type: `com.amazonaws.dynamodb.v20120810#${error.name}`,
        message: error.message,
        ...error.facts,
      });
    }
    if (error instanceof ValidationException) {
      return respond(400, { __type: 'com.amazon.coral.validate#ValidationException', message: error.message });
    }
    throw error;
  }
}

function respond(statusCode: number, body: object): HttpResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return new HttpResponse({ statusCode, headers, body: new TextEncoder().encode(JSON.stringify(body)) });
}
