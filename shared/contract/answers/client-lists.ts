import * as z from 'zod';
import { clientEntry, trendingEntry } from './client.ts';
import {
  breakdownWithTotal,
  count,
  customerId,
  distribution,
  portfolioId,
  scoreSchema,
  timestamp,
  total,
} from './common.ts';

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
  .strictObject({ score: scoreSchema, breakdown: breakdownWithTotal, distribution, customerId })
  .meta({ id: 'PortfolioHealth' });

const trend = z.strictObject({
  improving: count,
  declining: count,
  stable: count,
  averageChange: z.number(),
});

export const statisticsOverview = z
  .strictObject({
    customerId,
    portfolioId,
    total: count,
    score: scoreSchema,
    medianScore: scoreSchema,
    minScore: scoreSchema,
    maxScore: scoreSchema,
    breakdown: breakdownWithTotal,
    distribution,
    trends: z.strictObject({ '7day': trend, '30day': trend }),
    alignment: z.strictObject({ red: count, amber: count, green: count, notAssessed: count }),
    insufficientDataCount: count,
    archivedCount: count,
    streamCount: count,
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
