import * as z from 'zod';

/** A query parameter: what may be sent, and what the operation gets of it. */
export interface Parameter<Value = unknown> {
  readonly describe: string;
  /** Reads the text that was sent, `undefined` when it was not; its output is what OpenAPI documents. */
  readonly schema: z.ZodType<Value>;
  /** The whole rule in one clause: the text of the refusal, of the document and of the tests. */
  readonly requirement: string;
  readonly required?: true;
  /** A second accepted spelling. */
  readonly alias?: string;
  /** What it cannot accept is a bad request (400); without this, a validation error (422). */
  readonly badRequest?: true;
  /** It names something of the account that may not exist (404). */
  readonly namesEntity?: true;
}

// Building a schema costs a cold start more than running it does, so a function's bundle has only those that it uses:
// the annotations let the build leave out the others.

/* @__NO_SIDE_EFFECTS__ */
function integer(describe: string, fallback: number, min: number, max: number) {
  return {
    describe,
    schema: z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number)
      .pipe(z.int().min(min).max(max))
      .default(fallback),
    requirement:
      max === Number.MAX_SAFE_INTEGER
        ? `must be a whole number, ${min} or more`
        : `must be a whole number from ${min} to ${max}`,
  } satisfies Parameter;
}

/* @__NO_SIDE_EFFECTS__ */
function flag(describe: string, fallback: boolean) {
  return {
    describe,
    schema: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .pipe(z.boolean())
      .default(fallback),
    requirement: 'must be true or false',
  } satisfies Parameter;
}

/* @__NO_SIDE_EFFECTS__ */
function choice<const Values extends readonly [string, ...string[]]>(describe: string, values: Values) {
  return { describe, schema: z.enum(values), requirement: `must be one of ${values.join(', ')}` } satisfies Parameter;
}

/** `limit` and `offset` of one kind of page. */
export function paging(fallback: number, max: number) {
  return {
    limit: integer('How many entries the page holds at most.', fallback, 1, max),
    offset: integer('How many entries to skip before the page begins.', 0, 0, Number.MAX_SAFE_INTEGER),
  };
}

export const portfolioClientsLimit = integer('How many entries `clients` holds at most.', 100, 1, 500);
export const notesLimit = integer('How many notes to return, newest first.', 20, 1, 100);
export const daysOfHistory = integer('How many days to return, ending with the newest point.', 90, 1, 365);

export const includeArchived = flag('Include archived clients.', false);
export const includeInactive = flag('Include inactive and pending streams.', false);
export const includeSystem = flag('Include the portfolios All Clients, Favorites and Archived.', true);
export const includeClients = flag('Include the list of clients.', true);

export const systemScopes = ['favorite-clients', 'archived-clients'] as const;

/** Scopes an answer to one portfolio. Whether the portfolio exists is for the operation to find out. */
export const portfolioScope = {
  portfolio_id: {
    describe:
      'Scope to the clients of one portfolio. `all-clients` is the same as leaving it out; whatever names no portfolio of the account is answered 404.',
    schema: z
      .string()
      .refine((id) => !systemScopes.some((system) => system === id))
      .optional(),
    requirement: `must not be ${systemScopes.join(' or ')}: read those through /portfolios/{portfolio_id}`,
    alias: 'portfolioId',
    badRequest: true,
    namesEntity: true,
  },
} as const satisfies Record<string, Parameter>;

export const week = {
  describe:
    'Resolve the reads as of this week: any date of it, typically its Monday. Reads filed for later weeks are ignored.',
  schema: z.iso.date().optional(),
  requirement: 'must be a calendar date, YYYY-MM-DD',
} satisfies Parameter;

export const searchText = {
  describe: 'Words to find in the names of clients, whatever their case and accents. Every word must occur.',
  // in characters, as OpenAPI counts them, not in UTF-16 units
  schema: z
    .string()
    .refine((text) => [...text].length <= 200)
    .meta({ minLength: 1, maxLength: 200 }),
  requirement: 'must be 1 to 200 characters, not all of them blank',
  required: true,
} satisfies Parameter;

export const trendDirection = {
  ...choice('Only clients whose score moved this way; without it, improving and declining ones.', [
    'improving',
    'declining',
    'stable',
  ]),
  schema: z.enum(['improving', 'declining', 'stable']).optional(),
} satisfies Parameter;

export const trendPeriod = {
  ...choice('The period over which the score is compared.', ['30day', '7day']),
  schema: z.enum(['30day', '7day']).default('30day'),
} satisfies Parameter;

/** The id of something that belongs to the account. A malformed id is answered like an unknown one (404), so ids have
 *  no schema. */
export interface EntityId {
  readonly describe: string;
  readonly entity: 'client' | 'stream' | 'portfolio';
}

/** Every name that may stand in a path: an id and what it identifies, or a parameter with its own rule. */
export const pathParameters = {
  client_id: { describe: 'The id of a client of the account.', entity: 'client' },
  stream_id: { describe: 'The id of a stream of that client.', entity: 'stream' },
  portfolio_id: {
    describe: 'The id of a custom portfolio, or `all-clients`, `favorite-clients` or `archived-clients`.',
    entity: 'portfolio',
  },
  risk_level: choice('The risk level to list. Both spellings of each level are accepted.', [
    'high_risk',
    'medium_risk',
    'low_risk',
    'on_track',
    'highRisk',
    'mediumRisk',
    'lowRisk',
    'onTrack',
  ]),
} as const satisfies Readonly<Record<string, EntityId | Parameter>>;

export type PathParameterName = keyof typeof pathParameters;
