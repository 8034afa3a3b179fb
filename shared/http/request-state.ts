import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Account } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import type { Admission } from './admission.ts';

/** A reply in API Gateway's form; the body of a streamed one is beside it. */
export interface Reply extends APIGatewayProxyResult {
  readonly stream?: AsyncIterable<string | Uint8Array>;
}

/** One request's way through the stack: what its steps leave for those after them. */
interface RequestState {
  /** Bounded by the request's deadline. */
  readonly table: Table;
  readonly knownAccount: Account | undefined;
  readonly admission: Promise<Admission>;
  admitted?: Admission;
  operationId?: string;
}

/** Lambda's context, with the visit that `keyCheck` puts there. */
export interface RequestContext extends Context {
  state: RequestState;
}

/** What the log needs to know and no step may change. */
interface Internal extends Record<string, unknown> {
  startedAt?: number;
  /** As it was thrown, before it was put into other words. */
  failure?: unknown;
}

export type Step = Request<APIGatewayProxyEvent, Reply, Error, RequestContext, Internal>;
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, Reply, Error, RequestContext, Internal>;
