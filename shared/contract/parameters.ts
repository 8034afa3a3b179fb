import * as z from 'zod/mini';

/** A query parameter: which values callers may send, and what the operation receives. */
export interface Parameter<Value = unknown> {
  readonly describe: string;
  /** Parses the text that was sent, `undefined` if absent. openapi.json documents its output. */
  readonly schema: z.ZodMiniType<Value>;
  /** The whole rule as one clause, used in errors, openapi.json and tests. */
  readonly requirement: string;
  readonly required?: true;
  /** A value, where the rule is no example of itself. */
  readonly example?: string;
  /** A second accepted spelling, of the same letters. */
  readonly alias?: string;
  /** Other names that callers send for it. Ignoring them would silently widen the answer, so they are rejected. */
  readonly mistakenFor?: readonly string[];
  /** Invalid values give 400 instead of the default 422. */
  readonly badRequest?: true;
  /** The value is the id of something that may not exist (404). */
  readonly namesEntity?: true;
}

// zod/mini has the same schemas as zod at a quarter of its load time. Building a schema takes a noticeable part of a
// cold start. The NO_SIDE_EFFECTS annotations let the build drop the schemas that a function does not use.

/* @__NO_SIDE_EFFECTS__ */
function integer(describe: string, fallback: number, min: number, max: number) {
  return {
    describe,
    schema: z._default(
      z.pipe(
        z.pipe(z.string().check(z.regex(/^(0|[1-9]\d*)$/)), z.transform(Number)),
        z.int().check(z.gte(min), z.lte(max)),
      ),
      fallback,
    ),
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
    schema: z._default(
      z.pipe(
        z.pipe(
          z.enum(['true', 'false']),
          z.transform((text) => text === 'true'),
        ),
        z.boolean(),
      ),
      fallback,
    ),
    requirement: 'must be true or false, in lower case',
  } satisfies Parameter;
}

/* @__NO_SIDE_EFFECTS__ */
function choice<const Values extends readonly [string, ...string[]]>(describe: string, values: Values) {
  return { describe, schema: z.enum(values), requirement: `must be one of ${values.join(', ')}` } satisfies Parameter;
}

/** `limit` and `offset` of one kind of page. */
export function paging(fallback: number, max: number) {
  return {
    limit: {
      ...integer('The maximum number of entries in the response.', fallback, 1, max),
      mistakenFor: ['per_page', 'page_size'],
    },
    offset: {
      ...integer(
        'The number of entries to skip. An offset past the end returns an empty page.',
        0,
        0,
        Number.MAX_SAFE_INTEGER,
      ),
      mistakenFor: ['page', 'cursor'],
    },
  };
}

export const portfolioClientsLimit = integer('The maximum number of entries in `clients`.', 100, 1, 500);
export const notesLimit = integer('The maximum number of notes in the response.', 20, 1, 100);
export const notesBefore = {
  describe:
    'Only notes that are older than this one: its `createdAt`, and after a comma its `id`. The last note of a page gives the next page. Without the id, notes of the same time are left out.',
  schema: z.optional(
    z
      .string()
      .check(
        z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z(,[\w-]{1,64})?$/),
      ),
  ),
  requirement:
    'must be the createdAt of a note, such as 2026-11-20T09:30:00.000Z, and may go on with a comma and its id',
  example: '2026-11-20T09:30:00.000Z,note-1',
  mistakenFor: ['offset', 'page', 'cursor'],
} satisfies Parameter;

export const daysOfHistory = {
  ...integer('The number of days to return, ending with the newest score.', 90, 1, 365),
  mistakenFor: ['day'],
} satisfies Parameter;

export const includeArchived = {
  ...flag('Include archived clients.', false),
  mistakenFor: ['archived'],
} satisfies Parameter;
export const includeInactive = flag('Include inactive and pending streams.', false);
export const includeSystem = flag('Include the system portfolios All Clients, Favorites and Archived.', true);
export const byteOrderMark = flag('Begin the file with a byte order mark, so that Excel reads it as UTF-8.', false);
export const includeClients = flag('Include the list of clients.', true);

/** With the details of each client: an answer has to fit into what Lambda sends. */
export const mostDetails = 100;
export const detailed = {
  describe: `\`details\`: each client has the fields of \`/clients/{client_id}\` too. \`limit\` is then at most ${mostDetails}.`,
  schema: z.optional(z.enum(['details'])),
  requirement: 'must be details',
  mistakenFor: ['details', 'detail', 'expand', 'include_details'],
} satisfies Parameter;
export const clientIds = {
  describe:
    'Only these clients: 1 to 100 ids, separated by commas, archived clients too. Ids that the account does not have are in `missing`. Cannot be combined with `portfolio_id`.',
  schema: z.optional(z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/))),
  requirement: 'must be 1 to 100 ids, separated by commas',
  example: 'n-04,n-05',
  mistakenFor: ['id', 'client_ids'],
} satisfies Parameter;

export const exportedExtras = {
  describe:
    'More columns: `topics`, the score of each topic; `history`, the score of each of the last `days` days. Both, separated by a comma, in any order.',
  schema: z.optional(z.enum(['topics', 'history', 'topics,history', 'history,topics'])),
  requirement: 'must be topics, history or topics,history',
  mistakenFor: ['include_topics', 'include_history'],
} satisfies Parameter;
export const daysOfExport = {
  ...integer(
    'The number of days in the columns of `include=history`, ending with the date of the scores. 364 at most, because a night that is under way has dropped the day before them.',
    90,
    1,
    364,
  ),
  mistakenFor: ['day'],
} satisfies Parameter;

export const systemScopes = ['favorite-clients', 'archived-clients'] as const;

/** Scopes a response to one portfolio. The operation checks that the portfolio exists. */
export const portfolioScope = {
  portfolio_id: {
    describe:
      'Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list.',
    schema: z.optional(
      z.string().check(
        z.refine((id) => !systemScopes.some((system) => system === id)),
        // with a type, because the reference page shows a parameter as "never" if `not` has none
        z.meta({ not: { type: 'string', enum: [...systemScopes] } }),
      ),
    ),
    requirement: `must not be ${systemScopes.join(' or ')}; read those at /portfolios/{portfolio_id}`,
    example: 'pf_n8w4zc6jtq',
    alias: 'portfolioId',
    mistakenFor: ['portfolio', 'portfolio_name'],
    badRequest: true,
    namesEntity: true,
  },
} as const satisfies Record<string, Parameter>;

export const week = {
  describe:
    'Return the reads in effect in this week, given by any of its dates, typically its Monday. Reads filed for later weeks are ignored. Without it, the latest reads are returned.',
  // the year 0 is not in the calendar
  schema: z.optional(z.iso.date().check(z.refine((date) => !date.startsWith('0000')))),
  requirement: 'must be a calendar date, YYYY-MM-DD',
  example: '2026-11-16',
  mistakenFor: ['weeks'],
} satisfies Parameter;

export const searchText = {
  describe:
    'The words to find in the names of clients, ignoring case and accents. A client matches if its name contains every word.',
  // counted in characters, as OpenAPI does, not in UTF-16 units
  schema: z.string().check(
    z.refine((text) => [...text].length <= 200),
    z.meta({ minLength: 1, maxLength: 200 }),
  ),
  requirement: 'must be 1 to 200 characters and not blank',
  required: true,
  mistakenFor: ['q', 'search', 'name'],
} satisfies Parameter;

export const trendDirection = {
  ...choice(
    'List only clients whose score rose (`improving`), fell (`declining`) or stayed the same (`stable`). Without it, improving and declining clients are listed.',
    ['improving', 'declining', 'stable'],
  ),
  schema: z.optional(z.enum(['improving', 'declining', 'stable'])),
} satisfies Parameter;

export const trendPeriod = {
  ...choice('The period over which scores are compared.', ['30day', '7day']),
  schema: z._default(z.enum(['30day', '7day']), '30day'),
  mistakenFor: ['days'],
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
