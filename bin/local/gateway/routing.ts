import type { Group } from '../../../shared/contract/endpoint.ts';
import { elsewhereGroup, openPaths } from '../../../shared/contract/groups.ts';

/** A path template and the handler of its requests. */
export interface Route<Handler> {
  readonly resource: string;
  readonly handler: Handler;
}

export interface Match<Handler> {
  readonly route: Route<Handler>;
  /** Still percent-encoded, as in API Gateway. */
  readonly pathParameters: Record<string, string> | null;
}

export function routesOf<Handler>(groups: readonly Group[], handlers: ReadonlyMap<string, Handler>): Route<Handler>[] {
  const endpoints = groups.flatMap(({ name, endpoints }) => {
    const handler = handlers.get(name);
    return handler ? Object.values(endpoints).map(({ path }) => ({ resource: path, handler })) : [];
  });
  const elsewhere = handlers.get(elsewhereGroup.name);
  return elsewhere
    ? [...endpoints, ...[root, ...openPaths, proxy].map((resource) => ({ resource, handler: elsewhere }))]
    : endpoints;
}

const root = '/';
const proxy = '/{proxy+}';

/** Finds the route of a path below the stage. At the first difference, a literal segment wins over a parameter. */
export function matcher<Handler>(
  routes: readonly Route<Handler>[],
): (path: string, method?: string) => Match<Handler> | undefined {
  const elsewhere = routes.find(({ resource }) => resource === proxy);
  const inOrder = [...routes].sort((a, b) => (precedence(a.resource) < precedence(b.resource) ? -1 : 1));
  const patterns = inOrder.map((route) => ({ route, pattern: patternOf(route.resource) }));
  return (path, method = 'GET') => {
    for (const { route, pattern } of patterns) {
      const match = pattern.exec(path);
      if (!match) continue;
      // the method is not one of the contract: the event names the resource all the same
      const handler = method === 'GET' ? route.handler : elsewhere?.handler;
      return handler && { route: { ...route, handler }, pathParameters: match.groups ? { ...match.groups } : null };
    }
    return undefined;
  };
}

// parameters sort after any literal
function precedence(resource: string): string {
  return resource.replaceAll(/\{\w+\}/g, '\uffff');
}

function patternOf(resource: string): RegExp {
  const segments = resource
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    .replace('{proxy+}', '(?<proxy>.+)');
  return new RegExp(`^${segments}/?$`);
}
