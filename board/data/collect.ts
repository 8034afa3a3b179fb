import type {
  ClientDetail,
  ClientHealthApi,
  ClientKeyPeople,
  ClientNote,
  HealthOfDay,
  StatisticsOverview,
  Stream,
  WeekOfInsights,
} from '../../client/index.ts';
import type { FeedRecord } from '../../shared/domain/feeds.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { listed, withSections } from './order.ts';
import { portfolioNamed } from './portfolio.ts';
import { detailsOf, type Row, readRows } from './rows.ts';

/** What a board shows of one client in addition to its row. Only the detail if just the first screen is made. */
export interface Portrait {
  readonly detail: ClientDetail;
  readonly people?: ClientKeyPeople['keyPeople'];
  /** The newest ones; absent from a file that is made to be sent. */
  readonly notes?: readonly ClientNote[];
  /** The newest week of insights into the stream with the lowest score. */
  readonly insights?: { readonly stream: string; readonly week: WeekOfInsights };
}

export interface BoardData {
  /** The name of the account, or its id if nobody gave a name. */
  readonly title: string;
  readonly overview: StatisticsOverview;
  readonly scope: string;
  /** All clients in scope. */
  readonly rows: readonly Row[];
  /** Names of the portfolios of the account, by id. */
  readonly portfolios: ReadonlyMap<string, string>;
  /** The clients with a section of their own, in the order of the list. */
  readonly portraits: readonly Portrait[];
  readonly streamsAtRisk: readonly Stream[];
  /** The days of the last year, oldest first; none of a portfolio. */
  readonly history: readonly HealthOfDay[];
  /** What has sent files; undefined if the board is made from the API alone, which does not say it. */
  readonly feeds?: readonly FeedRecord[] | undefined;
}

export interface BoardOptions {
  readonly title?: string | undefined;
  /** Also notes, and the mail addresses and telephone numbers of people: a file that is sent around should not have them. */
  readonly withPrivate?: boolean | undefined;
  /** Its id or its name. */
  readonly portfolio?: string | undefined;
  readonly feeds?: readonly FeedRecord[] | undefined;
}

/** 7 for the account (overview, export, portfolios, details, history, two for streams), and 4 for each of 50 clients. */
export const mostRequests = 207;
export const mostStreams = 20;
const mostNotes = 2;

/** Everything that a board shows. */
export async function collect(api: ClientHealthApi, options: BoardOptions = {}): Promise<BoardData> {
  const account = await readAccount(api, options);
  const details = await detailsOf(api, idsOf(withSections(account.rows)));
  const portraits = await inTurn(details, async (detail) => ({
    detail,
    ...(await furtherOf(api, detail.id, options)),
  }));
  const ofAll = options.portfolio === undefined ? await wholeAccount(api) : { streamsAtRisk: [], history: [] };
  return { ...account, portraits, ...ofAll };
}

const firstRows = 6;

/** What the first screen of a board shows, in 4 requests. */
export async function collectFirstScreen(api: ClientHealthApi, options: BoardOptions = {}): Promise<BoardData> {
  const account = await readAccount(api, options);
  const details = await detailsOf(api, idsOf(withSections(account.rows, firstRows)));
  return { ...account, portraits: details.map((detail) => ({ detail })), streamsAtRisk: [], history: [] };
}

/** A whole board whose sections are read when they are opened, in at most 9 requests. */
export async function collectRows(api: ClientHealthApi, options: BoardOptions = {}): Promise<BoardData> {
  const account = await readAccount(api, options);
  const [details, ofAll] = await Promise.all([detailsOf(api, idsOf(listed(account.rows))), wholeAccount(api)]);
  return { ...account, portraits: details.map((detail) => ({ detail })), ...ofAll };
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

async function readAccount(api: ClientHealthApi, { title, portfolio, feeds }: BoardOptions) {
  const { portfolios } = await api.listPortfolios();
  const portfolioId = portfolio === undefined ? undefined : portfolioNamed(portfolios, portfolio).id;
  const { overview, rows } = await readRows(api, { portfolio_id: portfolioId });
  const names = new Map(portfolios.filter(({ isSystem }) => !isSystem).map(({ id, name }) => [id, name]));
  return {
    title: title ?? overview.customerId,
    overview,
    scope: portfolioId === undefined ? 'All clients' : (names.get(portfolioId) ?? portfolioId),
    rows,
    portfolios: names,
    feeds,
  };
}

async function inTurn<T, R>(list: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const entry of list) results.push(await work(entry));
  return results;
}

/** What a board knows of a client. */
export async function portraitOf(api: ClientHealthApi, client_id: string, options: BoardOptions): Promise<Portrait> {
  const [detail, further] = await Promise.all([api.getClient(client_id), furtherOf(api, client_id, options)]);
  return { detail, ...further };
}

async function furtherOf(
  api: ClientHealthApi,
  client_id: string,
  { withPrivate = false }: BoardOptions,
): Promise<Omit<Portrait, 'detail'>> {
  const [{ keyPeople }, insights, notes] = await Promise.all([
    api.listClientKeyPeople(client_id),
    insightsOf(api, client_id),
    withPrivate ? api.listClientNotes(client_id, { limit: mostNotes }) : undefined,
  ]);
  const people = withPrivate ? keyPeople : keyPeople.map((person) => ({ ...person, email: '', phone: '' }));
  return { people, ...(insights && { insights }), ...(notes && { notes: notes.notes }) };
}

async function insightsOf(api: ClientHealthApi, client_id: string): Promise<Portrait['insights']> {
  const lowest = (await api.listClientStreams(client_id)).streams.at(-1);
  if (!lowest) return undefined;
  const [week] = (await api.getStream({ client_id, stream_id: lowest.id })).insights;
  return week && { stream: lowest.name, week };
}

async function wholeAccount(api: ClientHealthApi): Promise<Pick<BoardData, 'streamsAtRisk' | 'history'>> {
  const [streamsAtRisk, { history }] = await Promise.all([
    lowestStreams(api),
    api.getPortfolioHealthHistory({ days: 365 }),
  ]);
  return { streamsAtRisk, history };
}

/** Streams are listed best first, so those at risk end the list. */
async function lowestStreams(api: ClientHealthApi): Promise<Stream[]> {
  const { total } = await api.listStreams({ limit: 1 });
  const { streams } = await api.listStreams({ limit: mostStreams, offset: Math.max(0, total - mostStreams) });
  return streams.filter(({ score }) => bandOf(score) === 'highRisk').reverse();
}
