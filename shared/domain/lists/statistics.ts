import type { AlignmentValue } from '../alignment.ts';
import { compareTexts } from '../orders.ts';
import { type Band, bandOf, bands } from '../scoring/bands.ts';
import type { Changes, Period } from '../scoring/changes.ts';
import { roundedQuotient, tenths } from '../scoring/rounding.ts';
import { type Health, health, tallyOf } from './health.ts';
import { type Direction, directionOf } from './trending.ts';

export type StatisticsEntry = {
  score: number;
  hasInsufficientData: boolean;
  changes?: Changes | undefined;
  /** The value of the latest read. */
  alignment?: AlignmentValue | undefined;
  revenueTTM?: number | undefined;
  /** Of its revenue, if it is known. */
  currency?: string | undefined;
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
  revenueTTM: Revenue;
};

/** The revenue of clients, in one currency. */
type Revenue = Record<Band | 'total', number> & {
  /** Absent if no client has one. */
  currency?: string;
  /** How many clients pay in other currencies; they are left out. Absent if none do. */
  otherCurrencies?: number;
};

/**
 * The figures of statistics/overview that depend on the clients in scope alone, and how many of the scope are archived,
 * counted or not. An empty scope gives zeros.
 */
export function statistics(clients: readonly StatisticsEntry[], archivedCount: number): Statistics {
  const sorted = clients.map(({ score }) => tenths(score)).sort((a, b) => a - b);
  const alignment = { red: 0, amber: 0, green: 0, notAssessed: 0 };
  for (const client of clients) {
    alignment[client.alignment ?? 'notAssessed'] += 1;
  }
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
    revenueTTM: revenueOf(clients),
  };
}

/** The sums in the currency that most clients pay in. Clients without a currency count as paying in it. */
function revenueOf(clients: readonly StatisticsEntry[]): Revenue {
  const paying = clients.filter(({ revenueTTM }) => revenueTTM !== undefined);
  const currency = mostCommon(paying.flatMap((client) => client.currency ?? []));
  const counted = paying.filter((client) => (client.currency ?? currency) === currency);
  const sums = { total: 0, highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 };
  for (const { score, revenueTTM = 0 } of counted) sums[bandOf(score)] += cents(revenueTTM);
  for (const band of bands) sums.total += sums[band];
  const otherCurrencies = paying.length - counted.length;
  return {
    total: sums.total / 100,
    highRisk: sums.highRisk / 100,
    mediumRisk: sums.mediumRisk / 100,
    lowRisk: sums.lowRisk / 100,
    onTrack: sums.onTrack / 100,
    ...(currency !== undefined && { currency }),
    ...(otherCurrencies > 0 && { otherCurrencies }),
  };
}

/** Of several that are as common, the first in order. */
export function mostCommon(texts: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => ({ text, count: all.length }));
  return counts.sort((a, b) => b.count - a.count || compareTexts(a.text, b.text))[0]?.text;
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
  for (const { changes } of clients) {
    const change = changes?.[period];
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
