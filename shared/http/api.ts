import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Endpoint, Endpoints, Group } from '../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../domain/errors.ts';
import type { Account } from '../table/store/item-keys.ts';
import { accessLog } from './access-log.ts';
import { conditionalGet } from './conditional-get.ts';
import { mapDomainErrors } from './errors.ts';
import { keyCheck } from './key-check.ts';
import { LimiterError } from './limiter-error.ts';
import type { Answer, Call, Operation, Operations } from './operation.ts';
import { parametersOf } from './parameters.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Reply, RequestContext } from './request-state.ts';

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<Reply>;

/**
 * The middleware of all endpoints around the operation of one. middy runs `before` from top to bottom, then `after` or
 * `onError` from bottom to top: domain errors are mapped, middy's handler writes the error response, rate limit headers
 * are added, pending clean-up is awaited, and the request is logged.
 */
export function api<E extends Endpoints>(group: Group<E>, operations: Operations<E>, deps: Deps): ApiHandler {
  const answer = operationRunner(group, operations as Operations<Endpoints>, deps);
  const handler = middy({ timeoutEarlyInMillis: 0 })
    .use(accessLog(deps))
    .use(keyCheck(deps))
    .use(rateLimitHeaders(deps))
    .use(httpErrorHandler({ logger: false }))
    .use(mapDomainErrors())
    .use(conditionalGet(deps))
    .handler(answer);
  return (event, context) => handler(event, context as RequestContext) as Promise<Reply>;
}

/**
 * Finds the operation by its route. If the account is known, the operation starts while the request is being counted.
 * Other routes and methods are those of no endpoint: they are counted like any request, and answered with 404.
 */
function operationRunner({ endpoints }: Group, operations: Operations<Endpoints>, deps: Deps) {
  const routes = new Map(Object.entries(endpoints).map(([id, endpoint]) => [`${endpoint.path}`, { id, endpoint }]));

  return async (event: APIGatewayProxyEvent, { state }: RequestContext): Promise<Answer> => {
    const route = event.httpMethod === 'GET' && !lacksASegment(event) ? routes.get(event.resource) : undefined;
    state.operationId = route?.id;

    // read while the request is being counted, also in the warm-up
    const parameters = readParameters(route?.endpoint, event);
    parameters.catch(() => undefined);
    const firstStep = async (account: Account) => {
      const call = { account, ...(await parameters) } as Call;
      return (operations[route?.id ?? ''] as Operation)(call, { ...deps, table: state.table });
    };

    const account = state.knownAccount ?? (await state.admission).account;
    const answer = firstStep(account);
    answer.catch(() => undefined);
    // 401, 403 and 429 take precedence over all other errors
    const admitted = await state.admission;
    if (admitted.account !== account) throw new LimiterError('A key changed its account.');
    return answer;
  };
}

/**
 * API Gateway answers `/clients/` and `//clients` by the route of `/clients`, so an id that was left out would give the
 * whole list.
 */
function lacksASegment({ path, requestContext }: APIGatewayProxyEvent): boolean {
  return [path, requestContext?.path].some((each) => /\/(\/|$)/.test(each ?? ''));
}

async function readParameters(endpoint: Endpoint | undefined, event: APIGatewayProxyEvent) {
  if (!endpoint) throw new NotFound('endpoint');
  return parametersOf(endpoint, event);
}
