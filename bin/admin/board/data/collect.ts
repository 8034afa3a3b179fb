import type {
  ClientDetail,
  ClientHealthApi,
  ClientKeyPeople,
  ClientPriorities,
  StatisticsOverview,
  Stream,
} from '../../../../client/index.ts';
import { bandOf } from '../../../../shared/domain/scoring/bands.ts';
import { withSections } from './order.ts';
import { type Row, rowsOf } from './rows.ts';

/** What a board shows of one client in addition to its row. */
export interface Portrait {
  readonly detail: ClientDetail;
  readonly priorities: ClientPriorities['priorities'];
  /** One score per day, of a year; absent if only the first screen is made. */
  readonly year?: readonly number[];
  /** The date of the first of these scores. */
  readonly firstDate?: string | null;
  readonly people?: ClientKeyPeople['keyPeople'];
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
}

export interface Asked {
  readonly title?: string | undefined;
  /** Also the mail addresses of people, which a file that is sent around should not have. */
  readonly withContacts?: boolean | undefined;
  readonly portfolioId?: string | undefined;
}

/** 5 for the account (overview, export, portfolios, two for streams), and 4 for each of 20 clients. */
export const mostRequests = 90;
export const mostStreams = 20;

/** Everything that a board shows, in at most 90 requests, so that it fits into one minute of a key. */
export async function collect(api: ClientHealthApi, asked: Asked = {}): Promise<BoardData> {
  const account = await readAccount(api, asked);
  const portraits = await inTurn(withSections(account.rows), ({ id }) => portraitOf(api, id, asked));
  const streamsAtRisk = asked.portfolioId === undefined ? await lowestStreams(api) : [];
  return { ...account, portraits, streamsAtRisk };
}

const firstRows = 6;

/** What the first screen of a board shows, in 15 requests. */
export async function collectFirstScreen(api: ClientHealthApi, asked: Asked = {}): Promise<BoardData> {
  const account = await readAccount(api, asked);
  const portraits = await inTurn(withSections(account.rows, firstRows), ({ id }) => briefPortraitOf(api, id));
  return { ...account, portraits, streamsAtRisk: [] };
}

async function readAccount(api: ClientHealthApi, { title, portfolioId: portfolio }: Asked) {
  const { portfolios } = await api.listPortfolios();
  const portfolioId = portfolio === undefined ? undefined : portfolioIdOf(portfolios, portfolio);
  const scope = { portfolio_id: portfolioId };
  const overview = await api.getStatisticsOverview(scope);
  const rows = rowsOf(await api.exportClientsCsv(scope), overview.revenueTTM.currency);
  const names = new Map(portfolios.filter(({ isSystem }) => !isSystem).map(({ id, name }) => [id, name]));
  return {
    title: title ?? overview.customerId,
    overview,
    scope: portfolioId === undefined ? 'All clients' : (names.get(portfolioId) ?? portfolioId),
    rows,
    portfolios: names,
  };
}

/** A portfolio by its id or, if no id fits and only one has it, by its name. */
function portfolioIdOf(portfolios: readonly { readonly id: string; readonly name: string }[], given: string): string {
  const fold = (text: string) => text.trim().toLowerCase();
  const named = portfolios.filter(({ name }) => fold(name) === fold(given));
  const [only] = named;
  if (portfolios.some(({ id }) => id === given) || named.length !== 1 || !only) return given;
  return only.id;
}

async function inTurn<T, R>(list: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const entry of list) results.push(await work(entry));
  return results;
}

async function briefPortraitOf(api: ClientHealthApi, client_id: string): Promise<Portrait> {
  const [detail, { priorities }] = await Promise.all([api.getClient(client_id), api.getClientPriorities(client_id)]);
  return { detail, priorities };
}

async function portraitOf(api: ClientHealthApi, client_id: string, { withContacts = false }: Asked): Promise<Portrait> {
  const [brief, { historicalData: year, firstDataDate: firstDate }, { keyPeople }] = await Promise.all([
    briefPortraitOf(api, client_id),
    api.getClientHistory(client_id, { days: 365 }),
    api.listClientKeyPeople(client_id),
  ]);
  const people = withContacts ? keyPeople : keyPeople.map((person) => ({ ...person, email: '', phone: '' }));
  return { ...brief, year, firstDate, people };
}

/** Streams are listed best first, so those at risk end the list. */
async function lowestStreams(api: ClientHealthApi): Promise<Stream[]> {
  const { total } = await api.listStreams({ limit: 1 });
  const { streams } = await api.listStreams({ limit: mostStreams, offset: Math.max(0, total - mostStreams) });
  return streams.filter(({ score }) => bandOf(score) === 'highRisk').reverse();
}
