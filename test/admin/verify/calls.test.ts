import { expect, it } from 'vitest';
import { callsOf, type KnownIds, pathOf, withIdsFrom } from '../../../bin/admin/verify/calls.ts';

const paths = (known: KnownIds) => callsOf().map(({ name, endpoint }) => `${name} ${pathOf(endpoint, known)}`);

it('every endpoint is called, those that need no id first', () => {
  expect(paths({ client_id: 'c 1', stream_id: 's/1', portfolio_id: 'p1' })).toEqual([
    'listClients /clients',
    'getPortfolioHealth /clients/portfolio-health',
    'getStatisticsOverview /clients/statistics/overview',
    'searchClients /clients/search?query=a',
    'listTrendingClients /clients/trending',
    'listStreams /streams',
    'listPortfolios /portfolios',
    'listAlignment /clients/alignment',
    'listTopics /topics',
    'exportClientsCsv /clients/export/csv',
    'listClientsByRisk /clients/by-risk/high_risk',
    'getClient /clients/c%201',
    'getClientHistory /clients/c%201/history',
    'getClientPriorities /clients/c%201/priorities',
    'listClientNotes /clients/c%201/notes',
    'listClientKeyPeople /clients/c%201/key-people',
    'listClientStreams /clients/c%201/streams',
    'getPortfolio /portfolios/p1',
    'getClientAlignment /clients/c%201/alignment',
    'getStream /clients/c%201/streams/s%2F1',
  ]);
});

it('an endpoint whose id is not known has no path', () => {
  const without = (known: KnownIds) => paths(known).filter((path) => path.endsWith(' undefined')).length;
  expect([{}, { client_id: 'c' }, { stream_id: 's' }, { portfolio_id: 'p' }].map(without)).toEqual([9, 2, 9, 8]);
});

it('required parameters of a query are given, in the order of the contract', () => {
  const required = {
    ...callsOf().find(({ name }) => name === 'searchClients')?.endpoint.query.query,
    required: true,
  } as never;
  expect(pathOf({ path: '/x', query: { a: required, b: required } } as never, {})).toBe('/x?a=a&b=a');
});

it('ids are taken from lists: the first client, a stream with its client, the first portfolio', () => {
  const lists: [string, object][] = [
    ['listClientsByRisk', { clients: [{ id: 'c3' }] }],
    ['listClients', { clients: [] }],
    ['listClients', { clients: [{ id: 'c1' }, { id: 'c2' }] }],
    ['listClients', { clients: [{ id: 'c4' }] }],
    ['listStreams', { streams: [] }],
    ['listClientStreams', { streams: [{ id: 's0', parentClientId: 'c0' }] }],
    [
      'listStreams',
      {
        streams: [
          { id: 's1', parentClientId: 'c5' },
          { id: 's2', parentClientId: 'c6' },
        ],
      },
    ],
    ['listClients', { clients: [{ id: 'c1' }] }],
    ['listPortfolios', { portfolios: [] }],
    ['getPortfolio', { portfolios: [{ id: 'p0' }] }],
    ['listPortfolios', { portfolios: [{ id: 'p1' }, { id: 'p2' }] }],
    ['listTopics', {}],
  ];
  let known: KnownIds = {};
  const steps = lists.map(([name, body]) => {
    known = withIdsFrom(known, name, body);
    return Object.values(known).join(' ');
  });
  expect(steps).toEqual(['', '', ...Array(4).fill('c1'), ...Array(4).fill('c5 s1'), ...Array(2).fill('c5 s1 p1')]);
  expect(known).toEqual({ client_id: 'c5', stream_id: 's1', portfolio_id: 'p1' });
});
