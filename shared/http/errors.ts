import { details, type ErrorStatus, errorHeaders, errorText, notFoundText, rateLimitText } from '../contract/errors.ts';
import { BadRequest, Forbidden, Invalid, NotFound, RateLimited, Unauthorized } from '../domain/errors.ts';
import type { Middleware } from './request-state.ts';

/** An error in the form that middy's handler sends. */
interface Refusal {
  readonly message: string;
  readonly statusCode: number;
  readonly expose: true;
  readonly headers: Readonly<Record<string, string>>;
}

/** Maps errors to HTTP errors: those of the domain to their statuses, anything else to 500. */
export function mapDomainErrors(): Middleware {
  return {
    onError: (request) => {
      request.internal.failure = request.error;
      // the type asks for an Error; the handler reads these fields only
      request.error = refusalOf(request.error) as Refusal & Error;
    },
  };
}

/** The only place that knows the status and body of each domain error. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof BadRequest) return told(400, error.message);
  if (error instanceof Unauthorized) return told(401, details.unauthorized);
  if (error instanceof Forbidden) return told(403, details.forbidden);
  if (error instanceof NotFound) return refusal(404, notFoundText(error.what));
  if (error instanceof Invalid) return told(422, error.message);
  if (error instanceof RateLimited) return refusal(429, rateLimitText(error.retryAfter), error.retryAfter);
  return told(500, details.internal);
}

function told(status: ErrorStatus, detail: string): Refusal {
  return refusal(status, errorText(status, detail));
}

function refusal(statusCode: number, message: string, retryAfter?: number): Refusal {
  return { expose: true, statusCode, message, headers: errorHeaders(statusCode, retryAfter) };
}
