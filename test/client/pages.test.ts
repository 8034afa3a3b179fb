import { describe, expect, it } from 'vitest';
import { createClient, DataChangedError, memoryCache } from '../../client/index.ts';
import { type Sent, stubFetch, stubOptions } from './stub.ts';

/** Seven clients in pages, of the version that stands at that request. */
function serviceOfVersions(versions: readonly (string | null)[], totals: readonly number[] = []) {
  let at = -1;
  return stubFetch(({ url }: Sent) => {
    at += 1;
    const version = versions[Math.min(at, versions.length - 1)];
    const total = totals[Math.min(at, totals.length - 1)] ?? 7;
    const query = new URL(url).searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const clients = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
      id: `${version} ${offset + index}`,
    }));
    const etag = version === null ? `"textHash${at}.build1"` : `"${version}.question${offset}.build${at}"`;
    return { headers: { ETag: etag }, body: { clients, total, customerId: 'acme', portfolioId: null } };
  });
}

const idsOf = (clients: readonly { id: string }[]) => clients.map(({ id }) => id);
const ids = (version: string, count: number) => Array.from({ length: count }, (_, index) => `${version} ${index}`);

describe('the pages of a list', () => {
  it('are as large as they may be, unless the caller says otherwise', async () => {
    const fetch = serviceOfVersions(['v1']);
    const client = createClient(stubOptions(fetch));
    await client.all('listClients');
    await client.all('listClients', { limit: 4 });

    expect(fetch.sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=500&offset=0',
      '?limit=4&offset=0',
      '?limit=4&offset=4',
    ]);
  });

  it('are all of one version: a deployment in between changes nothing, another version is reported', async () => {
    const client = createClient(stubOptions(serviceOfVersions(['v1', 'v1', 'v2'], [9])));
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of client.entries('listClients', { limit: 3, offset: 1 })) seen.push(id);
    })();

    await expect(reading).rejects.toThrow(DataChangedError);
    const message = 'GET /clients: the data changed after 6 entries. Read the list again from its first page.';
    await expect(reading).rejects.toMatchObject({ offset: 6, message });
    expect(seen).toEqual(ids('v1', 7).slice(1));
  });

  it('of what changed go on from `next`, whatever the version is, until there is no more', async () => {
    const fetch = stubFetch(({ url }: Sent) => {
      const since = new URL(url).searchParams.get('updated_since');
      const [clients, removed, total, next] =
        since === '2026-11-20' ? [[{ id: 'c1' }], ['c2'], 3, 'T,c2'] : [[{ id: 'c3' }], [], 1, 'T,c3'];
      return { headers: { ETag: `"${since}.x.y"` }, body: { clients, removed, total, next } };
    });
    const seen = [];
    const changes = createClient(stubOptions(fetch)).pages('listClients', { updated_since: '2026-11-20' });
    for await (const { clients, removed, next } of changes) seen.push([idsOf(clients), removed, next]);

    expect(seen).toEqual([
      [['c1'], ['c2'], 'T,c2'],
      [['c3'], [], 'T,c3'],
    ]);
    expect(fetch.sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=100&updated_since=2026-11-20',
      '?limit=100&updated_since=T%2Cc2',
    ]);
  });

  it('are of one version if only some of them were compressed', async () => {
    const fetch = serviceOfVersions(['v1']);
    const weak = async (...sent: Parameters<typeof fetch>) => {
      const response = await fetch(...sent);
      const etag = response.headers.get('ETag');
      if (fetch.sent.length !== 2) return response;
      return { ...response, headers: { get: (name: string) => (name === 'ETag' ? `W/${etag}` : null) } };
    };
    const clients = await createClient(stubOptions(weak)).all('listClients', { limit: 3 });

    expect([clients.length, fetch.sent.length]).toEqual([7, 3]);
  });

  it('are of one version if the first is held, and confirmed without its ETag', async () => {
    const fetch = serviceOfVersions(['v1']);
    const confirming = async (...sent: Parameters<typeof fetch>) =>
      sent[1].headers['If-None-Match'] ? stubFetch({ status: 304 })(...sent) : fetch(...sent);
    const client = createClient({ ...stubOptions(confirming), cache: memoryCache() });
    await client.listClients({ limit: 3, offset: 0 });

    const sizes: number[] = [];
    for await (const { clients } of client.pages('listClients', { limit: 3 })) sizes.push(clients.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('are read again from the first when all of them are asked for', async () => {
    const fetch = serviceOfVersions(['v1', 'v2', 'v2', 'v3', 'v3', 'v3', 'v3']);
    const clients = await createClient(stubOptions(fetch)).all('listClients', { limit: 3 });

    expect(idsOf(clients)).toEqual(ids('v3', 7));
    expect(fetch.sent.length).toBe(7);
  });

  it('are given up when the data never stands still', async () => {
    const versions = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const fetch = serviceOfVersions(versions);

    await expect(createClient(stubOptions(fetch)).all('listClients', { limit: 3 })).rejects.toThrow(DataChangedError);
    expect(fetch.sent.length).toBe(8);
  });

  it('of a list without versions, as of a past week, are held together by their total', async () => {
    const steady = createClient(stubOptions(serviceOfVersions([null])));
    const fetch = serviceOfVersions([null], [7, 8, 8, 8, 8]);
    const changing = createClient(stubOptions(fetch));

    expect((await steady.all('listClients', { limit: 3 })).length).toBe(7);
    expect((await changing.all('listClients', { limit: 3 })).length).toBe(8);
    // from the first again
    expect(fetch.sent.length).toBe(5);
  });
});
