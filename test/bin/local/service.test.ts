import { relative } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { LocalAccount } from '../../../bin/local/accounts.ts';
import { type LocalService, startService } from '../../../bin/local/service.ts';
import { localAddress } from '../../../bin/local/store/table.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { expectConforms } from '../../support/service/conformance.ts';
import { send } from '../../support/service/http.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let service: LocalService;
const logged: object[] = [];
beforeAll(async () => {
  service = await startService({ port: 0, log: (record) => logged.push(record) });
});
afterAll(() => service.stop());

it('prints its address and keys', () => {
  expect(service).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
    tableName: expect.stringMatching(/^client-health-[0-9a-f]{8}$/),
    dynamodbEndpoint: expect.stringMatching(/^http:\/\//),
    accounts: [
      { customerId: 'brightwater', name: 'Brightwater Agency', apiKey: expect.stringMatching(/^svctest\w{36}$/) },
      { customerId: 'northlight', name: 'Northlight Partners', apiKey: expect.stringMatching(/^svctest\w{36}$/) },
      { customerId: 'edgecases', name: 'Edge Cases', apiKey: expect.stringMatching(/^svctest\w{36}$/) },
    ],
    secret: expect.any(String),
    stop: expect.any(Function),
  });
  expect(new Set(service.accounts.map(({ apiKey }) => apiKey)).size).toBe(3);
});

it('listens on 127.0.0.1 only', async () => {
  const { port } = new URL(service.baseUrl);

  // all of 127.0.0.0/8 is this machine on Linux; elsewhere there is no such address
  await expect(fetch(`http://127.0.0.2:${port}/v1/topics`)).rejects.toThrow('fetch failed');
});

it('answers every endpoint with 200 over HTTP, as documented, from the demo data', async () => {
  const [large] = service.accounts;
  const { streams } = await json<{ streams: { id: string }[] }>(large, '/clients/c-1001/streams');

  await expectAll(large, paths(), { client_id: 'c-1001', stream_id: streams[0]?.id ?? '', query: 'harbor' });
});

it(`answers every endpoint as documented for ${everyNthSaid(10)} client whose name and texts are hard to show`, async () => {
  const edge = service.accounts.find(({ customerId }) => customerId === 'edgecases');
  const { clients } = await json<{ clients: { id: string; name: string }[] }>(edge, '/clients?include_archived=true');
  const { streams } = await json<{ streams: { id: string; parentClientId: string }[] }>(edge, '/streams');
  await expectAll(edge, paths('without a client'), { query: 'e' });

  expect(clients.length).toBeGreaterThan(20);
  expect(new Set(streams.map(({ parentClientId }) => parentClientId)).size).toBeGreaterThan(10);
  const table = openTable(localAddress(service.dynamodbEndpoint, service.tableName));
  onTestFinished(() => table.close());
  for (const { id, name } of everyNth(10, clients)) {
    // a key of its own, because a key has 100 requests a minute
    const apiKey = await putKey(table, { customerId: 'edgecases' });
    const stream = streams.find(({ parentClientId }) => parentClientId === id);
    const ids = { client_id: id, query: encodeURIComponent([...name].slice(0, 100).join('')) };
    const ofClient = paths('of a client').filter(({ path }) => stream || !path.includes('{stream_id}'));
    await expectAll({ apiKey }, ofClient, { ...ids, stream_id: stream?.id ?? '' });
  }
});

async function json<Answer>(account: Pick<LocalAccount, 'apiKey'> | undefined, path: string): Promise<Answer> {
  return (await (await get(account, path)).json()) as Answer;
}

function get(account: Pick<LocalAccount, 'apiKey'> | undefined, path: string): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, { headers: { 'X-API-Key': account?.apiKey ?? '' } });
}

/** Searching by a name counts as an endpoint of a client. */
function paths(which?: 'of a client' | 'without a client'): (Endpoint & { readonly operation: string })[] {
  return groups
    .flatMap(({ endpoints }) => Object.entries<Endpoint>(endpoints))
    .map(([operation, endpoint]) => ({ ...endpoint, operation }))
    .filter(({ path, query }) => {
      if (!which) return true;
      return (path.includes('{client_id}') || query.query !== undefined) === (which === 'of a client');
    });
}

async function expectAll(
  account: Pick<LocalAccount, 'apiKey'> | undefined,
  asked: readonly (Endpoint & { readonly operation: string })[],
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const ids: Readonly<Record<string, string>> = { portfolio_id: 'all-clients', risk_level: 'high_risk', ...given };
  for (const { operation, path, query } of asked) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');
    const answer = await get(account, `${filled}${query.query ? `?query=${ids.query}` : ''}`);

    expect({ operation, filled, status: answer.status }).toEqual({ operation, filled, status: 200 });
    expectConforms(operation, 200, Object.fromEntries(answer.headers), await answer.text());
  }
}

it('stops: the ports of the service and the database are closed', async () => {
  const folder = temporaryFolder();
  const started = await startService({ port: 0, demos: [], inbox: relative(process.cwd(), folder) });
  const { stop, baseUrl, dynamodbEndpoint, inbox } = started;
  await stop();
  // whoever reads the address of the service may be in another folder
  expect(inbox).toBe(folder);

  await expect(fetch(baseUrl)).rejects.toThrow();
  if (!process.env.DYNAMODB_ENDPOINT) await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});

it('shows boards that count on no key: a first screen at the front, all at its link, for loopback host names', async () => {
  const account = service.accounts.find(({ customerId }) => customerId === 'northlight');
  const { port, origin } = new URL(service.baseUrl);
  const front = await (await fetch(`${origin}/`)).text();
  const before = await usedBy(account);
  const link = '/accounts/northlight';
  const board = await send(Number(port), link);
  const after = await usedBy(account);
  const [shown] = service.accounts;

  expect(board).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(board.body).toContain('<h1><bdi>Northlight Partners</bdi></h1>');
  expect(front).toContain(`<h1><bdi>${shown?.name}</bdi></h1>`);
  expect(front.match(/<li data-l/g)).toHaveLength(5);
  expect([...new Set(front.match(/svctest\w+/g))].sort()).toEqual(service.accounts.map(({ apiKey }) => apiKey).sort());
  expect(board.body).not.toContain(account?.apiKey);
  // the second request of this test alone, or the first one of the next minute
  expect(after.remaining).toBe(after.reset === before.reset ? before.remaining - 1 : 99);
  expect((await send(Number(port), '/', { headers: { Host: 'evil.example' } })).body).not.toContain('class="board"');
  expect((await send(Number(port), link, { headers: { Host: 'evil.example' } })).status).toBe(403);
});

async function usedBy(account: LocalAccount | undefined) {
  const { headers } = await get(account, '/topics');
  return { remaining: Number(headers.get('X-RateLimit-Remaining')), reset: headers.get('X-RateLimit-Reset') };
}
