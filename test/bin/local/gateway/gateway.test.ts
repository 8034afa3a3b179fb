import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFunctions } from '../../../../bin/local/gateway/functions.ts';
import { baseUrlOf, createGateway } from '../../../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../../../bin/local/gateway/routing.ts';
import { details, errorHeaders, errorText, notFoundText } from '../../../../shared/contract/errors.ts';
import { groups } from '../../../../shared/contract/groups.ts';
import { makeKey } from '../../../../shared/domain/access/api-key.ts';
import type { ApiHandler } from '../../../../shared/http/api.ts';
import type { Reply } from '../../../../shared/http/request-state.ts';
import { putKey } from '../../../support/service/api-keys.ts';
import { fakeDeps } from '../../../support/service/deps.ts';
import { send, sendRaw, serve } from '../../../support/service/http.ts';
import { useMemoryTable } from '../../../support/store/table.ts';

const db = useMemoryTable();

const noEndpoint = notFoundText('endpoint');
const malformed = errorText(400, details.malformed);
const internal = errorText(500, details.internal);

/** Headers of the gateway's own responses, which do not know the limits of a key. */
const byItself = {
  'content-type': 'application/json',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': '0',
  'cache-control': 'no-store',
};

const [unissued, expired] = [1, 2].map((byte) => makeKey('svctest', (count) => new Uint8Array(count).fill(byte)));

const fine: ApiHandler = async () => ({ statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: 'für' });

function gatewayTo(handler: ApiHandler): Promise<number> {
  return serve(createGateway(routesOf(groups, new Map(groups.map(({ name }) => [name, handler])))));
}

it('prints nothing about a form whose sender has left in the middle', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = Promise.withResolvers<void>();
  const pages = async (request: IncomingMessage): Promise<Reply> => {
    try {
      for await (const _ of request);
      return { statusCode: 303, headers: {}, body: '' };
    } finally {
      read.resolve();
    }
  };
  const socket = connect(await serve(createGateway([], { pages })), '127.0.0.1');
  socket.write('POST /accounts/a/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname=', () =>
    socket.destroy(),
  );
  await read.promise;
  await setImmediate();

  expect(printed.mock.calls).toEqual([]);
  printed.mockRestore();
});

it('passes a response on unchanged, with its length in bytes and a request id', async () => {
  const port = await gatewayTo(fine);
  const { status, headers, body } = await send(port, '/v1/topics');

  expect({ status, body }).toEqual({ status: 200, body: 'für' });
  expect(headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '4' });
});

it.each([
  ['no key', undefined, 'www-authenticate'],
  ['a mistyped key', 'svctest0000', 'www-authenticate'],
  ['a key that API Gateway does not have', unissued, 'www-authenticate'],
  ['a key of API Gateway that has expired', expired, 'x-amzn-remapped-www-authenticate'],
])('401 for %s names the header of keys as API Gateway does', async (_, apiKey, header) => {
  const refusing: ApiHandler = async () => ({ statusCode: 401, headers: { ...errorHeaders(401) }, body: '{}' });
  const functions = new Map(groups.map(({ name }) => [name, refusing]));
  const knowsKey = async (each: string) => each === expired;
  const port = await serve(createGateway(routesOf(groups, functions), { knowsKey }));
  const { headers } = await send(port, '/v1/topics', { headers: { ...(apiKey && { 'X-API-Key': apiKey }) } });
  expect(Object.keys(headers).filter((name) => name.endsWith('authenticate'))).toEqual([header]);
});

it('the request id of a response is the one that the function received', async () => {
  const port = await gatewayTo(async ({ requestContext }, { awsRequestId }) => ({
    statusCode: 200,
    body: `${requestContext.requestId} ${awsRequestId}`,
  }));
  const { headers, body } = await send(port, '/v1/topics');

  expect(body).toBe(`${headers['x-amzn-requestid']} ${headers['x-amzn-requestid']}`);
  expect(headers['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
});

it('304 has neither body nor length', async () => {
  const port = await gatewayTo(async () => ({ statusCode: 304, headers: { ETag: '"v1"' }, body: '' }));
  const { status, headers, body } = await send(port, '/v1/topics');

  expect({ status, body, etag: headers.etag, length: headers['content-length'] }).toEqual({
    status: 304,
    body: '',
    etag: '"v1"',
    length: undefined,
  });
});

describe('404 in the documented body, without a function', () => {
  it.each(['/', '/v2/topics', '/favicon.ico'])('for %s, which is outside the API', async (path) => {
    const { status, headers, body } = await send(await gatewayTo(fine), path);

    expect({ status, body }).toEqual({ status: 404, body: noEndpoint });
    expect(headers).toMatchObject(byItself);
  });

  it('for CONNECT', async () => {
    const answer = await sendRaw(await gatewayTo(fine), 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer.endsWith(`\r\n\r\n${noEndpoint}`)).toBe(true);
  });
});

describe('a request of no endpoint needs a key, and is counted', () => {
  const paths = [
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/topics/x',
    '/v1/clients//c1',
    '/v1/clients/',
    '/v1//clients',
    '/v1/clients/c1/streams/',
    '/v1/../v1/topics',
  ];
  const asked = [
    ...paths.map((path) => ({ path, method: 'GET' })),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD'].map((method) => ({
      path: '/v1/topics',
      method,
    })),
  ];
  let port: number;
  beforeEach(async () => {
    port = await serve(createGateway(routesOf(groups, await loadFunctions(fakeDeps(db.table)))));
  });

  it.each(asked)('$method $path: 404 with the true limits, and 401 without a key', async ({ path, method }) => {
    const bodyOf = (text: string) => (method === 'HEAD' ? '' : text);
    const apiKey = await putKey(db.table);

    const admitted = await send(port, path, { method, headers: { 'X-API-Key': apiKey } });
    expect(admitted).toMatchObject({ status: 404, body: bodyOf(noEndpoint) });
    expect(admitted.headers).toMatchObject({ 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '1795176060' });

    const refused = await send(port, path, { method });
    expect(refused).toMatchObject({ status: 401, headers: { 'cache-control': 'no-store' } });
    expect(refused.headers['www-authenticate']).toBe('ApiKey header="X-API-Key"');
  });

  it('two keys in one request are 401, whichever is valid', async () => {
    const [one, two] = [await putKey(db.table), await putKey(db.table)];
    const asked = (...keys: string[]) => {
      const names = ['X-API-Key', 'x-api-key', 'X-Api-Key'];
      const lines = keys.map((key, at) => `${names[at]}: ${key}\r\n`).join('');
      return sendRaw(port, `GET /v1/topics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`);
    };
    expect(await asked(one)).toMatch(/^HTTP\/1\.1 200 /);
    for (const keys of [
      [one, two],
      [one, one],
      ['', one],
      [one, 'x', two],
    ])
      expect(await asked(...keys)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('openapi.json alone is for everybody, with its own address, and counts nothing', async () => {
    const { status, headers, body } = await send(port, '/v1/openapi.json');

    expect({ status, ...JSON.parse(body) }).toMatchObject({
      status: 200,
      openapi: '3.1.0',
      servers: [{ url: `http://127.0.0.1:${port}/v1` }],
      paths: { '/clients': {} },
    });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '100' });
    expect(await send(port, '/v1/openapi.json', { method: 'POST' })).toMatchObject({ status: 401 });
  });

  it('llms.txt too: it says where everything is, and names every endpoint', async () => {
    const { status, headers, body } = await send(port, '/v1/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toContain(`[openapi.json](http://127.0.0.1:${port}/v1/openapi.json)`);
    for (const { path } of groups.flatMap(({ endpoints }) => Object.values(endpoints)))
      expect(body).toContain(`- \`GET ${path}\`: `);
  });

  it('a large body is not read', async () => {
    const body = 'x'.repeat(5_000_000);

    expect(await send(port, '/v1/topics', { method: 'POST', body })).toMatchObject({ status: 401 });
    expect(await send(await gatewayTo(fine), '/v1/topics', { body: '{"a":1}' })).toMatchObject({ status: 200 });
  });
});

describe('400 in the documented body for invalid or too large HTTP', () => {
  const host = 'Host: localhost';
  const long = (length: number) => 'x'.repeat(length);

  it.each<[string, string | Uint8Array]>([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['a TLS ClientHello', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['an unknown method', `FROBNICATE /v1/topics HTTP/1.1\r\n${host}\r\n\r\n`],
    ['an unknown version', `GET /v1/topics HTTP/7.3\r\n${host}\r\n\r\n`],
    ['a space in the path', `GET /v1/top ics HTTP/1.1\r\n${host}\r\n\r\n`],
    ['a header without a name', `GET /v1/topics HTTP/1.1\r\n${host}\r\n: x\r\n\r\n`],
    ['a NUL in a header', `GET /v1/topics HTTP/1.1\r\n${host}\r\nX-API-Key: a\0b\r\n\r\n`],
    ['two lengths', `POST /v1/topics HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['an invalid length', `POST /v1/topics HTTP/1.1\r\n${host}\r\nContent-Length: x\r\n\r\n`],
    [
      'a length and chunks',
      `POST /v1/topics HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['a header of 20 KB', `GET /v1/topics HTTP/1.1\r\n${host}\r\nX-API-Key: ${long(20_000)}\r\n\r\n`],
    ['20 KB of headers', `GET /v1/topics HTTP/1.1\r\n${host}\r\n${`X-Much: ${long(90)}\r\n`.repeat(200)}\r\n`],
    ['a URL of 20 KB', `GET /v1/topics?a=${long(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`],
    ['a header of 2 MB', `GET /v1/topics HTTP/1.1\r\n${host}\r\nX-API-Key: ${long(2_000_000)}\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const [head = '', body] = (await sendRaw(await gatewayTo(fine), bytes)).split('\r\n\r\n');
    const [first, ...headers] = head.split('\r\n');

    expect(first).toBe('HTTP/1.1 400 Bad Request');
    expect(headers.map((line) => line.toLowerCase())).toEqual([
      ...Object.entries(byItself).map(([name, value]) => `${name}: ${value}`),
      expect.stringMatching(/^x-amzn-requestid: [0-9a-f-]{36}$/),
      `content-length: ${malformed.length}`,
      'connection: close',
    ]);
    expect(body).toBe(malformed);
  });

  it.each([
    ['no host', 'GET /v1/topics HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an old version', 'GET /v1/topics HTTP/1.0\r\n\r\n'],
    ['an unknown Expect header', `GET /v1/topics HTTP/1.1\r\n${host}\r\nExpect: tea\r\nConnection: close\r\n\r\n`],
    [
      'a protocol upgrade',
      `GET /v1/topics HTTP/1.1\r\n${host}\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
    ],
  ])('but not for valid requests: %s', async (_, bytes) => {
    expect(await sendRaw(await gatewayTo(fine), bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nfür$/s);
  });
});

it('a stream that fails is cut off: half an export must not look like a whole one', async () => {
  const stream = async function* () {
    yield 'first part, ';
    throw new Error('defect');
  };
  const port = await gatewayTo(async () => ({ statusCode: 200, body: '', stream: stream() }) as never);

  await expect(fetch(`${baseUrlOf(port)}/topics`).then((answer) => answer.text())).rejects.toThrow('terminated');
});

it('a response as large as Lambda takes is sent', async () => {
  const headers = { 'X-Long': 'y'.repeat(1000) };
  const frame = JSON.stringify({ statusCode: 200, headers, body: '' }).length;
  const body = 'x'.repeat(6_291_556 - frame);

  expect(await send(await gatewayTo(async () => ({ statusCode: 200, headers, body })), '/v1/topics')).toMatchObject({
    status: 200,
    body,
  });
  const more = async () => ({ statusCode: 200, headers, body: `${body}x` });
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await send(await gatewayTo(more), '/v1/topics')).toMatchObject({ status: 500 });
  printed.mockRestore();
});

describe('500 in the documented body if a function gives no valid response', () => {
  it.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new Error('defect'))],
    ['returns nothing', () => undefined],
    ['returns only text', () => 'text'],
    ['returns no status', () => ({})],
    ['returns a body that is not text', () => ({ statusCode: 200, body: { a: 1 } })],
    ['returns a header that is invalid in HTTP', () => ({ statusCode: 200, headers: { ETag: '"ł\n"' }, body: '' })],
  ])('%s', async (_, answer) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const port = await gatewayTo(async () => (await answer()) as APIGatewayProxyResult);
    const { status, headers, body } = await send(port, '/v1/topics');

    expect({ status, body }).toEqual({ status: 500, body: internal });
    expect(headers).toMatchObject(byItself);
    expect(printed, 'a defect is to be seen').toHaveBeenCalled();
    expect(await send(port, '/'), 'the service goes on').toMatchObject({ status: 404 });
    printed.mockRestore();
  });
});

it('a page that throws is a documented 500, and the service goes on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const pages = ({ url }: { url?: string | undefined }) => {
    if (url === '/broken') throw new Error('broken');
    return undefined;
  };
  const port = await serve(createGateway(routesOf(groups, new Map(groups.map(({ name }) => [name, fine]))), { pages }));

  expect(await send(port, '/broken')).toMatchObject({ status: 500, body: internal });
  expect(await send(port, '/v1/topics')).toMatchObject({ status: 200, body: 'für' });
});
