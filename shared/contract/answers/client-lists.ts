import * as z from 'zod';
import { clientEntry, trendingEntry } from './client.ts';
import { breakdownWithTotal, customerId, distribution, portfolioId, score, timestamp, total } from './common.ts';

const page = { total, customerId, portfolioId };
const clients = z.array(clientEntry);

export const clientList = z.strictObject({ clients, ...page }).meta({ id: 'Clients' });

export const clientsByRisk = z
  .strictObject({ clients, ...page, riskLevel: z.enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack']) })
  .meta({ id: 'ClientsByRisk' });

export const clientSearch = z.strictObject({ clients, ...page, query: z.string() }).meta({ id: 'ClientSearch' });

export const trendingClients = z
  .strictObject({
    clients: z.array(trendingEntry),
    ...page,
    direction: z.enum(['improving', 'declining', 'stable']).nullable(),
    period: z.enum(['30day', '7day']),
  })
  .meta({ id: 'TrendingClients' });

export const portfolioHealth = z
  .strictObject({ score, breakdown: breakdownWithTotal, distribution, customerId })
  .meta({ id: 'PortfolioHealth' });

const trend = z.strictObject({
  improving: z.int(),
  declining: z.int(),
  stable: z.int(),
  averageChange: z.number(),
});

export const statisticsOverview = z
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
  .meta({ id: 'StatisticsOverview' });

export const clientsCsv = z.string();
