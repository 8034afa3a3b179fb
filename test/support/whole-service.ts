import { text } from 'node:stream/consumers';
import { eventOf, targetOf } from '../../bin/local/event.ts';
import { loadFunctions } from '../../bin/local/functions.ts';
import { matcher, routesOf } from '../../bin/local/routing.ts';
import { groups } from '../../shared/contract/groups.ts';
import { contextWith, requestId } from './caller.ts';
import { type FakeDeps, noon } from './deps.ts';

export interface Answered {
  /** Id of the operation that answered. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Whole, also where it was streamed. */
  readonly body: string;
}

const operationIds = new Map(
  groups.flatMap(({ endpoints }) => Object.entries(endpoints).map(([id, { path }]) => [`${path}`, id])),
);

export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;

/** All functions behind the gateway, but for the wire; whoever asks has this key. */
export async function serviceOf(deps: FakeDeps, apiKey: string): Promise<Ask> {
  const find = matcher(routesOf(groups, await loadFunctions(deps)));
  return async (url, headers = {}) => {
    // time goes on from request to request, or there would be no more than a hundred
    deps.now += 1000;
    const rawHeaders = Object.entries({ 'X-API-Key': apiKey, ...headers }).flat();
    const request = { method: 'GET', url: `/v1${url}`, rawHeaders };
    const match = find(targetOf(request)?.path ?? '');
    if (!match) throw new Error(`${url} is no path of the service`);
    const event = eventOf(request, match, requestId, noon);
    const { statusCode, headers: answered = {}, body, stream } = await match.route.handler(event, contextWith(10_000));
    if (statusCode === 500) throw new Error(`${url} failed: ${JSON.stringify(deps.logged.at(-1))}`);
    const operation = operationIds.get(match.route.resource) ?? '';
    return { operation, status: statusCode, headers: answered, body: stream ? await text(stream) : body };
  };
}
