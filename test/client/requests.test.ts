import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ClientHealthError,
  createClient,
  DataChangedError,
  ForbiddenError,
  NotFoundError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  ValidationError,
} from '../../client/index.ts';
import { endpointBehind } from '../support/store/stores.ts';
import { stubFetch, stubOptions } from './stub.ts';

const client = (fetch = stubFetch({ body: {} })) => createClient(stubOptions(fetch));
type Untyped = Record<string, (...given: unknown[]) => Promise<unknown>>;
const untyped = (fetch?: ReturnType<typeof stubFetch>) => client(fetch) as unknown as Untyped;

describe('what would ask for something else is not sent', () => {
  it.each(['', '.', '..'])('an id of %j', async (client_id) => {
    const fetch = stubFetch({ body: {} });

    await expect(client(fetch).getClient(client_id)).rejects.toThrow(TypeError);
    expect(fetch.sent).toEqual([]);
  });

  it('a missing id, and a parameter that the operation does not have', async () => {
    await expect(untyped().getClient?.()).rejects.toThrow('getClient needs client_id, and "" is no id.');
    await expect(untyped().listClients?.({ limt: 3 })).rejects.toThrow(
      new TypeError(
        'listClients has no parameter limt. Its parameters: include_archived, portfolio_id, portfolioId, limit, offset, include, ids, updated_since.',
      ),
    );
    await expect(untyped().getClientHistory?.('c', { day: 3 })).rejects.toThrow(
      new TypeError('getClientHistory has no parameter day. Its parameters: client_id, days.'),
    );
    await expect(untyped().listTopics?.({}, undefined)).resolves.toEqual({});
  });

  it.each<[string, (api: Untyped) => unknown, string]>([
    [
      'an object in place of an id',
      (api) => api.getClient?.({ client_id: 'c' }),
      'client_id must be a text. Call it as getClient(client_id, options).',
    ],
    [
      'a text in place of parameters',
      (api) => api.getClientHistory?.('c', '30'),
      'parameters must be an object. Call it as getClientHistory(client_id, parameters, options).',
    ],
    [
      'parameters of a method that has none',
      (api) => api.listTopics?.({ limit: 3 }),
      'The last argument of listTopics(options) has no option limit. Its options: signal, totalTimeoutMs, maxWaitSeconds, retries, onResponse.',
    ],
    [
      'null for a portfolio, which would be the whole account',
      (api) => api.listClients?.({ portfolio_id: null }),
      'portfolio_id of listClients is null. Leave it out, or give it a value.',
    ],
    ['an argument too many', (api) => api.listTopics?.({}, { retries: 0 }), 'Call it as listTopics(options).'],
    [
      'pages of what has none',
      (api) => api.all?.('listTopics'),
      'listTopics does not answer in pages. These do: listClients, listClientsByRisk, searchClients, listTrendingClients, listStreams, listAlignment.',
    ],
  ])('%s', async (_, call, message) => {
    const fetch = stubFetch({ body: {} });

    await expect(call(untyped(fetch))).rejects.toThrow(new TypeError(message));
    expect(fetch.sent).toEqual([]);
  });

  it('a misspelled option of the client', () => {
    const options = { ...stubOptions(stubFetch({})), apikey: 'x' };

    expect(() => createClient(options)).toThrow(
      new TypeError(
        'createClient has no option apikey. Its options: baseUrl, apiKey, fetch, timeoutMs, userAgent, cache, onRequest, onResponse, maxWaitSeconds, retries, wait, random.',
      ),
    );
  });
});

it('a redirect to another host is an error, and that host never gets the key', async () => {
  const asked: unknown[] = [];
  const other = await endpointBehind((request, response) => {
    asked.push(request.headers);
    response.end('{}');
  });
  let redirected = 0;
  const first = await endpointBehind((_, response) => {
    redirected += 1;
    response.writeHead(307, { Location: other }).end();
  });
  const api = createClient({ baseUrl: `${first}/v1`, apiKey: 'svctest' });

  await expect(api.listTopics()).rejects.toThrow(UnexpectedResponseError);
  // once: it would be the same again
  expect([asked, redirected]).toEqual([[], 1]);
});

it('ids and values are encoded, and parameters without a value left out', async () => {
  const fetch = stubFetch({ body: {} });
  await client(fetch).getStream({ client_id: 'a/b?c', stream_id: 'ü' });
  await client(fetch).listClients({
    portfolio_id: undefined,
    offset: undefined,
    limit: 0,
    include_archived: false,
  });
  // the argument is the id
  await untyped(fetch).getClientHistory?.('c', { client_id: 'd' });

  expect(fetch.sent.map(({ url }) => url)).toEqual([
    'https://api.example.com/v1/clients/a%2Fb%3Fc/streams/%C3%BC',
    'https://api.example.com/v1/clients?limit=0&include_archived=false',
    'https://api.example.com/v1/clients/c/history',
  ]);
});

describe('a key is sent only where it belongs', () => {
  const at = (baseUrl: string) => () => createClient({ ...stubOptions(stubFetch({})), baseUrl });

  it('over HTTPS or within this machine', () => {
    expect(at('https://api.example.com/v1')).not.toThrow();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(at(`http://${host}:3000/v1`)).not.toThrow();
    const inTheClear = new TypeError('baseUrl must begin with https://, or an API key would be sent in the clear.');
    expect(at('http://api.example.com/v1')).toThrow(inTheClear);
    expect(at('http://127.0.0.1.example.com/v1')).toThrow(inTheClear);
    expect(at('https://api.example.com/')).toThrow(
      'baseUrl must end with the version of the API. Perhaps it is https://api.example.com/v1.',
    );
    expect(at('https://api.example.com/v1/')).not.toThrow();
    expect(at('api.example.com')).toThrow('baseUrl is "api.example.com", which is no URL.');
    for (const base of ['http://127.10.20.30/v1', 'https://api.example.com/v12//']) expect(at(base)).not.toThrow();
    for (const base of ['http://my-localhost/v1', 'ftp://localhost/v1']) expect(at(base)).toThrow(inTheClear);
    const meant = 'Perhaps it is https://api.example.com/x/v1.';
    for (const tail of ['', '//', '?a=b', '#part', '/v1/more'])
      expect(at(`https://api.example.com/x${tail}`)).toThrow(tail === '/v1/more' ? '/x/v1/more/v1.' : meant);
  });

  it('as a key that can be one: another would be quoted by the error that fetch throws', () => {
    const make = (apiKey: string) => () => createClient({ ...stubOptions(stubFetch({})), apiKey });

    expect(make('')).toThrow('apiKey is empty');
    for (const key of ['svc\nlive', 'svc live', 'svclivé'])
      expect(make(key)).toThrow('apiKey is empty or has characters that no key has.');
  });

  it('never from a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      expect(at('https://api.example.com/v1')).toThrow(
        new TypeError('API keys do not belong in browsers: call the service from a server.'),
      );
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
    }
    // such as a document of a test
    expect(at('https://api.example.com/v1')).not.toThrow();
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('and no error says it', async () => {
    const fetch = stubFetch({ status: 401, body: { error: 'Unauthorized', detail: 'No.', status_code: 401 } });
    const error = await createClient({ ...stubOptions(fetch), apiKey: 'svcsecret' })
      .listTopics()
      .catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ name: 'UnauthorizedError' });
    expect(
      JSON.stringify([error, Object.entries(error as object), String(error), (error as Error).stack]),
    ).not.toContain('svcsecret');
  });
});

describe('hooks', () => {
  it('see every attempt with its outcome, are waited for, and may add headers; the key is neither shown nor changed', async () => {
    const seen: object[] = [];
    const fetch = stubFetch(
      new Error('reset'),
      { status: 500, body: {} },
      { headers: { 'x-amzn-RequestId': 'r-1' }, body: {} },
    );
    let now = 1000;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 5));
    const api = createClient({
      ...stubOptions(fetch),
      onRequest: ({ headers, ...facts }) => {
        // what a hook takes is not the time of the service
        now += 1000;
        seen.push({ ...facts, headers: { ...headers } });
        Object.assign(headers, { traceparent: '00-1', 'X-API-Key': 'other' });
      },
      onResponse: async ({ header: _, ...outcome }) => {
        await setImmediate();
        seen.push(outcome);
      },
    });
    await api.getClient('c1');

    const facts = { operation: 'getClient', path: '/clients/c1' };
    const milliseconds = 5;
    expect(seen).toEqual([
      { ...facts, attempt: 1, headers: {} },
      { ...facts, attempt: 1, milliseconds, error: expect.objectContaining({ name: 'ConnectionError' }) },
      { ...facts, attempt: 2, headers: {} },
      { ...facts, attempt: 2, milliseconds, status: 500 },
      { ...facts, attempt: 3, headers: {} },
      { ...facts, attempt: 3, milliseconds, status: 200, requestId: 'r-1' },
    ]);
    expect(fetch.sent.map(({ headers }) => headers)).toEqual(
      Array(3).fill({ 'User-Agent': 'client-health-client/1', traceparent: '00-1', 'X-API-Key': 'svctest' }),
    );
  });
});

it.each([
  [200, '<html>'],
  [200, 'null'],
  [200, '[]'],
  [404, '<html>'],
])('a %i with %j is no response of the service', async (status, body) => {
  const call = client(stubFetch({ status, body })).listTopics();

  await expect(call).rejects.toThrow(UnexpectedResponseError);
  await expect(call).rejects.toThrow(
    `GET /topics: ${status} with a body that is no JSON object. Check the base URL; it ends with /v1.`,
  );
});

it('a time limit of a call ends its attempts and waits', async () => {
  const { wait: _, ...options } = stubOptions(stubFetch({ status: 500, body: {} }));

  await expect(createClient(options).listTopics({ totalTimeoutMs: 20 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

it.each([
  [202, ApiError],
  [400, BadRequestError],
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ApiError],
  [422, ValidationError],
  [500, ServerError],
  [503, ServerError],
])(
  'a %i throws an error of its class with the facts of the response, and only one of the service is repeated',
  async (status, Class) => {
    const fetch = stubFetch({ status, headers: { 'x-amzn-RequestId': 'r-1' }, body: { error: 'No', detail: 'Why.' } });
    const error = await client(fetch)
      .listTopics()
      .catch((thrown: unknown) => thrown);

    const facts = { status, path: '/topics', error: 'No', detail: 'Why.', requestId: 'r-1' };
    expect({ ...(error as Error) }).toEqual({ name: Class.name, ...facts });
    expect(error).toBeInstanceOf(Class);
    expect(fetch.sent.length).toBe(status < 500 ? 1 : 3);
  },
);

it('an error says what was answered, and the cause of what failed', async () => {
  const thrown = async (...given: Parameters<typeof stubFetch>) =>
    (await createClient({ ...stubOptions(stubFetch(...given)), retries: 0 })
      .listTopics()
      .catch((error) => error)) as Error;
  const answered = (status: number, body: object = { error: 'No', detail: 'Why.' }) => thrown({ status, body });
  expect(await answered(404)).toMatchObject({ message: 'GET /topics: 404 No. Why.' });
  expect(await answered(404, { error: 7 })).toMatchObject({ message: 'GET /topics: 404.' });
  expect(await answered(404, { error: 'No' })).toMatchObject({ message: 'GET /topics: 404 No.', detail: '' });
  const refused = { status: 429, headers: { 'Retry-After': '3600' }, body: { error: { message: 'Later.' } } };
  expect(await thrown(refused)).toMatchObject({
    name: 'RateLimitError',
    message: 'GET /topics: 429 Rate limit exceeded. Later.',
  });
  const cause = new TypeError('fetch failed', { cause: new Error('reset') });
  expect(await thrown(cause)).toMatchObject({
    name: 'ConnectionError',
    cause,
    message: 'GET /topics: no response: reset.',
  });
  // of several addresses that refused, Node's error says nothing itself
  expect(await thrown(new TypeError('fetch failed', { cause: new AggregateError([]) }))).toMatchObject({
    message: 'GET /topics: no response: fetch failed.',
  });
  expect(await thrown({ body: '<html>' })).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
  expect(new DataChangedError('/clients', 3)).toMatchObject({
    name: 'DataChangedError',
    message: expect.stringContaining('/clients: the data changed after 3'),
  });
  expect(new ClientHealthError('x').name).toBe('ClientHealthError');
});
