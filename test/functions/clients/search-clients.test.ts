import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { cafe, harbour, mill, muller } from './entries.ts';

const { read, refusal } = useSmallAccount();

it('GET /clients/search finds names ignoring case and accents, the exact match first', async () => {
  expect(await read('/clients/search?query=%20CAFE%20muller')).toEqual({
    clients: [muller, cafe],
    total: 2,
    query: ' CAFE muller',
    customerId: 'acme',
    portfolioId: null,
  });
});

it('every word must occur, in any order, also inside words', async () => {
  expect(await read('/clients/search?query=our%20blue')).toMatchObject({ clients: [harbour], total: 1 });
  expect(await read('/clients/search?query=red%20blue')).toMatchObject({ clients: [], total: 0 });
});

it('is paged and scoped like the list of clients', async () => {
  expect(await read('/clients/search?query=m&include_archived=true&portfolio_id=key')).toMatchObject({
    clients: [mill, cafe],
    total: 2,
  });
  expect(await read('/clients/search?query=m&limit=1&offset=1')).toMatchObject({ clients: [cafe], total: 2 });
});

it('a container that has searched a portfolio searches it with archived clients, and again without', async () => {
  const found = async (more = '') =>
    (await read(`/clients/search?query=m&portfolio_id=key${more}`)).clients.map(({ id }: { id: string }) => id);

  expect([await found(), await found('&include_archived=true'), await found()]).toEqual([
    ['cafe'],
    ['mill', 'cafe'],
    ['cafe'],
  ]);
});

it('a blank query is a bad request', async () => {
  expect(await refusal('/clients/search?query=%20')).toEqual([400, expect.stringContaining('query')]);
});
