import type {
  Client,
  ClientDetail,
  ClientKeyPeople,
  ClientPriorities,
  StatisticsOverview,
  Stream,
  TrendingClients,
} from '../../../client/index.ts';
import { csvParser } from '../../../import/files/readers/csv.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly riskLevel: string;
  readonly lastContactDate: string | null;
  readonly accountOwner: string;
  /** The change in 30 days; undefined if there is no score from that day. */
  readonly change: number | undefined;
  readonly alignment: string;
}

export interface Portrait {
  readonly detail: ClientDetail;
  readonly priorities: ClientPriorities['priorities'];
  /** One score per day: of a year, or of 90 days if the board has no requests left for the year. */
  readonly history: readonly number[];
  readonly firstDate?: string | null;
  /** Absent if the board has no requests left for them. */
  readonly people?: ClientKeyPeople['keyPeople'];
}

type Trending = TrendingClients['clients'][number];

export interface Mover {
  readonly client: Trending;
  readonly change: number;
  readonly month: readonly number[];
}

export interface BoardData {
  readonly overview: StatisticsOverview;
  readonly scope: string;
  readonly rows: readonly Row[];
  readonly movers: readonly {
    readonly period: '7day' | '30day';
    readonly up: readonly Mover[];
    readonly down: readonly Mover[];
  }[];
  /** The clients with the lowest scores, lowest first. */
  readonly lowest: readonly Portrait[];
  /** The clients with a section of their own: those that fell most in 30 days, then the lowest. */
  readonly sections: readonly Portrait[];
  /** The clients that people rate green and whose score fell most in 30 days. */
  readonly greenAndFalling: readonly Row[];
  readonly streamsAtRisk: readonly Stream[];
}

export const mostRequests = 90;
/** For whole-account figures: overview, name of the portfolio or two lists of streams, export, four lists of movers. */
const requestsForAll = 8;
const mostLowest = 20;
const mostSections = 20;
const moversEach = 5;
export const mostStreams = 20;

/**
 * Everything that a board shows, in at most 90 requests, so that it fits into one minute of a key: 8 for whole-account
 * figures; 2 for each of the 20 lowest clients and of the 5 that fell most in 30 days; 2 more for the year and the people
 * of each section, as long as requests are left; the rest for sparklines of movers.
 */
export async function collect(api: Client, portfolioId: string | undefined): Promise<BoardData> {
  const scope = { portfolio_id: portfolioId };
  const overview = await api.getStatisticsOverview(scope);
  const name = portfolioId === undefined ? 'All clients' : await portfolioName(api, portfolioId);
  const rows = rowsOf(await api.exportClientsCsv(scope));
  const [week, month] = [await bothWays(api, scope, '7day'), await bothWays(api, scope, '30day')];
  const streamsAtRisk = portfolioId === undefined ? await lowestStreams(api) : [];

  const lowestIds = idsOf(rows.slice(-mostLowest).reverse());
  const ids = [...new Set([...idsOf(month.down), ...lowestIds])];
  const sectionIds = ids.slice(0, mostSections);
  let left = mostRequests - requestsForAll - 2 * ids.length;
  const portraits = new Map<string, Portrait>();
  for (const id of ids) {
    const isComplete = sectionIds.includes(id) && left >= 2;
    if (isComplete) left -= 2;
    portraits.set(id, await portraitOf(api, id, isComplete));
  }
  const portraitsOf = (shown: readonly string[]) => shown.flatMap((id) => portraits.get(id) ?? []);

  const months = new Map<string, readonly number[]>(
    [...portraits].map(([id, { history }]) => [id, history.slice(-30)] as const),
  );
  for (const id of [month.up, week.down, week.up].flatMap(idsOf)) {
    if (left === 0) break;
    if (months.has(id)) continue;
    months.set(id, (await api.getClientHistory({ client_id: id, days: 30 })).historicalData);
    left -= 1;
  }
  const movers = ({ up, down }: typeof week, period: '7day' | '30day') => {
    const mover = (client: Trending) => ({
      ...{ client, change: client.scoreChanges[period]?.change ?? 0 },
      month: months.get(client.id) ?? threePoints(client),
    });
    return { period, up: up.map(mover), down: down.map(mover) };
  };
  return {
    overview,
    scope: name,
    rows,
    movers: [movers(week, '7day'), movers(month, '30day')],
    lowest: portraitsOf(lowestIds),
    sections: portraitsOf(sectionIds),
    greenAndFalling: rows
      .filter(({ alignment, change = 0 }) => alignment === 'green' && change < 0)
      .sort((a, b) => (a.change ?? 0) - (b.change ?? 0))
      .slice(0, 10),
    streamsAtRisk,
  };
}

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

/** A month that is known at three points only, 30 and 7 days ago and today, with straight lines between them. */
function threePoints({ score, scoreChanges }: Trending): number[] {
  const weekAgo = scoreChanges['7day']?.previousScore ?? score;
  const monthAgo = scoreChanges['30day']?.previousScore ?? weekAgo;
  const line = (from: number, to: number, days: number) =>
    Array.from({ length: days }, (_, day) => from + ((to - from) * day) / days);
  return [...line(monthAgo, weekAgo, 23), ...line(weekAgo, score, 7), score];
}

async function portfolioName(api: Client, portfolio_id: string): Promise<string> {
  return (await api.getPortfolio({ portfolio_id, include_clients: false })).name;
}

async function bothWays(api: Client, scope: object, period: '7day' | '30day') {
  const list = (direction: 'improving' | 'declining') =>
    api.listTrendingClients({ ...scope, direction, period, limit: moversEach });
  return { up: (await list('improving')).clients, down: (await list('declining')).clients };
}

async function portraitOf(api: Client, client_id: string, complete: boolean): Promise<Portrait> {
  const detail = await api.getClient({ client_id });
  const { priorities } = await api.getClientPriorities({ client_id });
  if (!complete) return { detail, priorities, history: detail.historicalData };
  const { historicalData: history, firstDataDate: firstDate } = await api.getClientHistory({ client_id, days: 365 });
  const { keyPeople: people } = await api.listClientKeyPeople({ client_id });
  return { detail, priorities, history, firstDate, people };
}

/** Streams are listed best first, so those at risk end the list. */
async function lowestStreams(api: Client): Promise<Stream[]> {
  const { total } = await api.listStreams({ limit: 1 });
  const { streams } = await api.listStreams({ limit: mostStreams, offset: Math.max(0, total - mostStreams) });
  return streams.filter(({ score }) => score < 70).reverse();
}

function rowsOf(text: string): Row[] {
  const parser = csvParser(',');
  const [header, ...rows] = [...parser.feed(text), ...parser.end()].map(({ cells }) => cells);
  return rows.map((cells) => {
    const cell = (name: string) => cells[header?.indexOf(name) ?? -1] ?? '';
    return {
      id: cell('id'),
      name: withoutGuard(cell('name')),
      score: Number(cell('score')),
      riskLevel: cell('riskLevel'),
      lastContactDate: cell('lastContactDate') || null,
      accountOwner: withoutGuard(cell('accountOwner')),
      change: cell('change30day') === '' ? undefined : Number(cell('change30day')),
      alignment: cell('alignment'),
    };
  });
}

/** The export puts ' before text that a spreadsheet would run. */
function withoutGuard(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
