import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Endpoints, Group } from '../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';
import { accessLog } from './access-log.ts';
import { conditionalGet } from './conditional-get.ts';
import { internalErrorText, mapDomainErrors } from './errors.ts';
import { keyCheck } from './key-check.ts';
import type { Answer, Call, Operation, Operations } from './operation.ts';
import { parametersOf } from './parameters.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Reply, RequestContext } from './request-state.ts';

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<Reply>;

/**
 * The request path of every endpoint, around the one operation that is its own. middy runs `before` from the top of
 * this list down, `after` and `onError` from the bottom up: what went wrong is put into the words of HTTP, middy's
 * handler writes it out, the limits join whatever answer there is, clean-up is waited for, the log has the last line.
 */
export function api<E extends Endpoints>(group: Group<E>, operations: Operations<E>, deps: Deps): ApiHandler {
  const answer = operationRunner(group, operations as Operations<Endpoints>, deps);
  const handler = middy({ timeoutEarlyInMillis: 0 })
    .use(accessLog(deps))
    .use(keyCheck(deps))
    .use(rateLimitHeaders(deps))
    .use(httpErrorHandler({ logger: false, fallbackMessage: internalErrorText }))
    .use(mapDomainErrors())
    .use(conditionalGet(deps))
    .handler(answer);
  return (event, context) => handler(event, context as RequestContext) as Promise<Reply>;
}

/** Finds the operation by its route and starts it, if need be while the request is still being counted. */
function operationRunner({ endpoints }: Group, operations: Operations<Endpoints>, deps: Deps) {
  const routes = new Map(Object.entries(endpoints).map(([id, endpoint]) => [`${endpoint.path}`, { id, endpoint }]));

  return async (event: APIGatewayProxyEvent, { state }: RequestContext): Promise<Answer> => {
    const route = routes.get(event.resource);
    const operation: Operation | undefined = route && operations[route.id];
    if (!route || !operation) throw new Error(`no operation for ${event.resource}`);
    state.operationId = route.id;

    const firstStep = async (account: Account) =>
      operation({ account, ...parametersOf(route.endpoint, event) } as Call, { ...deps, table: state.table });

    const account = state.knownAccount ?? (await state.admission).account;
    const answer = firstStep(account);
    answer.catch(() => undefined);
    // 401, 403 and 429 come before whatever else is wrong with the request
    const admitted = await state.admission;
    if (admitted.account !== account) throw new Error('a key changed its account');
    return answer;
  };
}
