import { describe, expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { cafe, harbour, mill, muller, northwind } from './entries.ts';

const { ask, read, refusal } = useSmallAccount();

it('GET /clients lists the clients that are not archived: best score first, then by name ignoring case and accents', async () => {
  expect(await read('/clients')).toEqual({
    clients: [northwind, muller, cafe, harbour],
    total: 4,
    customerId: 'acme',
    portfolioId: null,
  });
});

it('include_archived merges archived clients into the order', async () => {
  expect(await read('/clients?include_archived=true')).toEqual({
    clients: [northwind, mill, muller, cafe, harbour],
    total: 5,
    customerId: 'acme',
    portfolioId: null,
  });
});

it('a page is a slice of the list; total counts the whole list', async () => {
  expect(await read('/clients?limit=2&offset=1')).toMatchObject({ clients: [muller, cafe], total: 4 });
});

it.each([4, 9])('an offset past the end returns an empty page: %i', async (offset) => {
  expect(await read(`/clients?offset=${offset}`)).toMatchObject({ clients: [], total: 4 });
});

it('answers to different requests have different ETags, although all are of one version', async () => {
  const page = ['', 'limit=1', 'offset=1', 'include_archived=true'];
  const scoped = [...page, 'portfolio_id=key'];
  const trending = [...scoped, 'period=7day', 'direction=stable', 'direction=improving', 'direction=declining'];
  const queries: Readonly<Record<string, readonly string[]>> = {
    '/clients': scoped,
    '/clients/search?query=a': scoped,
    '/clients/search?query=b': [''],
    ...{ '/clients/by-risk/high_risk': scoped, '/clients/by-risk/on_track': [''], '/clients/trending': trending },
    // over both periods, a portfolio has one list
    '/clients/trending?portfolio_id=key': ['period=7day'],
    '/clients/statistics/overview': ['', 'include_archived=true', 'portfolio_id=key'],
    '/clients/export/csv': ['', 'include_archived=true', 'portfolio_id=key', 'bom=true'],
    ...{ '/portfolios/key': ['', 'limit=1'], '/portfolios/all-clients': ['', 'limit=1'] },
    ...{ '/clients/alignment': page, '/streams': ['', 'limit=1', 'offset=1', 'include_inactive=true'] },
  };
  const paths = Object.entries(queries).flatMap(([path, each]) =>
    each.map((query) => (query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)),
  );
  const tags = await Promise.all(paths.map(async (path) => (await ask(path)).headers.ETag));

  expect(paths.filter((_, at) => tags[at] === undefined || tags.indexOf(tags[at]) < at)).toEqual([]);
});

describe('portfolio_id', () => {
  it('scopes list, total and pages, and is repeated in the answer', async () => {
    expect(await read('/clients?portfolio_id=key&limit=1&offset=1')).toEqual({
      clients: [cafe],
      total: 2,
      customerId: 'acme',
      portfolioId: 'key',
    });
  });

  it('may be spelled portfolioId', async () => {
    expect(await read('/clients?portfolioId=key')).toEqual(await read('/clients?portfolio_id=key'));
  });

  it('scopes archived clients too', async () => {
    const answer = await read('/clients?portfolio_id=key&include_archived=true');

    expect(answer).toMatchObject({ clients: [northwind, mill, cafe], total: 3 });
  });

  it('may name a portfolio without clients', async () => {
    expect(await read('/clients?portfolio_id=empty')).toMatchObject({ clients: [], total: 0, portfolioId: 'empty' });
  });

  it('all-clients means the whole account', async () => {
    const lists = ['?', '/search?query=a&', '/trending?direction=improving&', '/by-risk/high_risk?'];
    for (const path of [...lists, '/portfolio-health?', '/statistics/overview?', '/export/csv?']) {
      const [named, whole] = [await ask(`/clients${path}portfolio_id=all-clients`), await ask(`/clients${path}`)];
      expect([path, named.body, named.headers.ETag]).toEqual([path, whole.body, whole.headers.ETag]);
    }
  });

  it.each(['nothing', '', '%20', '..%2F', 'KEY', 'constructor'])(
    '%j is not a portfolio: 404, never the whole list',
    async (id) => {
      expect(await refusal(`/clients?portfolio_id=${id}`)).toEqual([404, 'There is no such portfolio.']);
    },
  );

  it.each(['favorite-clients', 'archived-clients'])(
    '%s gives 400: it is available only from GET /portfolios/{portfolio_id}',
    async (id) => {
      expect(await refusal(`/clients?portfolio_id=${id}`)).toEqual([400, expect.stringContaining('/portfolios/')]);
    },
  );
});
