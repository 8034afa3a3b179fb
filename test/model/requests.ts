import { groups } from '../../shared/contract/groups.ts';
import { type Choices, choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';
import type { Account } from './account.ts';
import type { ModelRequest } from './model.ts';

const templates: ReadonlyMap<string, string> = new Map(
  groups.flatMap(({ endpoints }) => Object.entries(endpoints).map(([id, { path }]) => [id, path])),
);

/** Requests with valid parameters, in random order, at least one for every operation. */
export function randomRequests(account: Account, seed: number, number: number): ModelRequest[] {
  const choose = choicesOf(randomOf(seed));
  const operations = [...templates.keys()];
  return Array.from({ length: number }, (_, at) => {
    const operation = operations[at] ?? choose.one(operations);
    return request(account, operation, choose);
  });
}

export function urlOf({ operation, path, query }: ModelRequest): string {
  const template = templates.get(operation) ?? '';
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return text ? `${filled}?${text}` : filled;
}

const lists = new Set(
  'listClients listClientsByRisk searchClients listTrendingClients listStreams listAlignment'.split(' '),
);
const levels = ['high_risk', 'medium_risk', 'low_risk', 'on_track', 'highRisk', 'mediumRisk', 'lowRisk', 'onTrack'];

function request(account: Account, operation: string, choose: Choices): ModelRequest {
  const { clients, portfolios } = account;
  const known = clients.length > 0 ? choose.one(clients) : undefined;
  const portfolioIds = [...portfolios.map(({ portfolio }) => portfolio.id), 'all-clients'];
  const streams = known?.streams.map(({ stream }) => stream.id) ?? [];
  const path = {
    client_id: choose.yes(0.97) ? (known?.client.id ?? 'nobody') : choose.one(['nobody', 'hasOwnProperty']),
    stream_id: choose.one([...streams, ...streams, ...streams, 'nothing']),
    portfolio_id: choose.one([
      ...portfolioIds,
      'favorite-clients',
      'archived-clients',
      choose.one(['p-9', 'toString']),
    ]),
    risk_level: choose.one(levels),
  };
  const flag = () => choose.one(['true', 'true', 'false']);
  const length = operation === 'listStreams' ? 2 * clients.length : clients.length;
  const paged = lists.has(operation) && {
    ...choose.field('limit', () => String(choose.one([1, 2, 7, 1 + choose.upTo(Math.min(499, length)), 500]))),
    ...choose.field('offset', () => String(choose.one([0, 1, choose.upTo(length), length + 1, 9_007_199_254_740_991]))),
  };
  const scopes = [...portfolioIds, ...portfolioIds, 'p-9', '', 'toString', 'favorite-clients'];
  const scope = choose.yes(0.5) ? { [choose.one(['portfolio_id', 'portfolioId'])]: choose.one(scopes) } : {};
  const scoped = { ...choose.field('include_archived', flag), ...scope };
  const include = choose.yes(0.5) ? { include: 'details' } : {};
  const few = () => String(choose.one([1, 2, 7, 100]));
  const detailed = { ...scoped, include: 'details', limit: few() };
  const ids = () => (choose.yes(0.2) ? 'nobody' : choose.one(clients.map(({ client }) => client.id)));
  const someIds = Array.from({ length: 1 + choose.upTo(30) }, () => (clients.length > 0 ? ids() : 'nobody')).join(',');
  const byId = {
    ids: someIds,
    ...include,
    ...choose.field('include_archived', flag),
    limit: few(),
    ...choose.field('offset', () => choose.one(['0', '3'])),
  };
  const { at, before: older } = account.published ?? { at: '2026-11-20T08:00:00.000Z' };
  const place = () => `${choose.one([at, older?.published?.at ?? at])},${known?.client.id ?? 'nobody'}`;
  const later = {
    updated_since: choose.one(['2026-11-20', '2026-11-20T08:30:00Z', at, place(), `${place()},s1`, '2027-01-01']),
    limit: few(),
    offset: undefined,
    ...choose.field('include_archived', flag),
  };
  const weeks = '2021-12-27 2022-01-02 2025-06-11 2026-11-16 2026-12-31 2027-01-01 2028-02-29 0001-01-01'.split(' ');
  const weekly = choose.field('week', () => choose.one(weeks));
  const inactive = choose.field('include_inactive', flag);
  const query: Record<string, object> = {
    listClients: choose.one([detailed, detailed, byId, scoped, { ...later, ...include }]),
    listClientsByRisk: scoped,
    searchClients: { ...scoped, query: words(choose, known?.client.name ?? 'x') },
    listTrendingClients: {
      ...scoped,
      ...choose.field('direction', () => choose.one(['improving', 'declining', 'stable'])),
      ...choose.field('period', () => choose.one(['7day', '30day'])),
    },
    getPortfolioHealth: scoped,
    getPortfolioHealthHistory: choose.field('days', () => String(choose.one([1, 30, 365]))),
    getStatisticsOverview: scoped,
    exportClientsCsv: {
      ...scoped,
      ...choose.field('include', () => choose.one(['topics', 'history', 'topics,history', 'history,topics'])),
      ...choose.field('days', () => String(choose.one([1, 30, 364]))),
    },
    getClientHistory: choose.field('days', () => String(choose.one([1, 7, 30, 90, 91, 365]))),
    listClientNotes: {
      ...choose.field('limit', () => String(choose.one([1, 3, 20, 100]))),
      ...choose.field('before', () => before(choose, known?.notes ?? [])),
    },
    listStreams: { ...inactive, ...choose.field('include_archived', flag), ...(choose.yes(0.5) && later) },
    listClientStreams: inactive,
    listPortfolios: choose.field('include_system', flag),
    getPortfolio: {
      ...choose.field('include_clients', flag),
      ...choose.field('limit', () => choose.one(['1', '3', '120', '500'])),
    },
    listAlignment: { ...weekly, ...choose.field('include_archived', flag) },
    getClientAlignment: weekly,
  };
  return { operation, path, query: { ...paged, ...query[operation] } };
}

/** A note as the last one of a page, with its id or without, or one that nobody wrote. */
function before(choose: Choices, notes: readonly { readonly createdAt: string; readonly id: string }[]): string {
  const { createdAt, id } = choose.one([...notes, { createdAt: '2026-07-01T00:00:00.000Z', id: 'nothing' }]);
  return choose.yes(0.7) ? `${createdAt},${id}` : createdAt;
}

/** A search query that someone who knows the name might type. */
function words(choose: Choices, name: string): string {
  const letters = [...name];
  const from = choose.upTo(letters.length - 1);
  const typed = choose.one([
    name,
    name.toUpperCase(),
    name.split(' ').reverse().join(' '),
    `${name.split(' ')[0]}`,
    letters.slice(from, from + 1 + choose.upTo(4)).join(''),
    name.normalize('NFD'),
    'zzz',
  ]);
  return typed.trim() === '' ? name : typed;
}
