import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { mill, muller, northwind } from './entries.ts';

const { read } = useSmallAccount();

const ofNorthwind = {
  '7day': { change: 2.5, percentage: 1.7, previousScore: 150 },
  '30day': { change: 52.5, percentage: 52.5, previousScore: 100 },
};
const ofMuller = { '7day': { change: -10.5, percentage: -9.5, previousScore: 110 } };
const ofMill = {
  '7day': { change: 0, percentage: 0, previousScore: 140 },
  '30day': { change: 0, percentage: 0, previousScore: 140 },
};

it('GET /clients/trending lists clients whose score moved over 7 days, largest move first, up or down', async () => {
  expect(await read('/clients/trending?period=7day')).toEqual({
    clients: [
      { ...muller, scoreChanges: ofMuller },
      { ...northwind, scoreChanges: ofNorthwind },
    ],
    total: 2,
    direction: null,
    period: '7day',
    customerId: 'acme',
    portfolioId: null,
  });
});

it('the default period is 30 days; clients without a score to compare with are left out', async () => {
  const answer = await read('/clients/trending');

  expect(answer).toMatchObject({ clients: [{ ...northwind, scoreChanges: ofNorthwind }], total: 1, period: '30day' });
});

it('direction selects one direction', async () => {
  expect(await read('/clients/trending?period=7day&direction=declining')).toMatchObject({
    clients: [{ ...muller, scoreChanges: ofMuller }],
    total: 1,
    direction: 'declining',
  });
  expect(await read('/clients/trending?direction=stable&include_archived=true')).toMatchObject({
    clients: [{ ...mill, scoreChanges: ofMill }],
    total: 1,
  });
});

it('is paged like the list of clients', async () => {
  const answer = await read('/clients/trending?period=7day&offset=1&limit=1');

  expect(answer).toMatchObject({ clients: [{ id: 'northwind', scoreChanges: ofNorthwind }], total: 2 });
});
