import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read } = useSmallAccount();

const nobody = { clients: 0, medianDays: null };
const nobodyLeft = {
  ...{ from: '2025-11-21', to: '2026-11-20', left: 0, inferred: 0, unscored: 0, undated: 0, score: [] },
  reads: {
    before: [90, 60, 30, 1].map((daysBefore) => ({ daysBefore, known: 0, worst: 0, warned: 0 })),
    ...{ leavers: 0, medianDays: null, missed: 0 },
  },
  warnedFirst: { score: nobody, people: nobody, sameDay: 0, nobody: 0, unknown: 0 },
};

it('GET /clients/statistics/overview sums up the clients', async () => {
  expect(await read('/clients/statistics/overview')).toEqual({
    customerId: 'acme',
    portfolioId: null,
    total: 4,
    score: 87.9,
    medianScore: 99.5,
    minScore: 0,
    maxScore: 152.5,
    breakdown: { highRisk: 1, mediumRisk: 2, lowRisk: 0, onTrack: 1, total: 4 },
    distribution: { highRiskPercent: 25, mediumRiskPercent: 50, lowRiskPercent: 0, onTrackPercent: 25 },
    trends: {
      '7day': { improving: 1, declining: 1, stable: 0, averageChange: -4 },
      '30day': { improving: 1, declining: 0, stable: 0, averageChange: 52.5 },
    },
    alignment: { red: 1, amber: 0, green: 1, notAssessed: 2 },
    insufficientDataCount: 2,
    archivedCount: 1,
    streamCount: 2,
    revenueTTM: { total: 1290000.5, highRisk: 0, mediumRisk: 90000.5, lowRisk: 0, onTrack: 1200000 },
    scoresUpdatedAt: '2026-11-20T00:00:00.000Z',
    trackRecord: { ...nobodyLeft, undated: 1, leavers: [], reads: expect.objectContaining({ leavers: 0 }) },
  });
});

it('portfolio_id limits it to one portfolio; archivedCount counts archived clients even when the other figures leave them out', async () => {
  expect(await read('/clients/statistics/overview?portfolio_id=key')).toMatchObject({
    portfolioId: 'key',
    total: 2,
    score: 126,
    archivedCount: 1,
    streamCount: 1,
  });
  expect(await read('/clients/statistics/overview?portfolio_id=key&include_archived=true')).toMatchObject({
    total: 3,
    medianScore: 140,
    trends: { '30day': { improving: 1, declining: 0, stable: 1, averageChange: 26.3 } },
    archivedCount: 1,
  });
});

it('an empty scope: all zeros', async () => {
  const noLevels = { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0, total: 0 };
  const noTrend = { improving: 0, declining: 0, stable: 0, averageChange: 0 };

  expect(await read('/clients/statistics/overview?portfolio_id=empty')).toEqual({
    ...{ customerId: 'acme', portfolioId: 'empty', total: 0, score: 0, medianScore: 0, minScore: 0, maxScore: 0 },
    breakdown: noLevels,
    distribution: { highRiskPercent: 0, mediumRiskPercent: 0, lowRiskPercent: 0, onTrackPercent: 0 },
    trends: { '7day': noTrend, '30day': noTrend },
    alignment: { red: 0, amber: 0, green: 0, notAssessed: 0 },
    ...{ insufficientDataCount: 0, archivedCount: 0, streamCount: 0 },
    revenueTTM: noLevels,
    scoresUpdatedAt: '2026-11-20T00:00:00.000Z',
    trackRecord: nobodyLeft,
  });
});
