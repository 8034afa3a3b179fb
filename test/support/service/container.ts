import type { APIGatewayProxyEvent } from 'aws-lambda';
import { eventOf, targetOf } from '../../../bin/local/gateway/event.ts';
import { loadFunctions } from '../../../bin/local/gateway/functions.ts';
import { matcher, routesOf } from '../../../bin/local/gateway/routing.ts';
import { groups } from '../../../shared/contract/groups.ts';
import type { Deps } from '../../../shared/deps.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { contextWith, requestId } from './caller.ts';

/** What a caller gets, and from which operation. */
export interface Answered {
  readonly operationId: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Asked {
  /** Below the base URL, as it is written on the wire. */
  readonly url: string;
  /** Names and values in turn, as they are written on the wire. */
  readonly rawHeaders?: readonly string[];
  /** Changes what the gateway made of it. */
  readonly tweak?: (event: APIGatewayProxyEvent) => void;
}

/** `undefined` where no endpoint is: the gateway answers that by itself. */
export type Container = (asked: Asked) => Promise<Answered | undefined>;

/** One container that holds every function: the whole service behind the gateway. */
export async function containerOf(deps: Deps): Promise<Container> {
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
    const reply = await match.route.handler(event, contextWith(10_000));
    return {
      operationId: operationIds.get(match.route.resource) ?? '',
      status: reply.statusCode,
      headers: Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, String(value)])),
      body: await textOf(reply),
    };
  };
}

async function textOf({ body, stream }: Reply): Promise<string> {
  let text = body;
  for await (const part of stream ?? []) text += part;
  return text;
}
