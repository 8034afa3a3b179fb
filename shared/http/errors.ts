import { details, type ErrorStatus, errorText, rateLimitText } from '../contract/errors.ts';
import { BadRequest, Forbidden, Invalid, NotFound, RateLimited, Unauthorized } from '../domain/errors.ts';
import type { Middleware } from './request-state.ts';

export const internalErrorText = errorText(500, details.internal);

/** An error in the form that middy's handler sends. */
interface Refusal {
  readonly message: string;
  readonly statusCode: number;
  readonly expose: true;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maps domain errors to HTTP errors. Anything else becomes a 500. */
export function mapDomainErrors(): Middleware {
  return {
    onError: (request) => {
      request.internal.failure = request.error;
      // other errors become a 500, even if they carry a status of their own
      request.error = refusalOf(request.error) as (Refusal & Error) | null;
    },
  };
}

/** The only place that knows the status and body of each domain error. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof BadRequest) return refusal(400, error.message);
  if (error instanceof Unauthorized) return refusal(401, details.unauthorized);
  if (error instanceof Forbidden) return refusal(403, details.forbidden);
  if (error instanceof NotFound) return refusal(404, error.message);
  if (error instanceof Invalid) return refusal(422, error.message);
  if (error instanceof RateLimited) {
    const { retryAfter } = error;
    const headers = { 'Retry-After': String(retryAfter) };
    return { expose: true, statusCode: 429, message: rateLimitText(retryAfter), headers };
  }
  return null;
}

function refusal(status: ErrorStatus, detail: string): Refusal {
  return { expose: true, statusCode: status, message: errorText(status, detail) };
}
