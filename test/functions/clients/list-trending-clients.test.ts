import { expect, it } from 'vitest';
import { write } from '../../model/store.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { smallAccount, useSmallAccount } from '../../support/service/small-account.ts';
import { askerOf } from '../../support/service/whole-service.ts';
import { mill, muller, northwind } from './entries.ts';

const { db, read } = useSmallAccount();

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

it('a container that has sorted the moves of a portfolio over 30 days sorts those over 7 days too', async () => {
  const members = new Map(['northwind', 'muller'].map((id) => [id, {}]));
  const [first] = smallAccount.portfolios;
  if (!first) throw new Error('the small account has a portfolio');
  const portfolios = [{ ...first, members }];
  await write(db.table, { ...smallAccount, customerId: 'both', portfolios });
  const ask = await askerOf(fakeDeps(db.table), await putKey(db.table, { customerId: 'both' }));
  const moves = async (period: string) => {
    const { body } = await ask(`/clients/trending?portfolio_id=key&period=${period}`);
    return JSON.parse(body).clients.map(({ id }: { id: string }) => id);
  };

  expect([await moves('30day'), await moves('7day')]).toEqual([['northwind'], ['muller', 'northwind']]);
});
