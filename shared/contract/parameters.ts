import { isDate } from '../domain/dates.ts';

/** A query parameter: which values callers may send, and what the operation receives. */
export interface Parameter<Value = unknown> {
  readonly describe: string;
  /** What the operation receives for the text that was sent; undefined if the text does not meet the requirement. */
  readonly read: (text: string) => Value | undefined;
  /** What it receives if nothing was sent. */
  readonly fallback?: Value;
  /** The value in openapi.json: a JSON Schema. */
  readonly schema: object;
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

/** What not every parameter has. */
type More = Pick<Parameter, 'example' | 'alias' | 'mistakenFor' | 'badRequest' | 'namesEntity'>;

// Read without a library: to load zod/mini and build these schemas with it took a quarter of the CPU time of loading a
// function. Each parameter is one call that the build may drop where no endpoint of a function has it.

/* @__NO_SIDE_EFFECTS__ */
function integer(describe: string, fallback: number, min: number, max: number, more?: More): Parameter<number> {
  return {
    describe,
    fallback,
    read: (text) => {
      const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    schema: { default: fallback, type: 'integer', minimum: min, maximum: max },
    requirement:
      max === Number.MAX_SAFE_INTEGER
        ? `must be a whole number, ${min} or more`
        : `must be a whole number from ${min} to ${max}`,
    ...more,
  };
}

/* @__NO_SIDE_EFFECTS__ */
function flag(describe: string, fallback: boolean, more?: More): Parameter<boolean> {
  return {
    describe,
    fallback,
    read: (text) => (['true', 'false'].includes(text) ? text === 'true' : undefined),
    schema: { default: fallback, type: 'boolean' },
    requirement: 'must be true or false, in lower case',
    ...more,
  };
}

/* @__NO_SIDE_EFFECTS__ */
function choice<const Value extends string, Fallback extends Value | undefined = undefined>(
  describe: string,
  values: readonly Value[],
  more?: More & { readonly fallback?: Fallback; readonly requirement?: string },
): Parameter<Value | Fallback> {
  return {
    describe,
    read: (text) => values.find((value) => value === text),
    schema: { ...(more?.fallback && { default: more.fallback }), type: 'string', enum: values },
    requirement: `must be one of ${values.join(', ')}`,
    ...more,
  };
}

/* @__NO_SIDE_EFFECTS__ */
function text(
  describe: string,
  requirement: string,
  { schema, meets, ...more }: More & { readonly schema: object; readonly meets: (text: string) => boolean },
): Parameter<string | undefined> {
  const read = (sent: string) => (meets(sent) ? sent : undefined);
  return { describe, read, schema: { type: 'string', ...schema }, requirement, ...more };
}

/* @__NO_SIDE_EFFECTS__ */
function matching(
  pattern: RegExp,
  describe: string,
  requirement: string,
  { meets: also, ...more }: More & { readonly meets?: (text: string) => boolean },
) {
  const meets = (sent: string) => pattern.test(sent) && (also?.(sent) ?? true);
  return text(describe, requirement, { schema: { pattern: pattern.source }, meets, ...more });
}

/** `limit` and `offset` of one kind of page. */
export function paging(fallback: number, max: number) {
  return {
    limit: integer('The maximum number of entries in the response.', fallback, 1, max, {
      mistakenFor: ['per_page', 'page_size'],
    }),
    offset: integer(
      'The number of entries to skip. An offset past the end returns an empty page.',
      0,
      0,
      Number.MAX_SAFE_INTEGER,
      { mistakenFor: ['page', 'cursor'] },
    ),
  };
}

export const portfolioClientsLimit = integer('The maximum number of entries in `clients`.', 100, 1, 500);
export const notesLimit = integer('The maximum number of notes in the response.', 20, 1, 100);
export const notesBefore = matching(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z(,[\w-]{1,64})?$/,
  'Only notes that are older than this one: its `createdAt`, and after a comma its `id`. The last note of a page gives the next page. Without the id, notes of the same time are left out.',
  'must be the createdAt of a note, such as 2026-11-20T09:30:00.000Z, and may go on with a comma and its id',
  { example: '2026-11-20T09:30:00.000Z,note-1', mistakenFor: ['offset', 'page', 'cursor'] },
);

export const daysOfHistory = integer('The number of days to return, ending with the newest score.', 90, 1, 365, {
  mistakenFor: ['day'],
});

export const includeArchived = flag('Include archived clients.', false, { mistakenFor: ['archived'] });
export const includeInactive = flag('Include inactive and pending streams.', false);
export const includeSystem = flag('Include the system portfolios All Clients, Favorites and Archived.', true);
export const byteOrderMark = flag('Begin the file with a byte order mark, so that Excel reads it as UTF-8.', false);
export const includeClients = flag('Include the list of clients.', true);

/** With the details of each client: an answer has to fit into what Lambda sends. */
export const mostDetails = 100;
export const detailed = choice(
  `\`details\`: each client has the fields of \`/clients/{client_id}\` too. \`limit\` is then at most ${mostDetails}.`,
  ['details'],
  { requirement: 'must be details', mistakenFor: ['details', 'detail', 'expand', 'include_details'] },
);
export const clientIds = matching(
  /^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/,
  'Only these clients: 1 to 100 ids, separated by commas, archived clients too. Ids that the account does not have are in `missing`. Cannot be combined with `portfolio_id`.',
  'must be 1 to 100 ids, separated by commas',
  { example: 'n-04,n-05', mistakenFor: ['id', 'client_ids'] },
);

/** Their records are read one by one, as those of details are. */
export const mostChanged = 100;
export const updatedSince = matching(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z(,[\w-]{1,64}){0,2})?$/,
  `What changed at this time or later, oldest first, hidden entries too, and what was removed. Go on with \`next\` of the answer. \`limit\` is then at most ${mostChanged}, \`offset\` 0.`,
  'must be a date, a time such as 2026-11-20T09:30:00Z, or the next of an answer',
  {
    example: '2026-11-20T09:30:00.000Z',
    mistakenFor: ['since', 'modified_since'],
    // some months have no 30th or 31st
    meets: (sent) => isDate(sent.slice(0, 10)),
  },
);

export const exportedExtras = choice(
  'More columns: `topics`, the score of each topic; `history`, the score of each of the last `days` days. Both, separated by a comma, in any order.',
  ['topics', 'history', 'topics,history', 'history,topics'],
  { requirement: 'must be topics, history or topics,history', mistakenFor: ['include_topics', 'include_history'] },
);
export const daysOfExport = integer(
  'The number of days in the columns of `include=history`, ending with the date of the scores. 364 at most, because a night that is under way has dropped the day before them.',
  90,
  1,
  364,
  { mistakenFor: ['day'] },
);

export const systemScopes = ['favorite-clients', 'archived-clients'] as const;

/** Scopes a response to one portfolio. The operation checks that the portfolio exists. */
export const portfolioScope = {
  portfolio_id: text(
    'Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list.',
    'must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}',
    {
      // with a type, because the reference page shows a parameter as "never" if `not` has none
      schema: { not: { type: 'string', enum: systemScopes } },
      meets: (id) => !systemScopes.some((system) => system === id),
      example: 'pf_n8w4zc6jtq',
      alias: 'portfolioId',
      mistakenFor: ['portfolio', 'portfolio_name'],
      badRequest: true,
      namesEntity: true,
    },
  ),
};

export const week = text(
  'Return the reads in effect in this week, given by any of its dates, typically its Monday. Reads filed for later weeks are ignored. Without it, the latest reads are returned.',
  'must be a calendar date, YYYY-MM-DD',
  {
    schema: { format: 'date' },
    // the year 0 is not in the calendar
    meets: (date) => isDate(date) && !date.startsWith('0000'),
    example: '2026-11-16',
    mistakenFor: ['weeks'],
  },
);

export const searchText = {
  describe:
    'The words to find in the names of clients, ignoring case and accents. A client matches if its name contains every word.',
  // counted in characters, as OpenAPI does, not in UTF-16 units
  read: (sent: string) => ([...sent].length <= 200 ? sent : undefined),
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  requirement: 'must be 1 to 200 characters and not blank',
  required: true,
  mistakenFor: ['q', 'search', 'name'],
} satisfies Parameter<string>;

export const trendDirection = choice(
  'List only clients whose score rose (`improving`), fell (`declining`) or stayed the same (`stable`). Without it, improving and declining clients are listed.',
  ['improving', 'declining', 'stable'],
);

export const trendPeriod = choice('The period over which scores are compared.', ['30day', '7day'], {
  fallback: '30day',
  mistakenFor: ['days'],
});

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
