import type {
  Client,
  ClientDetail,
  ClientKeyPeople,
  ClientPriorities,
  StatisticsOverview,
  Stream,
  TrendingClients,
} from '../../../client/index.ts';
import { csvParser } from '../files/readers/csv.ts';

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

export interface Mover {
  readonly client: TrendingClients['clients'][number];
  readonly change: number;
  readonly month?: readonly number[];
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
  /** The clients that people rate green and whose score fell most in 30 days. */
  readonly greenAndFalling: readonly Row[];
  readonly streamsAtRisk: readonly Stream[];
}

export const mostRequests = 90;
const mostPortraits = 20;
/** Clients that get a year and people; the others show the history and the topics of their detail. */
const mostComplete = 12;
const mostSparklines = 16;
const moversEach = 5;
export const mostStreams = 20;

/**
 * Everything that a board shows, in at most 90 requests, so that it fits into one minute of a key: whole-account
 * figures from the overview and the export (at most 9 requests), then up to 80 for single clients.
 */
export async function collect(api: Client, portfolioId: string | undefined): Promise<BoardData> {
  const scope = { portfolio_id: portfolioId };
  const overview = await api.getStatisticsOverview(scope);
  const name = portfolioId === undefined ? 'All clients' : await portfolioName(api, portfolioId);
  const rows = rowsOf(await api.exportClientsCsv(scope));
  const lists = [
    { period: '7day', ...(await bothWays(api, scope, '7day')) },
    { period: '30day', ...(await bothWays(api, scope, '30day')) },
  ] as const;
  const streamsAtRisk = portfolioId === undefined ? await lowestStreams(api) : [];

  const lowest: Portrait[] = [];
  for (const { id } of rows.slice(-mostPortraits).reverse()) {
    lowest.push(await portraitOf(api, id, lowest.length < mostComplete));
  }
  const months = new Map<string, readonly number[]>(
    lowest.map(({ detail, history }) => [detail.id, history.slice(-30)] as const),
  );
  const shown = lists.flatMap(({ up, down }) => [...down, ...up]);
  for (const { id } of shown) {
    if (months.size >= lowest.length + mostSparklines) break;
    if (!months.has(id)) months.set(id, (await api.getClientHistory({ client_id: id, days: 30 })).historicalData);
  }
  const mover =
    (period: '7day' | '30day') =>
    (client: TrendingClients['clients'][number]): Mover => {
      const month = months.get(client.id);
      return { client, change: client.scoreChanges[period]?.change ?? 0, ...(month && { month }) };
    };
  return {
    overview,
    scope: name,
    rows,
    movers: lists.map(({ period, up, down }) => ({ period, up: up.map(mover(period)), down: down.map(mover(period)) })),
    lowest,
    greenAndFalling: rows
      .filter(({ alignment, change = 0 }) => alignment === 'green' && change < 0)
      .sort((a, b) => (a.change ?? 0) - (b.change ?? 0))
      .slice(0, 10),
    streamsAtRisk,
  };
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
