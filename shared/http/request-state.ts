import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Account } from '../table/store/item-keys.ts';
import type { RequestTable } from '../table/store/table.ts';
import type { Admission } from './admission.ts';

/** A response in API Gateway's format. A streamed response has its body in `stream`. */
export interface Reply extends APIGatewayProxyResult {
  readonly stream?: AsyncIterable<string | Uint8Array>;
}

/** The results of middleware that later middleware needs, for one request. */
interface RequestState {
  /** The table with the deadline of the request. */
  readonly table: RequestTable;
  readonly knownAccount: Account | undefined;
  readonly admission: Promise<Admission>;
  admitted?: Admission;
  operationId?: string | undefined;
}

/** Lambda's context with the request state that `keyCheck` adds. */
export interface RequestContext extends Context {
  state: RequestState;
}

/** Values for the log. */
interface Internal extends Record<string, unknown> {
  startedAt: number;
  /** The error as it was thrown, before it was mapped. */
  failure?: unknown;
}

export type Step = Request<APIGatewayProxyEvent, Reply, Error, RequestContext, Internal>;
/** A response in `after` or `onError`: an operation has answered, or the error handler has. */
export const responseOf = ({ response }: Step) => response as Reply;

export type Middleware = MiddlewareObj<APIGatewayProxyEvent, Reply, Error, RequestContext, Internal>;
