export type NamedExamples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** Responses of the service to requests about its small demo account. */
export interface Examples {
  /** By operation id. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<number, NamedExamples>>;
}

/** The request behind the example of each operation. Young clients and small limits keep the examples short. */
export const answerRequests: ReadonlyMap<string, string> = new Map(
  Object.entries({
    listClients: '/clients?limit=2',
    getPortfolioHealth: '/clients/portfolio-health',
    getPortfolioHealthHistory: '/clients/portfolio-health/history?days=2',
    getStatisticsOverview: '/clients/statistics/overview',
    listClientsByRisk: '/clients/by-risk/high_risk?limit=1',
    searchClients: '/clients/search?query=m&limit=1',
    listTrendingClients: '/clients/trending?direction=declining&limit=1',
    getClient: '/clients/n-04',
    getClientHistory: '/clients/n-04/history?days=7',
    getClientPriorities: '/clients/n-04/priorities',
    listClientNotes: '/clients/n-04/notes?limit=2',
    listClientKeyPeople: '/clients/n-04/key-people',
    listStreams: '/streams?limit=1',
    listClientStreams: '/clients/n-04/streams',
    getStream: '/clients/n-04/streams/s-2011',
    listPortfolios: '/portfolios',
    getPortfolio: '/portfolios/pf_n8w4zc6jtq?limit=2',
    listAlignment: '/clients/alignment?limit=2',
    getClientAlignment: '/clients/n-04/alignment?week=2026-11-18',
    listTopics: '/topics',
    exportClientsCsv: '/clients/export/csv?portfolio_id=pf_n8w4zc6jtq',
  }),
);

export interface ErrorRequest {
  readonly status: number;
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  /** `unlucky`: the database of its service fails. */
  readonly caller: 'usual' | 'withoutKey' | 'suspended' | 'busy' | 'unlucky';
}

export const errorRequests: readonly ErrorRequest[] = [
  {
    status: 400,
    name: 'missingParameter',
    summary: 'A required parameter is missing.',
    path: '/clients/search',
    caller: 'usual',
  },
  {
    status: 400,
    name: 'systemPortfolio',
    summary: 'Favorite and archived clients are read as portfolios.',
    path: '/clients?portfolio_id=favorite-clients',
    caller: 'usual',
  },
  {
    status: 400,
    name: 'misspelledPortfolio',
    summary: 'portfolio_id is misspelled.',
    path: '/clients?PORTFOLIO_ID=pf_n8w4zc6jtq',
    caller: 'usual',
  },
  { status: 401, name: 'noKey', summary: 'No valid API key.', path: '/clients', caller: 'withoutKey' },
  { status: 403, name: 'suspended', summary: 'The account is suspended.', path: '/clients', caller: 'suspended' },
  { status: 404, name: 'client', summary: 'No such client.', path: '/clients/n-99', caller: 'usual' },
  { status: 404, name: 'stream', summary: 'No such stream.', path: '/clients/n-04/streams/s-9999', caller: 'usual' },
  { status: 404, name: 'portfolio', summary: 'No such portfolio.', path: '/clients?portfolio_id=no', caller: 'usual' },
  {
    status: 422,
    name: 'outOfRange',
    summary: 'A value is out of range.',
    path: '/clients?limit=1000',
    caller: 'usual',
  },
  { status: 422, name: 'misspelled', summary: 'A name is misspelled.', path: '/clients?limt=20', caller: 'usual' },
  {
    status: 422,
    name: 'several',
    summary: 'Several parameters are invalid.',
    path: '/clients?limit=many&include_archived=yes',
    caller: 'usual',
  },
  {
    status: 429,
    name: 'minute',
    summary: 'The 101st request within a minute.',
    path: '/topics',
    caller: 'busy',
  },
  { status: 500, name: 'failure', summary: 'The service failed.', path: '/topics', caller: 'unlucky' },
];
