import type * as z from 'zod';
import type { errorBody, rateLimitBody } from './answers/errors.ts';

/** The short description of each error, used by functions, gateway responses and OpenAPI. */
const errorNames = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  422: 'Validation error',
  500: 'Internal server error',
} as const;

export type ErrorStatus = keyof typeof errorNames;

export const details = {
  unauthorized: 'The X-API-Key header is missing or does not hold a valid API key.',
  forbidden: 'The account that owns this API key is suspended.',
  refused: 'This request is not allowed.',
  unknownPath: 'There is no such endpoint. All endpoints use GET.',
  malformed: 'The request could not be read.',
  internal: 'The request failed. Try again; if it keeps failing, report the x-amzn-RequestId header to the operator.',
} as const;

export function errorText(status: ErrorStatus, detail: string): string {
  return JSON.stringify({ error: errorNames[status], detail, status_code: status } satisfies z.output<
    typeof errorBody
  >);
}

export function rateLimitText(retryAfter: number): string {
  return JSON.stringify({
    error: {
      code: 'rate_limit_exceeded',
      message: `Rate limit exceeded. Retry after ${retryAfter} seconds.`,
      retryAfter,
    },
  } satisfies z.output<typeof rateLimitBody>);
}
