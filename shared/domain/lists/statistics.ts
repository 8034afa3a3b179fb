import type { AlignmentValue } from '../alignment.ts';
import { type Band, bandOf, bands } from '../scoring/bands.ts';
import type { Period, ScoreChanges } from '../scoring/changes.ts';
import { roundedQuotient, tenths } from '../scoring/rounding.ts';
import { type Health, health, tallyOf } from './health.ts';
import { type Direction, directionOf } from './trending.ts';

export type StatisticsEntry = {
  score: number;
  hasInsufficientData: boolean;
  scoreChanges?: ScoreChanges | undefined;
  /** The value of the latest read. */
  alignment?: AlignmentValue | undefined;
  revenueTTM?: number | undefined;
};

type Trend = Record<Direction, number> & { averageChange: number };

export type Statistics = Health & {
  total: number;
  medianScore: number;
  minScore: number;
  maxScore: number;
  trends: Record<Period, Trend>;
  alignment: Record<AlignmentValue | 'notAssessed', number>;
  insufficientDataCount: number;
  archivedCount: number;
  revenueTTM: Record<Band | 'total', number>;
};

/**
 * The figures of statistics/overview that depend on the clients in scope alone, and how many of the scope are archived,
 * counted or not. An empty scope gives zeros.
 */
export function statistics(clients: readonly StatisticsEntry[], archivedCount: number): Statistics {
  const sorted = clients.map(({ score }) => tenths(score)).sort((a, b) => a - b);
  const revenueTTM = { total: 0, highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 };
  const alignment = { red: 0, amber: 0, green: 0, notAssessed: 0 };
  for (const client of clients) {
    alignment[client.alignment ?? 'notAssessed'] += 1;
    revenueTTM[bandOf(client.score)] += cents(client.revenueTTM ?? 0);
  }
  for (const band of bands) revenueTTM.total += revenueTTM[band];
  return {
    total: clients.length,
    ...health(tallyOf(clients.map(({ score }) => score))),
    medianScore: median(sorted) / 10,
    minScore: (sorted[0] ?? 0) / 10,
    maxScore: (sorted.at(-1) ?? 0) / 10,
    trends: { '7day': trend(clients, '7day'), '30day': trend(clients, '30day') },
    alignment,
    insufficientDataCount: clients.filter(({ hasInsufficientData }) => hasInsufficientData).length,
    archivedCount,
    revenueTTM: {
      total: revenueTTM.total / 100,
      highRisk: revenueTTM.highRisk / 100,
      mediumRisk: revenueTTM.mediumRisk / 100,
      lowRisk: revenueTTM.lowRisk / 100,
      onTrack: revenueTTM.onTrack / 100,
    },
  };
}

/** The median of sorted integers: for an even count, the rounded mean of the middle two. */
function median(sorted: readonly number[]): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return roundedQuotient(lower + upper, 2);
}

function trend(clients: readonly StatisticsEntry[], period: Period): Trend {
  const result: Trend = { improving: 0, declining: 0, stable: 0, averageChange: 0 };
  let sum = 0;
  let count = 0;
  for (const { scoreChanges } of clients) {
    const change = scoreChanges?.[period]?.change;
    if (change === undefined) continue;
    result[directionOf(change)] += 1;
    sum += Math.round(change * 10);
    count += 1;
  }
  if (count > 0) result.averageChange = roundedQuotient(sum, count) / 10;
  return result;
}

// sum in cents: a floating-point sum would depend on the order of the clients
function cents(amount: number): number {
  return Math.round(amount * 100);
}
