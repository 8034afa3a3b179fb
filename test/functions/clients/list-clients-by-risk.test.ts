import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { cafe, mill, muller, northwind } from './entries.ts';

const { read } = useSmallAccount();

it('GET /clients/by-risk/medium_risk lists the clients from 70 to below 100: 99.5 is medium risk', async () => {
  expect(await read('/clients/by-risk/medium_risk')).toEqual({
    clients: [muller, cafe],
    total: 2,
    riskLevel: 'mediumRisk',
    customerId: 'acme',
    portfolioId: null,
  });
});

it('140 is on track; include_archived adds archived clients', async () => {
  const answer = await read('/clients/by-risk/on_track?include_archived=true');

  expect(answer).toMatchObject({ clients: [northwind, mill], total: 2 });
});

it('is paged and scoped like the list of clients', async () => {
  expect(await read('/clients/by-risk/medium_risk?limit=1&offset=1')).toMatchObject({ clients: [cafe], total: 2 });
  // the rest of the level only, not the next one
  expect(await read('/clients/by-risk/medium_risk?limit=5&offset=1')).toMatchObject({ clients: [cafe], total: 2 });
  expect(await read('/clients/by-risk/medium_risk?portfolio_id=key')).toMatchObject({ clients: [cafe], total: 1 });
  expect(await read('/clients/by-risk/low_risk')).toMatchObject({ clients: [], total: 0 });
});

it.each([
  ['high_risk', 'highRisk'],
  ['medium_risk', 'mediumRisk'],
  ['low_risk', 'lowRisk'],
  ['on_track', 'onTrack'],
])('%s may be spelled %s, as in the answers', async (level, inAnswers) => {
  expect(await read(`/clients/by-risk/${inAnswers}`)).toEqual(await read(`/clients/by-risk/${level}`));
});
