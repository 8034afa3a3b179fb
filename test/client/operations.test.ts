import { expect, it } from 'vitest';
import type { operations } from '../../client/generated/operations.ts';
import { type ClientHealthApi, createClient, type Fetch } from '../../client/index.ts';
import { useSmallAccount } from '../support/service/small-account.ts';

const { ask, read } = useSmallAccount();

/** `fetch` into the whole service, without a network in between. */
const intoService: Fetch = async (url, { headers: { 'X-API-Key': _, ...headers } }) => {
  const { status, headers: received, body } = await ask(url.replace('https://api.example.com/v1', ''), headers);
  return { status, headers: new Headers(received), text: async () => body };
};
const client = createClient({ baseUrl: 'https://api.example.com/v1/', apiKey: 'svctest', fetch: intoService });

type Calls = {
  readonly [Id in keyof typeof operations]: [call: (api: ClientHealthApi) => Promise<unknown>, url: string];
};

const calls: Calls = {
  listClients: [
    (api) => api.listClients({ include_archived: true, portfolio_id: 'key', limit: 2, offset: 1 }),
    '/clients?include_archived=true&portfolio_id=key&limit=2&offset=1',
  ],
  getPortfolioHealth: [(api) => api.getPortfolioHealth(), '/clients/portfolio-health'],
  getPortfolioHealthHistory: [
    (api) => api.getPortfolioHealthHistory({ days: 30 }),
    '/clients/portfolio-health/history?days=30',
  ],
  getStatisticsOverview: [
    (api) => api.getStatisticsOverview({ portfolio_id: 'key' }),
    '/clients/statistics/overview?portfolio_id=key',
  ],
  listClientsByRisk: [(api) => api.listClientsByRisk({ risk_level: 'onTrack' }), '/clients/by-risk/onTrack'],
  searchClients: [(api) => api.searchClients({ query: 'müller & sons' }), '/clients/search?query=m%C3%BCller+%26+sons'],
  listTrendingClients: [
    (api) => api.listTrendingClients({ direction: 'declining', period: '7day' }),
    '/clients/trending?direction=declining&period=7day',
  ],
  getClient: [(api) => api.getClient('northwind'), '/clients/northwind'],
  getClientHistory: [(api) => api.getClientHistory('northwind', { days: 30 }), '/clients/northwind/history?days=30'],
  getClientPriorities: [(api) => api.getClientPriorities('muller'), '/clients/muller/priorities'],
  listClientNotes: [(api) => api.listClientNotes('northwind', { limit: 1 }), '/clients/northwind/notes?limit=1'],
  listClientKeyPeople: [(api) => api.listClientKeyPeople('northwind'), '/clients/northwind/key-people'],
  listStreams: [(api) => api.listStreams({ include_inactive: true }), '/streams?include_inactive=true'],
  listClientStreams: [(api) => api.listClientStreams('muller'), '/clients/muller/streams'],
  getStream: [(api) => api.getStream({ client_id: 'northwind', stream_id: 'web' }), '/clients/northwind/streams/web'],
  listPortfolios: [(api) => api.listPortfolios({ include_system: false }), '/portfolios?include_system=false'],
  getPortfolio: [(api) => api.getPortfolio('key', { limit: 1 }), '/portfolios/key?limit=1'],
  listAlignment: [(api) => api.listAlignment({ week: '2026-10-12' }), '/clients/alignment?week=2026-10-12'],
  getClientAlignment: [(api) => api.getClientAlignment('northwind'), '/clients/northwind/alignment'],
  listTopics: [(api) => api.listTopics(), '/topics'],
  exportClientsCsv: [
    (api) => api.exportClientsCsv({ include_archived: true }),
    '/clients/export/csv?include_archived=true',
  ],
};

it.each(Object.entries(calls))(
  '%s asks for what it was told to, and returns the body as it is',
  async (id, [call, url]) => {
    const answered = await call(client);

    expect(answered).toEqual(id === 'exportClientsCsv' ? (await ask(url)).body : await read(url));
  },
);

it('all entries of a list are those of its pages, of whatever size', async () => {
  const { clients } = await client.listClients({ include_archived: true });
  const inPages = await client.all('listClients', { include_archived: true, limit: 2 });
  const sizes: number[] = [];
  for await (const page of client.pages('listClients', { include_archived: true, limit: 2 })) {
    sizes.push(page.clients.length);
  }

  expect(clients.length).toBe(5);
  expect(inPages).toEqual(clients);
  expect(sizes).toEqual([2, 2, 1]);
  expect(await client.all('listClients', { include_archived: true, offset: 3 })).toEqual(clients.slice(3));
  expect(await client.all('listAlignment')).toEqual((await client.listAlignment()).clients);
});

it('notes reads page after page until all notes of a client were given, and no page twice', async () => {
  const all = Array.from({ length: 250 }, (_, at) => ({ id: `n${at}`, createdAt: `2026-01-01T00:00:00.${999 - at}Z` }));
  const serving = (start: (before: string | null) => number) =>
    createClient({
      baseUrl: 'https://api.example.com/v1',
      apiKey: 'svctest',
      fetch: async (url) => {
        const from = start(new URL(url).searchParams.get('before'));
        return {
          status: 200,
          headers: new Headers(),
          text: async () => JSON.stringify({ notes: all.slice(from, from + 100) }),
        };
      },
    });
  const idsOf = async (api: ClientHealthApi) => {
    const ids: string[] = [];
    for await (const { id } of api.notes('c-1')) ids.push(id);
    return ids;
  };

  const after = (before: string | null) => all.findIndex(({ id }) => before?.endsWith(`,${id}`)) + 1;
  expect(await idsOf(serving(after))).toEqual(all.map(({ id }) => id));
  // an older service, which ignores `before`
  expect(await idsOf(serving(() => 0))).toHaveLength(100);
});
