import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, ask, read, refusal } = useSmallAccount();

const northwind = {
  id: 'northwind',
  name: 'Northwind Bank',
  score: 152.5,
  scoreChanges: {
    '7day': { change: 2.5, percentage: 1.7, previousScore: 150 },
    '30day': { change: 52.5, percentage: 52.5, previousScore: 100 },
  },
};
const cafe = { id: 'cafe', name: 'CAFE MULLER & Sons', score: 99.5 };
const key = {
  id: 'key',
  name: 'Key accounts',
  color: '#AA3300',
  description: 'Those that matter most',
  customerId: 'acme',
  clientCount: 2,
  userIds: ['u1'],
  isSystem: false,
  createdAt: '2026-01-05T08:00:00.000Z',
  health: { score: 126, breakdown: { highRisk: 0, mediumRisk: 1, lowRisk: 0, onTrack: 1 } },
};

it('GET /portfolios/{portfolio_id} is a portfolio, its health and its clients in the order of the list, each with its columns', async () => {
  expect(await read('/portfolios/key')).toEqual({
    ...key,
    clients: [
      { ...northwind, extraColumns: { segment: 'Enterprise', tier: '1' } },
      { ...cafe, extraColumns: {} },
    ],
  });
});

it('limit caps the clients; clientCount and health cover the whole portfolio', async () => {
  expect(await read('/portfolios/key?limit=1')).toEqual({
    ...key,
    clients: [{ ...northwind, extraColumns: { segment: 'Enterprise', tier: '1' } }],
  });
});

it('include_clients=false leaves them out', async () => {
  expect(await read('/portfolios/key?include_clients=false')).toEqual(key);
});

it('favorite-clients omits archived clients and has no extra columns', async () => {
  expect(await read('/portfolios/favorite-clients')).toEqual({
    id: 'favorite-clients',
    name: 'Favorites',
    color: '#F59E0B',
    customerId: 'acme',
    clientCount: 1,
    isSystem: true,
    health: { score: 152.5, breakdown: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 1 } },
    clients: [{ ...northwind, extraColumns: {} }],
  });
});

it('archived-clients lists the archived clients', async () => {
  expect(await read('/portfolios/archived-clients')).toMatchObject({
    clientCount: 1,
    health: { score: 140, breakdown: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 1 } },
    clients: [{ id: 'mill', score: 140, extraColumns: {} }],
  });
});

it('all-clients is the list of clients', async () => {
  const { clients, clientCount } = await read('/portfolios/all-clients?limit=3');

  expect(clientCount).toBe(4);
  expect(clients.map(({ id }: { id: string }) => id)).toEqual(['northwind', 'muller', 'cafe']);
});

it('a portfolio without clients has a health of zeros', async () => {
  expect(await read('/portfolios/empty')).toMatchObject({
    clientCount: 0,
    health: { score: 0, breakdown: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 } },
    clients: [],
  });
});

it.each(['nothing', 'constructor', 'KEY', '%2e'])('%s is not a portfolio: 404', async (id) => {
  expect(await refusal(`/portfolios/${id}`)).toEqual([404, 'There is no such portfolio.']);
});

it('renaming a portfolio changes its ETag', async () => {
  const { headers } = await ask('/portfolios/empty');
  const portfolio = { id: 'empty', name: 'Renamed', color: '#0033AA' };
  await writeFacts(writerTo(db.table), asAccount('acme'), [{ kind: 'portfolio', value: portfolio }]);
  const held = { 'If-None-Match': String(headers.ETag) };

  await expect(ask('/portfolios/empty', held)).resolves.toMatchObject({
    status: 200,
    body: expect.stringContaining('Renamed'),
  });
});
