/** The base of every error that the client throws by itself. An aborted signal throws its own reason instead. */
export class ClientHealthError extends Error {
  override name = 'ClientHealthError';
}

/** What every response says of the key's limits: the window with the fewest requests left. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, as a Unix timestamp in seconds. */
  readonly reset: number;
}

export interface ErrorFacts {
  readonly status: number;
  /** Below the base URL. The key is in a header, so no URL contains it. */
  readonly path: string;
  /** The kind of error, such as `Client not found`; empty if a proxy answered. */
  readonly error: string;
  /** What went wrong and what to do about it. */
  readonly detail: string;
  /** `x-amzn-RequestId`: tell it to whoever runs the service when a 500 persists. */
  readonly requestId: string | undefined;
}

/** The service answered with an error. Subclasses exist for every status that it documents. */
export class ApiError extends ClientHealthError {
  override name = 'ApiError';
  readonly status: number;
  readonly path: string;
  readonly error: string;
  readonly detail: string;
  readonly requestId: string | undefined;

  constructor({ status, path, error, detail, requestId }: ErrorFacts) {
    // a proxy's error has neither
    super(`GET ${path}: ${status}${error && ` ${error}`}.${detail && ` ${detail}`}`);
    this.status = status;
    this.path = path;
    this.error = error;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** 400: a required parameter is missing, or `portfolio_id` cannot scope this endpoint. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: the key is missing, unknown, revoked or expired. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError';
}

/** 403: the account is suspended. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError';
}

/** 404: the account has no such client, stream or portfolio. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 422: a parameter has an invalid value. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429, after the client has waited as long as it may, or would have to wait longer than that. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
  /** Seconds until the next request can be admitted. */
  readonly retryAfter: number;

  constructor(facts: ErrorFacts, retryAfter: number) {
    super(facts);
    this.retryAfter = retryAfter;
  }
}

/** 5xx, after the last retry. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** No response arrived: the network failed (see `cause`), or the attempt timed out. */
export class ConnectionError extends ClientHealthError {
  override name = 'ConnectionError';
  readonly reason: string;

  constructor(path: string, cause: unknown) {
    const reason = reasonOf(cause);
    super(`GET ${path}: no response: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** A response that is not of this service, such as the page of a proxy. */
export class UnexpectedResponseError extends ClientHealthError {
  override name = 'UnexpectedResponseError';
  readonly status: number;

  constructor(path: string, status: number, what: string) {
    super(`GET ${path}: ${status} with ${what}. Check the base URL; it ends with /v1.`);
    this.status = status;
  }
}

/** The data changed between two pages, so that the pages read so far and the rest are not one list. */
export class DataChangedError extends ClientHealthError {
  override name = 'DataChangedError';
  /** How many entries had been read. */
  readonly offset: number;

  constructor(path: string, offset: number) {
    super(`GET ${path}: the data changed after ${offset} entries. Read the list again from its first page.`);
    this.offset = offset;
  }
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  422: ValidationError,
};

export function apiError(facts: ErrorFacts): ApiError {
  const Class = classes[facts.status] ?? (facts.status >= 500 ? ServerError : ApiError);
  return new Class(facts);
}

/** `fetch` says little itself; what failed is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}
