import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StatisticsEntry, statistics } from '../../../shared/domain/lists/statistics.ts';
import { holds } from '../../support/holds.ts';
import { fractions, scores } from '../arbitraries.ts';

function client(score: number, more: Partial<StatisticsEntry> = {}): StatisticsEntry {
  return { score, hasInsufficientData: false, ...more };
}

function moved(change: number) {
  return { scoreChanges: { '7day': { change, percentage: 0, previousScore: 100 } } };
}

function movedOverAMonth(change: number) {
  return { scoreChanges: { '30day': { change, percentage: 0, previousScore: 100 } } };
}

describe('statistics', () => {
  it('of an empty scope are all zeros', () => {
    const noBands = { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 };
    const noTrend = { improving: 0, declining: 0, stable: 0, averageChange: 0 };

    expect(statistics([], 0)).toEqual({
      total: 0,
      score: 0,
      medianScore: 0,
      minScore: 0,
      maxScore: 0,
      breakdown: { ...noBands, total: 0 },
      distribution: { highRiskPercent: 0, mediumRiskPercent: 0, lowRiskPercent: 0, onTrackPercent: 0 },
      trends: { '7day': noTrend, '30day': noTrend },
      alignment: { red: 0, amber: 0, green: 0, notAssessed: 0 },
      insufficientDataCount: 0,
      archivedCount: 0,
      revenueTTM: { ...noBands, total: 0 },
    });
  });

  it('count, add up and average the clients in scope', () => {
    const clients = [
      client(150, { alignment: 'green', revenueTTM: 0.1, ...moved(1) }),
      client(0, { alignment: 'red', revenueTTM: 1_000_000.25, ...moved(-2.3) }),
      client(80, { hasInsufficientData: true, ...moved(0) }),
      client(145, { alignment: 'amber', revenueTTM: 0.2, ...movedOverAMonth(4.4) }),
    ];

    expect(statistics(clients, 1)).toEqual({
      total: 4,
      score: 93.8,
      medianScore: 112.5,
      minScore: 0,
      maxScore: 150,
      breakdown: { highRisk: 1, mediumRisk: 1, lowRisk: 0, onTrack: 2, total: 4 },
      distribution: { highRiskPercent: 25, mediumRiskPercent: 25, lowRiskPercent: 0, onTrackPercent: 50 },
      trends: {
        '7day': { improving: 1, declining: 1, stable: 1, averageChange: -0.4 },
        '30day': { improving: 1, declining: 0, stable: 0, averageChange: 4.4 },
      },
      alignment: { red: 1, amber: 1, green: 1, notAssessed: 1 },
      insufficientDataCount: 1,
      archivedCount: 1,
      revenueTTM: { total: 1_000_000.55, highRisk: 1_000_000.25, mediumRisk: 0, lowRisk: 0, onTrack: 0.3 },
    });
  });

  it.each([
    { given: [80], median: 80, min: 80, max: 80 },
    { given: [80, 79.9], median: 80, min: 79.9, max: 80 },
    { given: [200, 0, 70], median: 70, min: 0, max: 200 },
    { given: [0, 0, 70, 200], median: 35, min: 0, max: 200 },
    { given: [9, 100, 20], median: 20, min: 9, max: 100 },
  ])('have the median $median of $given, and its ends', ({ given, median, min, max }) => {
    const { medianScore, minScore, maxScore } = statistics(
      given.map((score) => client(score)),
      0,
    );

    expect({ medianScore, minScore, maxScore }).toEqual({ medianScore: median, minScore: min, maxScore: max });
  });

  it('add up the revenue of each risk level in cents', () => {
    const clients = [60, 80, 110, 150].map((score, at) => client(score, { revenueTTM: (at + 1) * 10.1 }));

    expect(statistics([...clients, ...clients], 0).revenueTTM).toEqual({
      total: 202,
      highRisk: 20.2,
      mediumRisk: 40.4,
      lowRisk: 60.6,
      onTrack: 80.8,
    });
  });

  it('do not depend on the order of the clients', () => {
    const clients = fc.array(fc.record({ score: scores, revenueTTM: fractions(-1e6, 1e9) }), {
      maxLength: 30,
      size: 'max',
    });
    holds(
      fc.property(clients, (given) => {
        const entries = given.map(({ score, revenueTTM }) => client(score, { revenueTTM }));

        expect(statistics(entries.toReversed(), 0)).toEqual(statistics(entries, 0));
      }),
    );
  });
});
