import { describe, expect, it } from 'vitest';
import { type StatisticsEntry, statistics } from '../../../shared/domain/lists/statistics.ts';

function client(score: number, more: Partial<StatisticsEntry> = {}): StatisticsEntry {
  return { score, hasInsufficientData: false, ...more };
}

describe('statistics', () => {
  it.each([
    { given: [80], median: 80, min: 80, max: 80 },
    { given: [0], median: 0, min: 0, max: 0 },
    { given: [80, 79.9], median: 80, min: 79.9, max: 80 },
    { given: [200, 0, 70], median: 70, min: 0, max: 200 },
    { given: [0, 0, 70, 200], median: 35, min: 0, max: 200 },
    { given: [9, 100, 20], median: 20, min: 9, max: 100 },
    { given: [20, 10, 40, 90], median: 30, min: 10, max: 90 },
  ])('have the median $median of $given, and its ends', ({ given, median, min, max }) => {
    const { medianScore, minScore, maxScore } = statistics(
      given.map((score) => client(score)),
      0,
    );

    expect({ medianScore, minScore, maxScore }).toEqual({ medianScore: median, minScore: min, maxScore: max });
  });

  it('add up the revenue of each risk level in cents', () => {
    const clients = [60, 80, 110, 150].map((score, at) => client(score, { revenueTTM: (at + 1) * 10.1 }));

    // a client may have brought a loss
    const loss = client(110, { revenueTTM: -0.6 });

    expect(statistics([...clients, loss, ...clients], 0).revenueTTM).toEqual({
      total: 201.4,
      highRisk: 20.2,
      mediumRisk: 40.4,
      lowRisk: 60,
      onTrack: 80.8,
    });
  });

  it('never add two currencies', () => {
    const paying = (score: number, revenueTTM: number, currency?: string) => client(score, { revenueTTM, currency });
    const clients = [paying(60, 10, 'EUR'), paying(150, 2), paying(60, 500, 'USD'), paying(110, 4, 'EUR'), client(60)];
    const euros = { total: 16, highRisk: 10, mediumRisk: 0, lowRisk: 4, onTrack: 2 };

    expect(statistics(clients, 0).revenueTTM).toEqual({ ...euros, currency: 'EUR', otherCurrencies: 1 });
    // of as many clients, the first by its name
    expect(statistics([paying(60, 9, 'USD'), paying(60, 7, 'EUR')], 0).revenueTTM).toMatchObject({
      total: 7,
      currency: 'EUR',
      otherCurrencies: 1,
    });
  });
});
