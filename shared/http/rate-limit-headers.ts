import type { Deps } from '../deps.ts';
import { noRate, type Rate } from '../domain/access/windows.ts';
import { RateLimited } from '../domain/errors.ts';
import { type Middleware, responseOf, type Step } from './request-state.ts';

/** Adds the X-RateLimit headers to every response. */
export function rateLimitHeaders({ clock }: Deps): Middleware {
  const say = (step: Step) => {
    const { context, internal } = step;
    const response = responseOf(step);
    const rate = context.state?.admitted?.rate ?? refusedRate(internal.failure) ?? noRate(clock());
    response.headers = { ...response.headers, ...rateHeaders(rate) };
  };
  return { after: say, onError: say };
}

export function rateHeaders({ limit, remaining, reset }: Rate): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  };
}

function refusedRate(failure: unknown): Rate | undefined {
  return failure instanceof RateLimited ? { limit: failure.limit, remaining: 0, reset: failure.reset } : undefined;
}
