import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read, refusal } = useSmallAccount();

it('GET /clients/portfolio-health is the mean score of the clients and their distribution over the risk levels', async () => {
  // the scores are 152.5, 99.5, 99.5 and 0
  expect(await read('/clients/portfolio-health')).toEqual({
    score: 87.9,
    breakdown: { highRisk: 1, mediumRisk: 2, lowRisk: 0, onTrack: 1, total: 4 },
    distribution: { highRiskPercent: 25, mediumRiskPercent: 50, lowRiskPercent: 0, onTrackPercent: 25 },
    customerId: 'acme',
  });
});

it('include_archived adds archived clients, portfolio_id scopes to one portfolio; percentages add up to 100', async () => {
  // the scores are 152.5, 140 and 99.5
  expect(await read('/clients/portfolio-health?portfolio_id=key&include_archived=true')).toEqual({
    score: 130.7,
    breakdown: { highRisk: 0, mediumRisk: 1, lowRisk: 0, onTrack: 2, total: 3 },
    distribution: { highRiskPercent: 0, mediumRiskPercent: 33.33, lowRiskPercent: 0, onTrackPercent: 66.67 },
    customerId: 'acme',
  });
});

it.each(['', '&include_archived=true'])('an empty scope%s: all zeros, whatever is archived elsewhere', async (more) => {
  expect(await read(`/clients/portfolio-health?portfolio_id=empty${more}`)).toEqual({
    score: 0,
    breakdown: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0, total: 0 },
    distribution: { highRiskPercent: 0, mediumRiskPercent: 0, lowRiskPercent: 0, onTrackPercent: 0 },
    customerId: 'acme',
  });
});

it('an unknown portfolio is 404', async () => {
  expect(await refusal('/clients/portfolio-health?portfolio_id=nothing')).toEqual([404, 'There is no such portfolio.']);
});
