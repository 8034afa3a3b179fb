import type { Group } from '../../../shared/contract/endpoint.ts';

/** A resource of the gateway: the template that a path is matched with, and what answers it. */
export interface Route<Handler> {
  readonly resource: string;
  readonly handler: Handler;
}

export interface Match<Handler> {
  readonly route: Route<Handler>;
  /** Percent-encoded, as the gateway leaves them. */
  readonly pathParameters: Record<string, string> | null;
}

export function routesOf<Handler>(groups: readonly Group[], handlers: ReadonlyMap<string, Handler>): Route<Handler>[] {
  return groups.flatMap(({ name, endpoints }) => {
    const handler = handlers.get(name);
    return handler ? Object.values(endpoints).map(({ path }) => ({ resource: path, handler })) : [];
  });
}

/** Finds the route of a path below the stage: a literal segment beats a parameter, wherever they differ first. */
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

// a parameter sorts behind any literal
function precedence(resource: string): string {
  return resource.replaceAll(/\{\w+\}/g, '\uffff');
}

function patternOf(resource: string): RegExp {
  const segments = resource.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${segments}/?$`);
}
