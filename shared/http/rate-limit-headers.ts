import type { Deps } from '../deps.ts';
import { RateLimited } from '../domain/errors.ts';
import { noRate, type Rate } from '../domain/windows.ts';
import type { Middleware, Step } from './visit.ts';

/** Every answer says what is left of the caller's limits. */
export function rateLimitHeaders({ clock }: Deps): Middleware {
  const say = ({ response, error, context }: Step) => {
    if (!response) return;
    const { limit, remaining, reset } = context.visit?.admitted?.rate ?? refusedRate(error) ?? noRate(clock());
    response.headers = {
      ...response.headers,
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
    };
  };
  return { after: say, onError: say };
}

function refusedRate(error: unknown): Rate | undefined {
  return error instanceof RateLimited ? { limit: error.limit, remaining: 0, reset: error.reset } : undefined;
}
