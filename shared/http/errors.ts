import { details, type ErrorStatus, errorText, rateLimitText } from '../contract/errors.ts';
import { BadRequest, Forbidden, Invalid, NotFound, RateLimited, Unauthorized } from '../domain/errors.ts';
import type { Middleware } from './visit.ts';

export const internalErrorText = errorText(500, details.internal);

interface Refusal {
  readonly statusCode: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Says a domain word in the words of HTTP, for middy's handler to write out; what is none it answers 500. */
export function errorWords(): Middleware {
  return {
    onError: ({ error, internal }) => {
      internal.failure = error;
      const refusal = refusalOf(error);
      if (error && refusal) Object.assign(error, refusal, { expose: true });
    },
  };
}

/** The one place that knows which status and body stand for a domain word. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof BadRequest) return refusal(400, error.message);
  if (error instanceof Unauthorized) return refusal(401, details.unauthorized);
  if (error instanceof Forbidden) return refusal(403, details.forbidden);
  if (error instanceof NotFound) return refusal(404, error.message);
  if (error instanceof Invalid) return refusal(422, error.message);
  if (error instanceof RateLimited) {
    const { retryAfter } = error;
    return { statusCode: 429, message: rateLimitText(retryAfter), headers: { 'Retry-After': String(retryAfter) } };
  }
  return undefined;
}

function refusal(status: ErrorStatus, detail: string): Refusal {
  return { statusCode: status, message: errorText(status, detail) };
}
