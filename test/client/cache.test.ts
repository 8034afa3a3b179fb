import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createClient, memoryCache, type ResponseCache } from '../../client/index.ts';
import { type Sent, stubFetch, stubOptions } from './stub.ts';

/** Answers with a body that is a number, and with 304 to whoever holds it. */
function counting() {
  let version = 1;
  const fetch = stubFetch(({ headers }: Sent) =>
    headers['If-None-Match'] === `"v${version}"`
      ? { status: 304, headers: { ETag: `"v${version}"` } }
      : { headers: { ETag: `"v${version}"` }, body: { total: version } },
  );
  return { fetch, change: () => (version += 1) };
}

it('a response that is held is used when the service says that it is current, and replaced when not', async () => {
  const { fetch, change } = counting();
  const client = createClient({ ...stubOptions(fetch), cache: memoryCache() });
  const totals = [(await client.listPortfolios()).total, (await client.listPortfolios()).total];
  change();
  totals.push((await client.listPortfolios()).total, (await client.listPortfolios()).total);

  expect(totals).toEqual([1, 1, 2, 2]);
  expect(fetch.sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"v1"', '"v1"', '"v2"']);
});

it('without a cache nothing is held', async () => {
  const { fetch } = counting();
  const client = createClient(stubOptions(fetch));
  await client.listPortfolios();
  await client.listPortfolios();

  expect(fetch.sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, undefined]);
});

it('any store will do: it is asked by URL and may answer later', async () => {
  const { fetch } = counting();
  const stored = new Map<string, string>();
  const cache: ResponseCache = {
    get: async (url) => JSON.parse(stored.get(url) ?? 'null') ?? undefined,
    set: async (url, response) => {
      await setImmediate();
      stored.set(url, JSON.stringify(response));
    },
  };
  await createClient({ ...stubOptions(fetch), cache }).listPortfolios();
  const { total } = await createClient({ ...stubOptions(fetch), cache }).listPortfolios();

  expect(total).toBe(1);
  expect(fetch.sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"v1"']);
  expect([...stored]).toEqual([
    ['https://api.example.com/v1/portfolios', '{"etag":"\\"v1\\"","body":"{\\"total\\":1}"}'],
  ]);
});

it('the memory keeps what was used last, within its size', async () => {
  const cache = memoryCache(10);
  await cache.set('a', { etag: '1', body: 'aaaa' });
  await cache.set('b', { etag: '1', body: 'bbbb' });
  await cache.get('a');
  await cache.set('c', { etag: '1', body: 'cccc' });
  await cache.set('d', { etag: '1', body: 'longer than all of it' });

  expect(await Promise.all(['a', 'b', 'c', 'd'].map((url) => cache.get(url)))).toEqual([
    { etag: '1', body: 'aaaa' },
    undefined,
    { etag: '1', body: 'cccc' },
    undefined,
  ]);
});
