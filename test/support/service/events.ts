import type { APIGatewayProxyEvent } from 'aws-lambda';
import { eventOf } from '../../../bin/local/gateway/event.ts';
import { requestId } from './caller.ts';
import { noon } from './deps.ts';

/** The event of a request to an endpoint; every parameter of its path is `x`. */
export function eventFor(resource: string, apiKey?: string, query = ''): APIGatewayProxyEvent {
  const names = [...resource.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const request = {
    method: 'GET',
    url: `/v1${resource.replaceAll(/\{\w+\}/g, 'x')}${query}`,
    rawHeaders: apiKey ? ['X-API-Key', apiKey] : [],
  };
  const pathParameters = names.length > 0 ? Object.fromEntries(names.map((name) => [name, 'x'])) : null;
  return eventOf(request, { route: { resource, handler: undefined }, pathParameters }, requestId, noon);
}
