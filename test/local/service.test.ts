import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type LocalService, startService } from '../../bin/local/service.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { expectConforms } from '../support/service/conformance.ts';

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
    ],
    stop: expect.any(Function),
  });
});

it('answers a request over HTTP through gateway, handler and embedded table, as documented', async () => {
  for (const { apiKey, customerId } of service.accounts) {
    logged.length = 0;
    const answer = await fetch(`${service.baseUrl}/topics`, { headers: { 'X-API-Key': apiKey } });
    const body = await answer.text();

    expect(answer.status).toBe(200);
    expectConforms('listTopics', 200, Object.fromEntries(answer.headers), body);
    expect(logged).toMatchObject([{ operation: 'listTopics', status: 200, customerId }]);
  }
});

const demoIds: Record<string, string> = {
  client_id: 'c-1001',
  portfolio_id: 'all-clients',
  risk_level: 'high_risk',
};

it('answers every endpoint with 200 over HTTP, as documented, from the demo data', async () => {
  const { apiKey = '' } = service.accounts[0] ?? {};
  const get = (path: string) => fetch(`${service.baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } });
  const { streams } = (await (await get('/clients/c-1001/streams')).json()) as { streams: { id: string }[] };
  const ids = { ...demoIds, stream_id: streams[0]?.id ?? '' };

  for (const { endpoints } of groups) {
    for (const [operation, { path, query }] of Object.entries<Endpoint>(endpoints)) {
      const filled = Object.entries(ids).reduce((text: string, [name, id]) => text.replace(`{${name}}`, id), path);
      const answer = await get(`${filled}${query.query ? '?query=harbor' : ''}`);

      expect({ operation, status: answer.status }).toEqual({ operation, status: 200 });
      expectConforms(operation, 200, Object.fromEntries(answer.headers), await answer.text());
    }
  }
});

it('answers 401 to a key that it did not issue', async () => {
  const answer = await fetch(`${service.baseUrl}/topics`, { headers: { 'X-API-Key': 'svctest' } });

  expect(answer.status).toBe(401);
  expectConforms('listTopics', 401, Object.fromEntries(answer.headers), await answer.text());
});

it('a service whose port is in use reports it and leaves no database running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();

  await expect(startService({ port: address && typeof address === 'object' ? address.port : 0 })).rejects.toMatchObject(
    {
      code: 'EADDRINUSE',
    },
  );
});

it('stops: the ports of the service and the database are closed', async () => {
  const { stop, baseUrl, dynamodbEndpoint } = await startService({ port: 0, demos: [] });
  await stop();

  await expect(fetch(baseUrl)).rejects.toThrow();
  if (!process.env.DYNAMODB_ENDPOINT) await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});
