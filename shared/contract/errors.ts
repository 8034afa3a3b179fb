/** The value of `error` for each status but 404, used by functions, gateway responses and OpenAPI. */
const errorNames = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  422: 'Validation error',
  500: 'Internal server error',
} as const;

/** The value of `error` in a 404: it names what does not exist. */
const notFoundNames = {
  client: 'Client not found',
  stream: 'Stream not found',
  portfolio: 'Portfolio not found',
  endpoint: 'No such endpoint',
} as const;

/** Every value of `error`. Callers may rely on them. */
export const allErrorNames: readonly string[] = [errorNames, notFoundNames].flatMap((names) => Object.values(names));

/** Those with this body but 404, which says what was not found. */
export type ErrorStatus = keyof typeof errorNames;

export const details = {
  unauthorized: 'The X-API-Key header is missing or does not hold a valid API key.',
  forbidden: 'The account that owns this API key is suspended.',
  refused: 'This request is not allowed.',
  malformed: 'The request could not be read.',
  internal: 'The request failed. Try again; if it keeps failing, report the x-amzn-RequestId header to the operator.',
} as const;

/** The headers of an error, besides the limits. `retryAfter` is in seconds. */
export function errorHeaders(status: number, retryAfter?: number): Readonly<Record<string, string>> {
  return {
    // a stored error would outlive its cause
    'Cache-Control': 'no-store',
    // API Gateway renames it in a function's response to `x-amzn-Remapped-WWW-Authenticate`
    ...(status === 401 && { 'WWW-Authenticate': 'ApiKey header="X-API-Key"' }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  };
}

export function errorText(status: ErrorStatus, detail: string): string {
  return bodyText(errorNames[status], detail, status);
}

export function notFoundText(what: keyof typeof notFoundNames): string {
  const hint = what === 'endpoint' ? ' All endpoints use GET.' : '';
  return bodyText(notFoundNames[what], `There is no such ${what}.${hint}`, 404);
}

function bodyText(error: string, detail: string, status: number): string {
  return JSON.stringify({ error, detail, status_code: status });
}

export function rateLimitText(retryAfter: number): string {
  return JSON.stringify({
    error: {
      code: 'rate_limit_exceeded',
      message: `Rate limit exceeded. Retry after ${retryAfter} seconds.`,
      retryAfter,
    },
  });
}
