import type { Group } from '../../../shared/contract/endpoint.ts';

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
  return groups.flatMap(({ name, endpoints }) => {
    const handler = handlers.get(name);
    return handler ? Object.values(endpoints).map(({ path }) => ({ resource: path, handler })) : [];
  });
}

/** Finds the route of a path below the stage. At the first difference, a literal segment wins over a parameter. */
export function matcher<Handler>(routes: readonly Route<Handler>[]): (path: string) => Match<Handler> | undefined {
  const inOrder = [...routes].sort((a, b) => (precedence(a.resource) < precedence(b.resource) ? -1 : 1));
  const patterns = inOrder.map((route) => ({ route, pattern: patternOf(route.resource) }));
  return (path) => {
    for (const { route, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match) return { route, pathParameters: match.groups ? { ...match.groups } : null };
    }
    return undefined;
  };
}

// parameters sort after any literal
function precedence(resource: string): string {
  return resource.replaceAll(/\{\w+\}/g, '\uffff');
}

function patternOf(resource: string): RegExp {
  const segments = resource.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${segments}/?$`);
}
