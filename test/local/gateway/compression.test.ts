import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encoded } from '../../../bin/local/gateway/compression.ts';
import { createGateway } from '../../../bin/local/gateway/gateway.ts';
import { serve } from '../../support/service/http.ts';

const large = JSON.stringify({ text: 'é'.repeat(600) });
const headers = { 'Content-Type': 'application/json', ETag: '"v1"' };
const reply = (body: string) => ({ statusCode: 200, headers, body });

describe('the local service compresses like API Gateway', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['deflate, gzip', 'deflate', inflateSync],
    ['br;q=0.5, gzip;q=0.8', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['gzip; q=0.5, deflate; q=0.8', 'deflate', inflateSync],
  ])('Accept-Encoding: %s gets %s', (accepted, coding, decode) => {
    const { headers: sent, body } = encoded(accepted, reply(large));

    expect(sent).toEqual({ ...headers, 'Content-Encoding': coding });
    expect(decode(body as Buffer).toString()).toBe(large);
  });

  it.each([undefined, '', '*', 'identity', 'br', 'br, gzip', 'gzip;q=0', 'gzip;q=0.5, br', 'constructor'])(
    'Accept-Encoding: %s gets the body as it is',
    (accepted) => {
      expect(encoded(accepted, reply(large))).toEqual({ headers, body: large });
    },
  );

  it('from 1,024 bytes on', () => {
    expect(encoded('gzip', reply('x'.repeat(1023))).headers).toEqual(headers);
    expect(encoded('gzip', reply('x'.repeat(1024))).headers).toMatchObject({ 'Content-Encoding': 'gzip' });
  });

  it('for every endpoint, but never a stream', async () => {
    const stream = async function* () {
      yield large;
    };
    const handlers = {
      '/large': async () => reply(large),
      '/stream': async () => ({ ...reply(''), stream: stream() }),
    };
    const routes = Object.entries(handlers).map(([resource, handler]) => ({ resource, handler }));
    const port = await serve(createGateway(routes));
    const codingOf = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      return [response.headers.get('content-encoding'), await response.text()];
    };

    expect(await codingOf('/large')).toEqual(['gzip', large]);
    expect(await codingOf('/stream')).toEqual([null, large]);
  });
});
