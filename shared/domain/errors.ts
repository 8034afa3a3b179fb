// Errors of the domain. shared/http/errors.ts maps them to HTTP statuses and bodies.

export type Entity = 'client' | 'stream' | 'portfolio';

/** It is the same for an entity that never existed and for one of another account. */
export class NotFound extends Error {
  override name = 'NotFound' as const;
  readonly what: Entity | 'endpoint';

  constructor(what: Entity | 'endpoint') {
    super(`There is no such ${what}.`);
    this.what = what;
  }
}

/** The key is missing, malformed, unknown, expired or revoked; callers cannot tell which. */
export class Unauthorized extends Error {
  override name = 'Unauthorized' as const;

  constructor() {
    super('The API key is missing or not valid.');
  }
}

/** The key is valid, but its account is suspended. */
export class Forbidden extends Error {
  override name = 'Forbidden' as const;

  constructor() {
    super('The account of this API key is suspended.');
  }
}

export class RateLimited extends Error {
  override name = 'RateLimited' as const;
  /** In seconds. */
  readonly retryAfter: number;
  /** The limit of the window that is full. */
  readonly limit: number;
  /** When that window ends, in Unix seconds. */
  readonly reset: number;

  constructor(retryAfter: number, limit: number, reset: number) {
    super(`Rate limit exceeded. Retry after ${retryAfter} seconds.`);
    this.retryAfter = retryAfter;
    this.limit = limit;
    this.reset = reset;
  }
}

/** A required parameter is absent or blank, or names something that this endpoint does not serve. */
export class BadRequest extends Error {
  override name = 'BadRequest' as const;
}

/** Parameters that are present but do not meet their requirements: a sentence for each, without the values sent. */
export class Invalid extends Error {
  override name = 'Invalid' as const;

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
  }
}
