import { describe, expect, it } from 'vitest';
import { createClient, createTransport, UnexpectedResponseError } from '../../client/index.ts';
import { stubFetch, stubOptions } from './stub.ts';

const client = (fetch = stubFetch({ body: {} })) => createClient(stubOptions(fetch));
const untyped = (fetch?: ReturnType<typeof stubFetch>) =>
  client(fetch) as unknown as Record<string, (given?: object) => Promise<unknown>>;

describe('what would ask for something else is not sent', () => {
  it.each(['', '.', '..'])('an id of %j', async (client_id) => {
    const fetch = stubFetch({ body: {} });

    await expect(client(fetch).getClient({ client_id })).rejects.toThrow(TypeError);
    expect(fetch.sent).toEqual([]);
  });

  it('a missing id, and a parameter that the operation does not have', async () => {
    await expect(untyped().getClient?.()).rejects.toThrow('getClient needs client_id, and "" is no id.');
    await expect(untyped().listClients?.({ limt: 3 })).rejects.toThrow(/^listClients has no parameter limt\. .*limit/);
    await expect(untyped().listTopics?.({})).resolves.toEqual({});
  });
});

it('ids and values are encoded, and parameters without a value left out', async () => {
  const fetch = stubFetch({ body: {} });
  await client(fetch).getStream({ client_id: 'a/b?c', stream_id: 'ü' });
  await client(fetch).listClients({ portfolio_id: undefined, limit: 0, include_archived: false });

  expect(fetch.sent.map(({ url }) => url)).toEqual([
    'https://api.example.com/v1/clients/a%2Fb%3Fc/streams/%C3%BC',
    'https://api.example.com/v1/clients?limit=0&include_archived=false',
  ]);
});

describe('a key is sent only where it belongs', () => {
  const at = (baseUrl: string) => () => createClient({ ...stubOptions(stubFetch({})), baseUrl });

  it('over HTTPS or within this machine', () => {
    expect(at('https://api.example.com/v1')).not.toThrow();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(at(`http://${host}:3000/v1`)).not.toThrow();
    expect(at('http://api.example.com/v1')).toThrow('baseUrl must begin with https://');
    expect(at('http://127.0.0.1.example.com/v1')).toThrow('baseUrl must begin with https://');
    expect(at('api.example.com')).toThrow('baseUrl is "api.example.com", which is no URL.');
  });

  it('as a key that can be one: another would be quoted by the error that fetch throws', () => {
    const make = (apiKey: string) => () => createClient({ ...stubOptions(stubFetch({})), apiKey });

    expect(make('')).toThrow('apiKey is empty');
    expect(make('svc\nlive')).toThrow('apiKey is empty or has characters that no key has.');
  });

  it('never from a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      expect(at('https://api.example.com/v1')).toThrow('API keys do not belong in browsers');
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    }
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

it('what is no response of the service is told from its errors', async () => {
  for (const status of [200, 404]) {
    const call = client(stubFetch({ status, body: '<html>' })).listTopics();
    await expect(call).rejects.toThrow(UnexpectedResponseError);
    await expect(call).rejects.toThrow(`GET /topics: ${status} with a body that is not JSON. Check the base URL`);
  }
});

it('the raw transport sends one request and returns whatever comes back', async () => {
  const fetch = stubFetch({ status: 500, headers: { ETag: '"x"' }, body: '<html>' });
  const response = await createTransport(stubOptions(fetch))('/topics?a=b', { headers: { 'If-None-Match': '"x"' } });

  expect({ ...response, header: response.header('etag') }).toEqual({ status: 500, header: '"x"', body: '<html>' });
  expect(fetch.sent).toEqual([
    {
      url: 'https://api.example.com/v1/topics?a=b',
      headers: { 'If-None-Match': '"x"', 'X-API-Key': 'svctest' },
    },
  ]);
});
