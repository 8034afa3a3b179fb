import { describe, expect, it } from 'vitest';
import { type StatisticsEntry, statistics } from '../../../../shared/domain/lists/statistics.ts';

function client(score: number, more: Partial<StatisticsEntry> = {}): StatisticsEntry {
  return { score, hasInsufficientData: false, ...more };
}

describe('statistics', () => {
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
