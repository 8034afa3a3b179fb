import type { Deps } from '../deps.ts';
import { bindingRate, noRate, type Rate, secondsUntil, windows } from '../domain/access/windows.ts';
import { RateLimited } from '../domain/errors.ts';
import { type Middleware, responseOf, type Step } from './request-state.ts';

/** Adds the headers of the rate limits to every response. */
export function rateLimitHeaders({ clock }: Deps): Middleware {
  const addHeaders = (step: Step) => {
    const { context, internal } = step;
    const response = responseOf(step);
    const known = context.state?.admitted?.rates ?? refusedRates(internal.failure);
    response.headers = { ...response.headers, ...rateHeaders(known, clock()) };
  };
  return { after: addHeaders, onError: addHeaders };
}

/** Ours, for the window with the fewest requests left, and those of draft-ietf-httpapi-ratelimit-headers-10, for all. */
export function rateHeaders(rates: readonly Rate[], now: number): Record<string, string> {
  const { limit, remaining, reset } = rates.length > 0 ? bindingRate(rates) : noRate(now);
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
    'RateLimit-Policy': policy,
    ...(rates.length > 0 && {
      RateLimit: rates
        .map((rate) => `"${nameOf(rate)}";r=${rate.remaining};t=${secondsUntil(rate.reset, now)}`)
        .join(', '),
    }),
  };
}

const policy = windows.map(({ name, limit, length }) => `"${name}";q=${limit};w=${length / 1000}`).join(', ');

const nameOf = ({ limit }: Rate) => windows.find((window) => window.limit === limit)?.name;

/** Of a refused request only the full window is known. */
function refusedRates(failure: unknown): Rate[] {
  return failure instanceof RateLimited ? [{ limit: failure.limit, remaining: 0, reset: failure.reset }] : [];
}
