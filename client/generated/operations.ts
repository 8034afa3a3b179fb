// Generated from the contract by `npm run openapi`. Do not edit.

import type {
  AlignmentList,
  ClientAlignment,
  ClientDetail,
  ClientHistory,
  ClientKeyPeople,
  ClientList,
  ClientNotes,
  ClientPriorities,
  ClientSearch,
  ClientStreams,
  ClientsByRisk,
  PortfolioDetail,
  PortfolioHealth,
  PortfolioHealthHistory,
  PortfolioList,
  StatisticsOverview,
  StreamDetail,
  StreamList,
  TopicList,
  TrendingClients,
} from './types.ts';

export interface ListClientsParameters {
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
  /** `details`: each client has the fields of `/clients/{client_id}` too. `limit` is then at most 100. The value must be details. */
  readonly include?: 'details' | undefined;
  /** Only these clients: 1 to 100 ids, separated by commas, archived clients too. Ids that the account does not have are in `missing`. Cannot be combined with `portfolio_id`. The value must be 1 to 100 ids, separated by commas. */
  readonly ids?: string | undefined;
  /** What changed at this time or later, oldest first, hidden entries too, and what was removed. Go on with `next` of the answer. `limit` is then at most 100, `offset` 0. The value must be a date, a time such as 2026-11-20T09:30:00Z, or the next of an answer. */
  readonly updated_since?: string | undefined;
}

export interface GetPortfolioHealthParameters {
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
}

export interface GetPortfolioHealthHistoryParameters {
  /** The number of days to return, ending with the newest score. The value must be a whole number from 1 to 365. Default: 90. */
  readonly days?: number | undefined;
}

export interface GetStatisticsOverviewParameters {
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
}

export interface ListClientsByRiskParameters {
  /** The risk level to list. Both spellings of each level are accepted. */
  readonly risk_level: 'high_risk' | 'medium_risk' | 'low_risk' | 'on_track' | 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack';
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
}

export interface SearchClientsParameters {
  /** The words to find in the names of clients, ignoring case and accents. A client matches if its name contains every word. The value must be 1 to 200 characters and not blank. */
  readonly query: string;
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
}

export interface ListTrendingClientsParameters {
  /** List only clients whose score rose (`improving`), fell (`declining`) or stayed the same (`stable`). Without it, improving and declining clients are listed. The value must be one of improving, declining, stable. */
  readonly direction?: 'improving' | 'declining' | 'stable' | undefined;
  /** The period over which scores are compared. The value must be one of 30day, 7day. Default: 30day. */
  readonly period?: '30day' | '7day' | undefined;
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
}

export interface GetClientHistoryParameters {
  /** The number of days to return, ending with the newest score. The value must be a whole number from 1 to 365. Default: 90. */
  readonly days?: number | undefined;
}

export interface ListClientNotesParameters {
  /** The maximum number of notes in the response. The value must be a whole number from 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Only notes that are older than this one: its `createdAt`, and after a comma its `id`. The last note of a page gives the next page. Without the id, notes of the same time are left out. The value must be the createdAt of a note, such as 2026-11-20T09:30:00.000Z, and may go on with a comma and its id. */
  readonly before?: string | undefined;
}

export interface ListStreamsParameters {
  /** Include inactive and pending streams. The value must be true or false, in lower case. Default: false. */
  readonly include_inactive?: boolean | undefined;
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
  /** What changed at this time or later, oldest first, hidden entries too, and what was removed. Go on with `next` of the answer. `limit` is then at most 100, `offset` 0. The value must be a date, a time such as 2026-11-20T09:30:00Z, or the next of an answer. */
  readonly updated_since?: string | undefined;
}

export interface ListClientStreamsParameters {
  /** Include inactive and pending streams. The value must be true or false, in lower case. Default: false. */
  readonly include_inactive?: boolean | undefined;
}

export interface GetStreamParameters {
  /** The id of a client of the account. */
  readonly client_id: string;
  /** The id of a stream of that client. */
  readonly stream_id: string;
}

export interface ListPortfoliosParameters {
  /** Include the system portfolios All Clients, Favorites and Archived. The value must be true or false, in lower case. Default: true. */
  readonly include_system?: boolean | undefined;
}

export interface GetPortfolioParameters {
  /** Include the list of clients. The value must be true or false, in lower case. Default: true. */
  readonly include_clients?: boolean | undefined;
  /** The maximum number of entries in `clients`. The value must be a whole number from 1 to 500. Default: 100. */
  readonly limit?: number | undefined;
}

export interface ListAlignmentParameters {
  /** Return the reads in effect in this week, given by any of its dates, typically its Monday. Reads filed for later weeks are ignored. Without it, the latest reads are returned. The value must be a calendar date, YYYY-MM-DD. */
  readonly week?: string | undefined;
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** The maximum number of entries in the response. The value must be a whole number from 1 to 1000. Default: 500. */
  readonly limit?: number | undefined;
  /** The number of entries to skip. An offset past the end returns an empty page. The value must be a whole number, 0 or more. Default: 0. */
  readonly offset?: number | undefined;
}

export interface GetClientAlignmentParameters {
  /** Return the reads in effect in this week, given by any of its dates, typically its Monday. Reads filed for later weeks are ignored. Without it, the latest reads are returned. The value must be a calendar date, YYYY-MM-DD. */
  readonly week?: string | undefined;
}

export interface ExportClientsCsvParameters {
  /** Include archived clients. The value must be true or false, in lower case. Default: false. */
  readonly include_archived?: boolean | undefined;
  /** Limit the response to the clients of one portfolio. `all-clients` is the same as no value. An id that is not a portfolio of the account gives 404, never the full list. The value must not be favorite-clients or archived-clients; read those at /portfolios/{portfolio_id}. */
  readonly portfolio_id?: string | undefined;
  /** The same as `portfolio_id`. If both are sent, they must have the same value. */
  readonly portfolioId?: string | undefined;
  /** More columns: `topics`, the score of each topic; `history`, the score of each of the last `days` days. Both, separated by a comma, in any order. The value must be topics, history or topics,history. */
  readonly include?: 'topics' | 'history' | 'topics,history' | 'history,topics' | undefined;
  /** The number of days in the columns of `include=history`, ending with the date of the scores. 364 at most, because a night that is under way has dropped the day before them. The value must be a whole number from 1 to 364. Default: 90. */
  readonly days?: number | undefined;
  /** Begin the file with a byte order mark, so that Excel reads it as UTF-8. The value must be true or false, in lower case. Default: false. */
  readonly bom?: boolean | undefined;
}

/** A method for every operation of the service. */
export interface Operations<Options> {
  /**
   * List clients: `GET /clients`.
   *
   * Clients of the account, highest score first. `include=details` gives what `/clients/{client_id}` says of each, of its record now; `ids` chooses clients by their ids. `updated_since` gives those whose facts or reads changed. With these two, entries are made of the records, which may be newer than the lists.
   */
  listClients(parameters?: ListClientsParameters, options?: Options): Promise<ClientList>;
  /**
   * Read the health of the account or of one portfolio: `GET /clients/portfolio-health`.
   *
   * The mean score of the clients in scope, and how many of them are in each risk level.
   */
  getPortfolioHealth(parameters?: GetPortfolioHealthParameters, options?: Options): Promise<PortfolioHealth>;
  /**
   * Read the health of the account over time: `GET /clients/portfolio-health/history`.
   *
   * The mean score, and how many clients were in each risk level, as the night of each day said it. Days before the first night, and days that are scored again, are counted from the histories of the clients.
   */
  getPortfolioHealthHistory(parameters?: GetPortfolioHealthHistoryParameters, options?: Options): Promise<PortfolioHealthHistory>;
  /**
   * Read statistics about the clients: `GET /clients/statistics/overview`.
   *
   * Score, risk, trend, alignment and revenue figures of the clients in scope.
   */
  getStatisticsOverview(parameters?: GetStatisticsOverviewParameters, options?: Options): Promise<StatisticsOverview>;
  /**
   * List clients of one risk level: `GET /clients/by-risk/{risk_level}`.
   *
   * Clients of one risk level, highest score first. Together, the lists of the four levels contain every client exactly once.
   */
  listClientsByRisk(parameters: ListClientsByRiskParameters, options?: Options): Promise<ClientsByRisk>;
  /**
   * Search clients by name: `GET /clients/search`.
   *
   * Best match first: `query` is the whole name, then its beginning, then the beginning of a word, then anywhere in the name.
   */
  searchClients(parameters: SearchClientsParameters, options?: Options): Promise<ClientSearch>;
  /**
   * List clients whose score moved: `GET /clients/trending`.
   *
   * Largest change first, up or down. Clients without an earlier score are left out.
   */
  listTrendingClients(parameters?: ListTrendingClientsParameters, options?: Options): Promise<TrendingClients>;
  /**
   * Read one client: `GET /clients/{client_id}`.
   *
   * A client with its score, the topics behind the score, 90 days of history and a summary.
   */
  getClient(client_id: string, options?: Options): Promise<ClientDetail>;
  /**
   * Read a client's score history: `GET /clients/{client_id}/history`.
   *
   * One score per day, oldest first, without gaps.
   */
  getClientHistory(client_id: string, parameters?: GetClientHistoryParameters, options?: Options): Promise<ClientHistory>;
  /**
   * Read a client's priorities: `GET /clients/{client_id}/priorities`.
   *
   * The topics with a score below 140, most severe first, with recommendations for each.
   */
  getClientPriorities(client_id: string, options?: Options): Promise<ClientPriorities>;
  /**
   * List a client's notes: `GET /clients/{client_id}/notes`.
   *
   * Newest first. `before` continues a page.
   */
  listClientNotes(client_id: string, parameters?: ListClientNotesParameters, options?: Options): Promise<ClientNotes>;
  /**
   * List a client's key people: `GET /clients/{client_id}/key-people`.
   *
   * Ordered by name.
   */
  listClientKeyPeople(client_id: string, options?: Options): Promise<ClientKeyPeople>;
  /**
   * List streams: `GET /streams`.
   *
   * Streams of all clients, highest score first. Only active streams of clients that are not archived, unless `include_inactive` or `include_archived` is true. `updated_since` gives those whose facts changed, all states, and which were removed.
   */
  listStreams(parameters?: ListStreamsParameters, options?: Options): Promise<StreamList>;
  /**
   * List a client's streams: `GET /clients/{client_id}/streams`.
   *
   * Streams of one client, highest score first. Only active streams, unless `include_inactive` is true.
   */
  listClientStreams(client_id: string, parameters?: ListClientStreamsParameters, options?: Options): Promise<ClientStreams>;
  /**
   * Read one stream: `GET /clients/{client_id}/streams/{stream_id}`.
   *
   * A stream with up to a year of history, weekly insights, topics that need attention, and recommendations.
   */
  getStream(parameters: GetStreamParameters, options?: Options): Promise<StreamDetail>;
  /**
   * List portfolios: `GET /portfolios`.
   *
   * All Clients, Favorites and Archived, then custom portfolios by name.
   */
  listPortfolios(parameters?: ListPortfoliosParameters, options?: Options): Promise<PortfolioList>;
  /**
   * Read one portfolio: `GET /portfolios/{portfolio_id}`.
   *
   * A portfolio with its health and its first clients, at most 500. To page through all clients of a portfolio, use `/clients` with `portfolio_id`.
   */
  getPortfolio(portfolio_id: string, parameters?: GetPortfolioParameters, options?: Options): Promise<PortfolioDetail>;
  /**
   * List the weekly reads of all clients: `GET /clients/alignment`.
   *
   * Clients by name. A read stays in effect until one is filed for a later week. `alignment` is null for clients without a read.
   */
  listAlignment(parameters?: ListAlignmentParameters, options?: Options): Promise<AlignmentList>;
  /**
   * Read a client's alignment: `GET /clients/{client_id}/alignment`.
   *
   * The latest read, or the one that was in effect in the requested week.
   */
  getClientAlignment(client_id: string, parameters?: GetClientAlignmentParameters, options?: Options): Promise<ClientAlignment>;
  /**
   * List the topics: `GET /topics`.
   *
   * The 15 topics that client scores are computed from, and their 3 categories. The same for every account.
   */
  listTopics(options?: Options): Promise<TopicList>;
  /**
   * Export clients as CSV: `GET /clients/export/csv`.
   *
   * Every client in scope in the order of `/clients`, as an RFC 4180 file (UTF-8, comma, CRLF) with a header row. All columns come from one version of the data. Columns may be added after these:
   *
   * | column | value |
   * |---|---|
   * | `id`, `customerId`, `name`, `score`, `hasInsufficientData`, `lastContactDate`, `accountOwner`, `industry`, `location`, `revenueTTM` | as in the client detail; empty if not known |
   * | `riskLevel` | `highRisk`, `mediumRisk`, `lowRisk` or `onTrack` |
   * | `archived` | `true` or `false` |
   * | `externalClientId` | the client's id in your own systems |
   * | `change7day`, `change30day` | the score minus the score of 7 and 30 days before; empty without one |
   * | `alignment` | `red`, `amber` or `green`, the value of the latest read; empty without one |
   * | `portfolios` | the ids of the portfolios that the client is in, without those of the system, joined by `;` |
   * | `scoredTopics` | how many of the 15 topics have data |
   * | `largestMove` | the topic that moved the score most in 30 days (else in 7), by how many points and why; empty if it became better or worse by less than 3 |
   * | `moved7day`, `moved30day` | of the change, what became better or worse: without what data that began, ended or arrived late contributes. Who fell or rose is said by this |
   * | `reason` | why to act on a client that is below 100 or fell by 3 points or more: what fell or pulls it down, with the rows behind it; else empty |
   * | `reasonKind` | the first of it, as it is said where it is so at many clients |
   * | `nextStep` | what to do first about the reason; empty if nothing follows from it |
   * | `followUp`, `followedUpOn` | what people did about the client, in words, and the day on which they said it; empty if nothing is in force |
   * | `portfolioNames` | the names of these portfolios, in the order of their ids, joined by `;` |
   * | `topic.…` | with `include=topics` a column for each topic of `/topics`, in its order, such as `topic.communication_quality`: its score; empty without data |
   * | `score.…` | with `include=history` a column for each of the last `days` days, oldest first, such as `score.2026-11-20`; empty where the history does not reach |
   * | `metadata.…` | a column for each key of your own metadata, sorted by key, at most 500; the same for every scope of one version |
   *
   * Texts in which a spreadsheet could begin a formula get an apostrophe: at the start and after each semicolon, tab or line end, before `=`, `+`, `-`, `@` or their full-width forms (also after spaces, quotes and invisible characters), and before a text that begins with a tab or line end. Numbers never do. Removing one apostrophe at each such place restores the text.
   */
  exportClientsCsv(parameters?: ExportClientsCsvParameters, options?: Options): Promise<string>;
}

export type OperationId = keyof Operations<unknown>;

/** How an operation is asked for: its path and what may stand in the query. */
export interface Operation {
  readonly path: string;
  /** The id in the path that is the first argument of its method. */
  readonly id?: string;
  readonly query: readonly string[];
  /** Whether its method takes an object of parameters. */
  readonly parameters: boolean;
  /** Whether it answers with text instead of JSON. */
  readonly text?: true;
}

export const operations: Readonly<Record<OperationId, Operation>> = {
  listClients: { path: '/clients', query: ['include_archived', 'portfolio_id', 'portfolioId', 'limit', 'offset', 'include', 'ids', 'updated_since'], parameters: true },
  getPortfolioHealth: { path: '/clients/portfolio-health', query: ['include_archived', 'portfolio_id', 'portfolioId'], parameters: true },
  getPortfolioHealthHistory: { path: '/clients/portfolio-health/history', query: ['days'], parameters: true },
  getStatisticsOverview: { path: '/clients/statistics/overview', query: ['include_archived', 'portfolio_id', 'portfolioId'], parameters: true },
  listClientsByRisk: { path: '/clients/by-risk/{risk_level}', query: ['include_archived', 'portfolio_id', 'portfolioId', 'limit', 'offset'], parameters: true },
  searchClients: { path: '/clients/search', query: ['query', 'include_archived', 'portfolio_id', 'portfolioId', 'limit', 'offset'], parameters: true },
  listTrendingClients: { path: '/clients/trending', query: ['direction', 'period', 'include_archived', 'portfolio_id', 'portfolioId', 'limit', 'offset'], parameters: true },
  getClient: { path: '/clients/{client_id}', id: 'client_id', query: [], parameters: false },
  getClientHistory: { path: '/clients/{client_id}/history', id: 'client_id', query: ['days'], parameters: true },
  getClientPriorities: { path: '/clients/{client_id}/priorities', id: 'client_id', query: [], parameters: false },
  listClientNotes: { path: '/clients/{client_id}/notes', id: 'client_id', query: ['limit', 'before'], parameters: true },
  listClientKeyPeople: { path: '/clients/{client_id}/key-people', id: 'client_id', query: [], parameters: false },
  listStreams: { path: '/streams', query: ['include_inactive', 'include_archived', 'limit', 'offset', 'updated_since'], parameters: true },
  listClientStreams: { path: '/clients/{client_id}/streams', id: 'client_id', query: ['include_inactive'], parameters: true },
  getStream: { path: '/clients/{client_id}/streams/{stream_id}', query: [], parameters: true },
  listPortfolios: { path: '/portfolios', query: ['include_system'], parameters: true },
  getPortfolio: { path: '/portfolios/{portfolio_id}', id: 'portfolio_id', query: ['include_clients', 'limit'], parameters: true },
  listAlignment: { path: '/clients/alignment', query: ['week', 'include_archived', 'limit', 'offset'], parameters: true },
  getClientAlignment: { path: '/clients/{client_id}/alignment', id: 'client_id', query: ['week'], parameters: true },
  listTopics: { path: '/topics', query: [], parameters: false },
  exportClientsCsv: { path: '/clients/export/csv', query: ['include_archived', 'portfolio_id', 'portfolioId', 'include', 'days', 'bom'], parameters: true, text: true },
};

/** The operations that answer in pages: the property that holds the entries, and how many a page holds at most. */
export const lists = {
  listClients: { list: 'clients', limit: 500 },
  listClientsByRisk: { list: 'clients', limit: 500 },
  searchClients: { list: 'clients', limit: 500 },
  listTrendingClients: { list: 'clients', limit: 500 },
  listStreams: { list: 'streams', limit: 500 },
  listAlignment: { list: 'clients', limit: 1000 },
} as const;
