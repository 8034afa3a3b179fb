import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from '../../functions/mcp/handler.ts';
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

async function post(message: object, headers: Record<string, string> = bearer()) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...types, ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const data = text.startsWith('event:') || text.startsWith('data:') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
  return { status: response.status, headers: response.headers, message: data === '' ? undefined : JSON.parse(data) };
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

it.each([
  ['no key', {}, 401],
  ['a mistyped key', bearer('svclive0000'), 401],
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

it('on Lambda the address of the request is that of the API', async () => {
  const event = {
    httpMethod: 'POST',
    headers: { Origin: 'https://api.example.com', 'X-API-Key': 'nothing' },
    body: '{}',
    requestContext: { domainName: 'api.example.com', stage: 'v1' },
  } as unknown as APIGatewayProxyEvent;
  expect(await answer(event)).toMatchObject({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
});
