import * as z from 'zod';
import { clientEntry, trendingEntry } from './answers/client.ts';
import {
  breakdownWithTotal,
  customerId,
  distribution,
  portfolioId,
  score,
  timestamp,
  total,
} from './answers/common.ts';
import { group } from './endpoint.ts';
import { includeArchived, paging, portfolioScope, searchText, trendDirection, trendPeriod } from './parameters.ts';

const listed = { include_archived: includeArchived, ...portfolioScope };
const page = { total, customerId, portfolioId };
const trend = z.strictObject({
  improving: z.int(),
  declining: z.int(),
  stable: z.int(),
  averageChange: z.number(),
});

export const clients = group('clients', 'Lists of clients and figures over them.', {
  listClients: {
    path: '/clients',
    summary: 'List clients',
    description: 'Clients of the account, highest score first.',
    query: { ...listed, ...paging(100, 500) },
    answer: z.strictObject({ clients: z.array(clientEntry), ...page }).meta({ id: 'Clients' }),
  },
  getPortfolioHealth: {
    path: '/clients/portfolio-health',
    summary: 'Health of the account or of one portfolio',
    description: 'The mean score of the clients in scope, and how they spread over the risk levels.',
    query: listed,
    answer: z
      .strictObject({ score, breakdown: breakdownWithTotal, distribution, customerId })
      .meta({ id: 'PortfolioHealth' }),
  },
  getStatisticsOverview: {
    path: '/clients/statistics/overview',
    summary: 'Statistics over the clients',
    description: 'Score, risk, trend, alignment and revenue figures of the clients in scope.',
    query: listed,
    answer: z
      .strictObject({
        customerId,
        portfolioId,
        total: z.int().min(0),
        score,
        medianScore: score,
        minScore: score,
        maxScore: score,
        breakdown: breakdownWithTotal,
        distribution,
        trends: z.strictObject({ '7day': trend, '30day': trend }),
        alignment: z.strictObject({ red: z.int(), amber: z.int(), green: z.int(), notAssessed: z.int() }),
        insufficientDataCount: z.int(),
        archivedCount: z.int(),
        streamCount: z.int(),
        revenueTTM: z.strictObject({
          total: z.number(),
          highRisk: z.number(),
          mediumRisk: z.number(),
          lowRisk: z.number(),
          onTrack: z.number(),
        }),
        scoresUpdatedAt: timestamp.nullable().meta({ description: 'The last nightly run; null before the first.' }),
      })
      .meta({ id: 'StatisticsOverview' }),
  },
  listClientsByRisk: {
    path: '/clients/by-risk/{risk_level}',
    summary: 'List clients of one risk level',
    description: 'Clients of one risk level, highest score first. The four lists end to end are the list of clients.',
    query: { ...listed, ...paging(100, 500) },
    answer: z
      .strictObject({
        clients: z.array(clientEntry),
        ...page,
        riskLevel: z.enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack']),
      })
      .meta({ id: 'ClientsByRisk' }),
  },
  searchClients: {
    path: '/clients/search',
    summary: 'Search clients by name',
    description: 'Best match first: the whole name, its beginning, the beginning of a word, anywhere inside.',
    query: { query: searchText, ...listed, ...paging(100, 500) },
    answer: z.strictObject({ clients: z.array(clientEntry), ...page, query: z.string() }).meta({ id: 'ClientSearch' }),
  },
  listTrendingClients: {
    path: '/clients/trending',
    summary: 'List clients whose score moved',
    description: 'Largest move first. Clients without a score to compare with are left out.',
    query: { direction: trendDirection, period: trendPeriod, ...listed, ...paging(100, 500) },
    answer: z
      .strictObject({
        clients: z.array(trendingEntry),
        ...page,
        direction: z.enum(['improving', 'declining', 'stable']).nullable(),
        period: z.enum(['30day', '7day']),
      })
      .meta({ id: 'TrendingClients' }),
  },
});
