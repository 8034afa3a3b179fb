import type { APIGatewayProxyEvent } from 'aws-lambda';
import { eventOf, targetOf } from '../../../bin/local/gateway/event.ts';
import { loadFunctions } from '../../../bin/local/gateway/functions.ts';
import { matcher, routesOf } from '../../../bin/local/gateway/routing.ts';
import { groups } from '../../../shared/contract/groups.ts';
import type { Deps } from '../../../shared/deps.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { contextWith, requestId } from './caller.ts';
import { type FakeDeps, patience } from './deps.ts';

/** The response, and the operation that produced it. */
export interface Answered {
  readonly operationId: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Question {
  /** Path and query below the base URL, encoded as on the wire. */
  readonly url: string;
  /** Header names and values, alternating. */
  readonly rawHeaders?: readonly string[];
  /** Changes the event that the gateway builds from the request. */
  readonly tweak?: (event: APIGatewayProxyEvent) => void;
}

/** Handles a request; returns `undefined` for a path without an endpoint, to which the gateway itself responds. */
export type WholeService = (asked: Question) => Promise<Answered | undefined>;

/** All functions behind the gateway, in one container that serves every path. */
export async function wholeService(deps: Deps): Promise<WholeService> {
  const find = matcher(routesOf(groups, await loadFunctions(deps)));
  const operationIds = new Map(
    groups.flatMap(({ endpoints }) => Object.entries(endpoints).map(([id, { path }]) => [`${path}`, id])),
  );
  return async ({ url, rawHeaders = [], tweak }) => {
    const request = { method: 'GET', url: `/v1${url}`, rawHeaders: [...rawHeaders] };
    const match = find(targetOf(request)?.path ?? '');
    if (!match) return undefined;
    const event = eventOf(request, match, requestId, deps.clock());
    tweak?.(event);
    const reply = await match.route.handler(event, contextWith(patience));
    return {
      operationId: operationIds.get(match.route.resource) ?? '',
      status: reply.statusCode,
      headers: Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, String(value)])),
      body: await textOf(reply),
    };
  };
}

export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;

/** Sends requests with this key, one a second, and fails if one has no endpoint or returns 500. */
export async function askerOf(deps: FakeDeps, apiKey: string): Promise<Ask> {
  const service = await wholeService(deps);
  return async (url, headers = {}) => {
    // without this, the test would exceed the limit of 100 requests a minute
    deps.now += 1000;
    const answer = await service({ url, rawHeaders: Object.entries({ 'X-API-Key': apiKey, ...headers }).flat() });
    if (!answer) throw new Error(`the service has no path ${url}`);
    if (answer.status === 500) throw new Error(`${url} failed: ${JSON.stringify(deps.logged.at(-1))}`);
    return answer;
  };
}

async function textOf({ body, stream }: Reply): Promise<string> {
  let text = body;
  for await (const part of stream ?? []) text += part;
  return text;
}
