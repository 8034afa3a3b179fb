import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer } from '../../functions/mcp/handler.ts';
import { makeKey } from '../../shared/domain/access/api-key.ts';
import { cliOn } from '../support/cli/cli.ts';
import { serving } from '../support/service/served.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Assistants that have a URL and a key, and nothing installed: POST {base_url}/mcp.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let url = '';
let key = { apiKey: '', keyId: '' };

beforeAll(async () => {
  await admin('accounts create --account acme --name Acme');
  await admin(`import ${temporaryFolder({ 'clients.csv': 'Client ID,Name\nC1,Acorn\n' })} --account acme`);
  key = JSON.parse((await admin('keys issue --account acme --name assistant --json')).out.join(''));
  url = `${await serving(db.table, afterAll)}/mcp`;
});

const bearer = (apiKey = key.apiKey) => ({ Authorization: `Bearer ${apiKey}` });

const types = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

async function post(message: unknown, headers: Record<string, string> = bearer()) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...types, ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, event = '']) => JSON.parse(event));
  const [first] = events;
  const given = first === undefined ? text && JSON.parse(text) : events.length > 1 ? events : first;
  return { status: response.status, headers: response.headers, message: given };
}

const call = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: given },
});

it('an assistant begins, lists the tools and asks, each request by itself', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  expect(begun.message.result.serverInfo).toMatchObject({ name: 'client-health' });
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202 });
  const { message } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  expect(message.result.tools).toHaveLength(8);

  const found = await post(call('find_clients', { name: 'acorn' }), { 'X-API-Key': key.apiKey });
  expect(found).toMatchObject({ status: 200, message: { id: 7, result: { structuredContent: expect.anything() } } });
  expect(found.message.result.content[0].text).toContain('Acorn');
  expect(found.headers.get('Cache-Control')).toBe('no-store');
});

it('the protocol of 2026-07-28, in which each request stands alone, is served beside it', async () => {
  const { apiKey } = JSON.parse((await admin('keys issue --account acme --name modern --json')).out.join(''));
  const of = (name: string) => `io.modelcontextprotocol/${name}`;
  const _meta = {
    [of('protocolVersion')]: '2026-07-28',
    [of('clientInfo')]: { name: 'test', version: '1' },
    [of('clientCapabilities')]: {},
  };
  const ask = (method: string, params: object, name?: string) =>
    post(
      { jsonrpc: '2.0', id: 3, method, params: { ...params, _meta } },
      {
        ...bearer(apiKey),
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(name !== undefined && { 'Mcp-Name': name }),
      },
    );
  const { message } = await ask('tools/list', {});
  // what only this protocol has
  expect(message.result).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number) });
  expect(message.result.tools).toHaveLength(8);
  for (const { annotations } of message.result.tools)
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  const found = await ask('tools/call', { name: 'find_clients', arguments: { name: 'acorn' } }, 'find_clients');
  expect(found).toMatchObject({ status: 200, message: { result: { structuredContent: { total: 1 } } } });
});

it.each([
  ['no key', {}, 401],
  ['a mistyped key', bearer('svclive0000'), 401],
  ['two keys', { ...bearer(makeKey('svctest', randomBytes)), 'X-API-Key': makeKey('svctest', randomBytes) }, 401],
  ['a page of another site', { ...bearer('x'), Origin: 'https://evil.example' }, 403],
])('%s is refused before anything is asked', async (_, headers, status) => {
  const { message, ...refused } = await post(call('get_overview'), headers);
  expect(refused.status).toBe(status);
  expect(message.error.message).toMatch(/^(Send an API key|Requests of other)/);
});

it('a tool call counts as requests of the key, and ends with it', async () => {
  const used = async () =>
    Number(
      (await fetch(`${url.slice(0, -4)}/topics`, { headers: { 'X-API-Key': key.apiKey } })).headers.get(
        'X-RateLimit-Remaining',
      ),
    );
  const before = await used();
  await post(call('get_overview'));
  expect(before - (await used())).toBeGreaterThan(1);

  await admin(`keys revoke ${key.keyId}`);
  const { message } = await post(call('get_overview'));
  expect(message.result.isError).toBe(true);
  expect(message.result.content[0].text).toMatch(/key/i);
});

it('there are no streams and sessions to ask for; what is no JSON is an error', async () => {
  const { apiKey } = JSON.parse((await admin('keys issue --account acme --name other --json')).out.join(''));
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await fetch(url, { method, headers: bearer(apiKey) });
    expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
  }
  const response = await fetch(url, { method: 'POST', headers: { ...types, ...bearer(apiKey) }, body: '{' });
  expect(response.status).toBe(400);
});

it('on Lambda the address of the API is the deployed one, whatever a request names', async () => {
  const event = {
    httpMethod: 'POST',
    headers: { Origin: 'https://api.example.com', 'X-API-Key': 'nothing' },
    body: '{}',
    requestContext: { domainName: 'elsewhere.example', stage: 'v9' },
  } as unknown as APIGatewayProxyEvent;
  const ask = (baseUrl: string) => answer(baseUrl, event);
  expect(await ask('https://api.example.com/v1')).toMatchObject({
    statusCode: 401,
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
  expect(await ask('https://elsewhere.example/v1')).toMatchObject({ statusCode: 403 });
});

describe('one body of many calls', () => {
  const unissued = bearer(makeKey('svctest', (count) => new Uint8Array(count).fill(7)));
  const many = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...call(id % 2 ? 'get_overview' : 'find_clients'), id }));

  /** What the API was asked meanwhile. */
  async function askedBy(messages: unknown, headers: Record<string, string>) {
    const asked = vi.spyOn(globalThis, 'fetch');
    try {
      const answered = await post(messages, headers);
      return { ...answered, requests: asked.mock.calls.filter(([to]) => !String(to).endsWith('/mcp')).length };
    } finally {
      asked.mockRestore();
    }
  }

  it('costs one request of a key that nobody issued', async () => {
    const { status, message, requests } = await askedBy(many(10), unissued);
    expect([status, message.length, requests]).toEqual([200, 10, 1]);
    for (const { result } of message) expect(result.content[0].text).toMatch(/refuses the API key/);
  });

  it('has at most ten messages', async () => {
    const { status, message, requests } = await askedBy(many(11), unissued);
    expect([status, requests]).toEqual([400, 0]);
    expect(message.error.message).toBe('Send at most 10 messages in one request.');
  });

  it('is told at once that the limit of the key is reached, by the first refusal', async () => {
    const limited = JSON.parse((await admin('keys issue --account acme --name limited --json')).out.join(''));
    const topics = `${url.slice(0, -4)}/topics`;
    for (let request = 0; request <= 100; request += 1)
      await fetch(topics, { headers: { 'X-API-Key': limited.apiKey } });
    const { message, requests } = await askedBy(many(10), bearer(limited.apiKey));
    expect(requests).toBe(1);
    for (const { result } of message) expect(result.content[0].text).toMatch(/Do not call again before/);
  });

  it('of 10 MB is refused, and its connection can be used again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sent = (body: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { ...types, ...unissued };
        const asked = request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        });
        asked.on('error', reject).end(body);
      });
    try {
      expect([await sent('x'.repeat(10_000_000)), await sent('{}')]).toEqual([413, 400]);
    } finally {
      agent.destroy();
    }
  });
});
