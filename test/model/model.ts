import { bandOf } from '../../shared/domain/bands.ts';
import type { ScoreChanges } from '../../shared/domain/changes.ts';
import { addDays } from '../../shared/domain/dates.ts';
import { systemPortfolios } from '../../shared/domain/ids.ts';
import { priorities } from '../../shared/domain/priorities.ts';
import { fold } from '../../shared/domain/search.ts';
import { spotlight } from '../../shared/domain/spotlight.ts';
import { contextualClues, growthRecommendations } from '../../shared/domain/stream-outlook.ts';
import { topicReport } from '../../shared/domain/topic-report.ts';
import { categories, topics } from '../../shared/domain/topics.ts';
import type { Account, Computed, KnownClient, KnownPortfolio, KnownStream } from './account.ts';

// The service once more, as plainly as can be: arrays that are filtered, sorted and sliced, written from the contract
// and the design. It knows no table, no pages and no versions.

type Texts = Readonly<Record<string, string | undefined>>;
export interface Asked {
  readonly operation: string;
  readonly path: Texts;
  readonly query: Texts;
}
/** The body of a 200, JSON or text; or another status. */
export type Expected = object | string | 400 | 404;

class Refused extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404) {
    super();
    this.status = status;
  }
}

export function expectedOf(account: Account, { operation, path, query }: Asked): Expected {
  try {
    return operations[operation]?.(account, path, query) ?? 404;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}

type Standing = { score: number; hasInsufficientData: boolean; scoreChanges?: ScoreChanges };

const noTopics = topics.map(() => null);
const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const half = (dividend: number, divisor: number) =>
  Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
const tenths = (score: number) => Math.round(score * 10);
const mean = (scores: readonly number[]) => (scores.length > 0 ? half(sum(scores.map(tenths)), scores.length) / 10 : 0);
const count = <T>(list: readonly T[], is: (entry: T) => boolean) => list.filter(is).length;

function standing(computed: Computed | undefined, imported = 100): Standing {
  const points = computed?.points ?? [];
  const score = points.at(-1) ?? Math.floor(imported * 10 + 0.5 + 1e-9) / 10;
  const against = (previousScore: number) => {
    const change = tenths(score) - tenths(previousScore);
    const percentage = previousScore === 0 ? 100 * Math.sign(change) : half(change * 1000, tenths(previousScore)) / 10;
    return { change: change / 10, percentage, previousScore };
  };
  const [week, month] = [points.at(-8), points.at(-31)];
  const scoreChanges: ScoreChanges = {
    ...(week !== undefined && { '7day': against(week) }),
    ...(month !== undefined && { '30day': against(month) }),
  };
  const hasInsufficientData = count(computed?.topics ?? noTopics, (topic) => topic !== null) < 8;
  return { score, hasInsufficientData, ...(week !== undefined && { scoreChanges }) };
}

const standingOf = ({ client, computed }: KnownClient) => standing(computed, client.importedScore);
const scoreOf = (known: KnownClient) => standingOf(known).score;

function inOrder<T>(
  list: readonly T[],
  of: (entry: T) => { score?: number; name: string; id: string; last?: string },
): T[] {
  const keyed = list.map((entry) => ({ entry, score: 0, last: '', ...of(entry) }));
  keyed.sort(
    (a, b) =>
      b.score - a.score || compare(fold(a.name), fold(b.name)) || compare(a.id, b.id) || compare(a.last, b.last),
  );
  return keyed.map(({ entry }) => entry);
}
const byScore = (list: readonly KnownClient[]) =>
  inOrder(list, (known) => ({ ...known.client, score: scoreOf(known) }));
const page = <T>(list: readonly T[], { limit = '100', offset = '0' }: Texts, most = Number(limit)) =>
  list.slice(Number(offset), Number(offset) + most);

function scopeOf(account: Account, query: Texts) {
  const id = query.portfolio_id ?? query.portfolioId ?? 'all-clients';
  if (id === 'favorite-clients' || id === 'archived-clients') throw new Refused(400);
  const scope = account.portfolios.find(({ portfolio }) => portfolio.id === id);
  if (id !== 'all-clients' && !scope) throw new Refused(404);
  const everyone = account.clients.filter(({ client }) => !scope || scope.members.has(client.id));
  const clients = byScore(everyone.filter(({ client }) => query.include_archived === 'true' || !client.archived));
  return { everyone, clients, echo: { customerId: account.customerId, portfolioId: scope?.portfolio.id ?? null } };
}

const entry = (account: Account, known: KnownClient) => {
  const { id, name, lastContactDate, metadata } = known.client;
  const { score, hasInsufficientData } = standingOf(known);
  const { location: _, ...rest } = metadata;
  return { id, customerId: account.customerId, name, score, lastContactDate, hasInsufficientData, metadata: rest };
};

function health(clients: readonly KnownClient[]) {
  const bands = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'] as const;
  const counts = bands.map((band) => count(clients, (known) => bandOf(scoreOf(known)) === band));
  const parts = counts.map((n) => (clients.length > 0 ? (n * 10_000) / clients.length : 0));
  const missing = clients.length > 0 ? 10_000 - sum(parts.map(Math.floor)) : 0;
  const rest = (part: number) => part - Math.floor(part);
  const raised = [...parts.keys()].sort((a, b) => rest(parts[b] ?? 0) - rest(parts[a] ?? 0) || a - b).slice(0, missing);
  const percents = parts.map((part, at) => (Math.floor(part) + (raised.includes(at) ? 1 : 0)) / 100);
  const named = (values: readonly number[], suffix = '') =>
    Object.fromEntries(bands.map((band, at) => [band + suffix, values[at]]));
  return { score: mean(clients.map(scoreOf)), breakdown: named(counts), distribution: named(percents, 'Percent') };
}

/** Reads by their Mondays, the one updated last for each. */
function readsOf({ reads }: KnownClient) {
  const byWeek = new Map<string, KnownClient['reads'][number]>();
  for (const read of reads.toSorted((a, b) => compare(a.updatedAt, b.updatedAt))) {
    const week = addDays(read.week, -((new Date(read.week).getUTCDay() + 6) % 7));
    byWeek.set(week, { ...read, week });
  }
  return [...byWeek.values()].sort((a, b) => compare(a.week, b.week));
}
const readAsOf = (known: KnownClient, week = '9999-12-31') =>
  readsOf(known).findLast((read) => read.week <= week) ?? null;

function clientOf({ clients }: Account, { client_id: id }: Texts): KnownClient {
  const known = clients.find(({ client }) => client.id === id);
  if (!known) throw new Refused(404);
  return known;
}

function streamEntry(account: Account, { client }: KnownClient, { stream, computed }: KnownStream, days = 30) {
  const { id, name, state: streamState, goals } = stream;
  const parent = { parentClientId: client.id, parentClientName: client.name };
  const historicalData = computed?.points.slice(-days) ?? [];
  const { customerId } = account;
  return {
    id,
    name,
    customerId,
    ...parent,
    ...standing(computed, stream.importedScore),
    streamState,
    goals,
    historicalData,
  };
}
const streamsOf = (account: Account, clients: readonly KnownClient[], { include_inactive: all }: Texts) =>
  inOrder(
    clients.flatMap((known) => known.streams.map((each) => streamEntry(account, known, each))),
    (stream) => ({ ...stream, last: stream.parentClientId }),
  ).filter(({ streamState }) => all === 'true' || streamState === 'active');

interface ShownPortfolio {
  readonly portfolio: { readonly id: string; readonly isSystem: boolean };
  readonly members: readonly KnownClient[];
  readonly columns: KnownPortfolio['members'] | undefined;
}
function portfoliosOf({ customerId, clients, portfolios }: Account): ShownPortfolio[] {
  const active = clients.filter(({ client }) => !client.archived);
  const system = [
    active,
    active.filter(({ client }) => client.favorite),
    clients.filter(({ client }) => client.archived),
  ];
  const shown = (portfolio: { id: string }, members: readonly KnownClient[], columns?: KnownPortfolio['members']) => ({
    portfolio: { ...portfolio, customerId, clientCount: members.length, isSystem: columns === undefined },
    members: byScore(members),
    columns,
  });
  return [
    ...systemPortfolios.map((portfolio, at) => shown(portfolio, system[at] ?? [])),
    ...inOrder(portfolios, ({ portfolio }) => portfolio).map(({ portfolio, members }) =>
      shown(
        portfolio,
        active.filter(({ client }) => members.has(client.id)),
        members,
      ),
    ),
  ];
}

const levels = new Map([
  ['high_risk', 'highRisk'],
  ['medium_risk', 'mediumRisk'],
  ['low_risk', 'lowRisk'],
  ['on_track', 'onTrack'],
]);

/** The lower, the better; nothing when a word is missing. */
function rank(name: string, query: string): number | undefined {
  const words = query.split(' ');
  if (query === '' || !words.every((word) => name.includes(word))) return undefined;
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const begins = (word: string) =>
    [...Array(name.length).keys()].some((at) => name.startsWith(word, at) && !/[\p{L}\p{N}]$/u.test(name.slice(0, at)));
  return words.every(begins) ? 2 : 3;
}

const columns =
  'id,customerId,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,industry,location,revenueTTM,archived';
function cell(value: unknown): string {
  const text = typeof value === 'string' && '=+-@\t\r'.includes(value[0] ?? ' ') ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const operations: Record<string, (account: Account, path: Texts, query: Texts) => object | string | undefined> = {
  listClients: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    return { clients: page(clients, query).map((known) => entry(account, known)), total: clients.length, ...echo };
  },
  listClientsByRisk: (account, { risk_level: asked = '' }, query) => {
    const { clients, echo } = scopeOf(account, query);
    const riskLevel = levels.get(asked) ?? asked;
    const found = clients.filter((known) => bandOf(scoreOf(known)) === riskLevel);
    return {
      clients: page(found, query).map((known) => entry(account, known)),
      total: found.length,
      riskLevel,
      ...echo,
    };
  },
  searchClients: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const rankOf = ({ client }: KnownClient) => rank(fold(client.name), fold(query.query ?? ''));
    const found = [0, 1, 2, 3].flatMap((wanted) => clients.filter((known) => rankOf(known) === wanted));
    return {
      clients: page(found, query).map((known) => entry(account, known)),
      total: found.length,
      query: query.query,
      ...echo,
    };
  },
  listTrendingClients: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const { direction = null, period = '30day' } = query;
    const change = (known: KnownClient) =>
      standingOf(known).scoreChanges?.[period === '7day' ? '7day' : '30day']?.change;
    const wanted = (move = Number.NaN) =>
      ({ improving: move > 0, declining: move < 0, stable: move === 0, any: move > 0 || move < 0 })[direction ?? 'any'];
    const found = clients.filter((known) => wanted(change(known)));
    found.sort((a, b) => Math.abs(change(b) ?? 0) - Math.abs(change(a) ?? 0));
    const entries = page(found, query).map((known) => ({
      ...entry(account, known),
      scoreChanges: standingOf(known).scoreChanges,
    }));
    return { clients: entries, total: found.length, direction, period, ...echo };
  },
  getPortfolioHealth: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const { breakdown, ...rest } = health(clients);
    return { ...rest, breakdown: { ...breakdown, total: clients.length }, customerId: echo.customerId };
  },
  getStatisticsOverview: (account, _, query) => {
    const { clients, everyone, echo } = scopeOf(account, query);
    const { breakdown, ...rest } = health(clients);
    const scores = clients.map(scoreOf).sort((a, b) => a - b);
    const middle = [scores[Math.ceil(scores.length / 2) - 1] ?? 0, scores[Math.floor(scores.length / 2)] ?? 0];
    const trend = (period: '7day' | '30day') => {
      const moves = clients.flatMap((known) => standingOf(known).scoreChanges?.[period]?.change ?? []);
      const averageChange = moves.length > 0 ? half(sum(moves.map(tenths)), moves.length) / 10 : 0;
      return {
        improving: count(moves, (m) => m > 0),
        declining: count(moves, (m) => m < 0),
        stable: count(moves, (m) => m === 0),
        averageChange,
      };
    };
    const reads = (value?: string) => count(clients, (known) => readAsOf(known)?.value === value);
    const revenue = (band?: string) =>
      sum(
        clients.map((known) =>
          band === undefined || bandOf(scoreOf(known)) === band
            ? Math.round(Number(known.client.metadata.revenueTTM ?? 0) * 100)
            : 0,
        ),
      ) / 100;
    return {
      ...echo,
      ...rest,
      breakdown: { ...breakdown, total: clients.length },
      total: clients.length,
      medianScore: mean(middle),
      minScore: scores[0] ?? 0,
      maxScore: scores.at(-1) ?? 0,
      trends: { '7day': trend('7day'), '30day': trend('30day') },
      alignment: { red: reads('red'), amber: reads('amber'), green: reads('green'), notAssessed: reads() },
      insufficientDataCount: count(clients, (known) => standingOf(known).hasInsufficientData),
      archivedCount: count(everyone, ({ client }) => client.archived),
      streamCount: sum(clients.map(({ streams }) => count(streams, ({ stream }) => stream.state === 'active'))),
      revenueTTM: {
        total: revenue(),
        highRisk: revenue('highRisk'),
        mediumRisk: revenue('mediumRisk'),
        lowRisk: revenue('lowRisk'),
        onTrack: revenue('onTrack'),
      },
      scoresUpdatedAt: account.scoredFor && `${account.scoredFor}T00:00:00.000Z`,
    };
  },
  exportClientsCsv: (account, _, query) => {
    const rows = scopeOf(account, query).clients.map((known) => {
      const { id, customerId, name, score, hasInsufficientData, lastContactDate } = entry(account, known);
      const { accountOwner, industry, location, revenueTTM } = known.client.metadata;
      return [
        id,
        customerId,
        name,
        score,
        bandOf(score),
        hasInsufficientData,
        lastContactDate,
        accountOwner,
        industry,
        location,
        revenueTTM,
        known.client.archived,
      ];
    });
    return [columns.split(','), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  },
  getClient: (account, path) => {
    const known = clientOf(account, path);
    const { client, computed } = known;
    const night = computed && `${computed.last}T00:00:00.000Z`;
    const scores = computed?.topics ?? noTopics;
    return {
      ...entry(account, known),
      metadata: client.metadata,
      lastUpdatedAt: night && night > client.updatedAt ? night : client.updatedAt,
      topics: topicReport(scores),
      spotlightSummary: spotlight({ imported: client.spotlightSummary, ...standingOf(known), topics: scores }),
      historicalData: computed?.points.slice(-90) ?? [],
    };
  },
  getClientHistory: (account, path, { days = '90' }) => {
    const known = clientOf(account, path);
    const historicalData = known.computed?.points.slice(-Number(days)) ?? [];
    const dataPoints = historicalData.length;
    const firstDataDate = known.computed ? addDays(known.computed.last, 1 - dataPoints) : null;
    return {
      clientId: known.client.id,
      clientName: known.client.name,
      historicalData,
      firstDataDate,
      dataPoints,
      currentScore: scoreOf(known),
    };
  },
  getClientPriorities: (account, path) => {
    const { client, computed } = clientOf(account, path);
    return { clientId: client.id, priorities: priorities(computed?.topics ?? noTopics) };
  },
  listClientNotes: (account, path, { limit = '20' }) => {
    const { client, notes } = clientOf(account, path);
    const newest = notes
      .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id))
      .slice(0, Number(limit));
    return { clientId: client.id, notes: newest.map(({ clientId: _, ...note }) => note), total: notes.length };
  },
  listClientKeyPeople: (account, path) => {
    const { client, people } = clientOf(account, path);
    const keyPeople = inOrder(people, (person) => person).map(({ clientId: _, ...person }) => person);
    return { clientId: client.id, keyPeople, total: people.length };
  },
  listStreams: (account, _, query) => {
    const streams = streamsOf(account, account.clients, query);
    return { streams: page(streams, query), total: streams.length, customerId: account.customerId };
  },
  listClientStreams: (account, path, query) => {
    const known = clientOf(account, path);
    const streams = streamsOf(account, [known], query);
    return { streams, total: streams.length, parentClientId: known.client.id, customerId: account.customerId };
  },
  getStream: (account, path) => {
    const known = clientOf(account, path);
    const found = known.streams.find(({ stream }) => stream.id === path.stream_id);
    if (!found) return undefined;
    const { stream, computed, insights } = found;
    const scores = computed?.topics ?? noTopics;
    const weeks = insights.toSorted((a, b) => compare(b.weekDate, a.weekDate)).slice(0, 12);
    return {
      ...streamEntry(account, known, found, 365),
      spotlight: spotlight({ imported: stream.spotlight, ...standing(computed, stream.importedScore), topics: scores }),
      insights: weeks.map(({ weekDate, insights: ofWeek }) => ({ weekDate, insights: ofWeek })),
      contextualClues: contextualClues(scores),
      growthRecommendations: growthRecommendations(scores),
    };
  },
  listPortfolios: (account, _, { include_system: system }) => {
    const portfolios = portfoliosOf(account)
      .map(({ portfolio }) => portfolio)
      .filter(({ isSystem }) => system !== 'false' || !isSystem);
    return { portfolios, total: portfolios.length, customerId: account.customerId };
  },
  getPortfolio: (account, { portfolio_id: id }, { include_clients: included, limit = '100' }) => {
    const found = portfoliosOf(account).find(({ portfolio }) => portfolio.id === id);
    if (!found) return undefined;
    const { portfolio, members, columns: extra } = found;
    const { score, breakdown } = health(members);
    const clients = members.slice(0, Number(limit)).map((known) => {
      const {
        client: { id: clientId, name },
      } = known;
      return {
        id: clientId,
        name,
        score: scoreOf(known),
        scoreChanges: standingOf(known).scoreChanges,
        extraColumns: extra?.get(clientId) ?? {},
      };
    });
    return { ...portfolio, health: { score, breakdown }, ...(included !== 'false' && { clients }) };
  },
  listAlignment: (account, _, query) => {
    const { week = null, include_archived: archived } = query;
    const listed = inOrder(account.clients, ({ client }) => client).filter(
      ({ client }) => archived === 'true' || !client.archived,
    );
    const clients = page(listed, { limit: '500', ...query }).map((known) => ({
      clientId: known.client.id,
      clientName: known.client.name,
      externalClientId: known.client.externalId ?? null,
      serviceScore: scoreOf(known),
      scoreSource: known.computed?.source ?? 'chr1',
      alignment: readAsOf(known, query.week),
    }));
    return { clients, total: listed.length, week, customerId: account.customerId };
  },
  getClientAlignment: (account, path, { week }) => {
    const known = clientOf(account, path);
    const { id: clientId, name: clientName, externalId: externalClientId = null } = known.client;
    return {
      clientId,
      clientName,
      externalClientId,
      alignment: readAsOf(known, week),
      week: week ?? null,
      customerId: account.customerId,
    };
  },
  listTopics: () => ({ topics, categories, total: 15 }),
};
