import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { eventOf, targetOf } from '../../../bin/local/gateway/event.ts';
import { matcher, routesOf } from '../../../bin/local/gateway/routing.ts';
import type { Group } from '../../../shared/contract/endpoint.ts';
import type { ApiHandler } from '../../../shared/http/api.ts';
import { noon, patience } from './deps.ts';

interface Sent {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Milliseconds until Lambda would end the function. */
  readonly remaining?: number | (() => number);
}

export type Caller = (url: string, sent?: Sent) => Promise<APIGatewayProxyResult>;

export const requestId = '00000000-0000-4000-8000-000000000001';

/** Calls a group's handler with the event that the gateway would send for the URL. */
export function callerOf(group: Group, handler: ApiHandler): Caller {
  const find = matcher(routesOf([group], new Map([[group.name, handler]])));
  return async (url, { apiKey, headers = {}, method = 'GET', remaining = patience } = {}) => {
    const all = apiKey === undefined ? headers : { 'X-API-Key': apiKey, ...headers };
    const request = { method, url: `/v1${url}`, rawHeaders: Object.entries(all).flat() };
    const match = find(targetOf(request)?.path ?? '', method);
    if (!match) throw new Error(`${url} is no path of the group ${group.name}`);
    return await handler(eventOf(request, match, requestId, noon), contextWith(remaining));
  };
}

export function contextWith(remaining: number | (() => number)): Context {
  const getRemainingTimeInMillis = typeof remaining === 'number' ? () => remaining : remaining;
  return { awsRequestId: requestId, getRemainingTimeInMillis } as Context;
}
