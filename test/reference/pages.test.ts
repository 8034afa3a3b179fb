import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localPages } from '../../bin/local/front/pages.ts';
import { createGateway } from '../../bin/local/gateway/gateway.ts';
import { openApiFile } from '../../bin/openapi/document.ts';
import { referenceFiles } from '../../bin/reference/files.ts';
import { send, serve } from '../support/service/http.ts';

const accounts = [{ customerId: 'acme', name: 'Acme <& Sons>', apiKey: 'svctestKEY' }];

let port = 0;
let stop = () => {};
beforeAll(async () => {
  port = await serve(createGateway([], { pages: localPages(() => accounts) }), (end) => {
    stop = end;
  });
});
afterAll(() => stop());

const front = async (host: string) => (await send(port, '/', { headers: { Host: host } })).body;

describe('the front page', () => {
  it('shows accounts, their keys, a first call and where to go from here', async () => {
    const { status, headers, body } = await send(port, '/', { headers: { Host: `127.0.0.1:${port}` } });

    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(body).toContain('<td>Acme &#60;&#38; Sons&#62;<br><span class="quiet">acme</span></td>');
    expect(body).toContain('<code>svctestKEY</code>');
    expect(body).toContain('<a href="/docs/board/acme">Board of Acme &#60;&#38; Sons&#62;</a>');
    expect(body).toContain(
      `curl -H &#39;X-API-Key: svctestKEY&#39; &#39;http://127.0.0.1:${port}/v1/clients?limit=3&#39;`,
    );
    // boards are made from the API, which test/local/service.test.ts does
    for (const [, link = ''] of body.matchAll(/href="(\/(?!docs\/board\/)[^"]*)"/g)) {
      expect({ link, status: (await send(port, link)).status }).toEqual({ link, status: 200 });
    }
  });

  it.each(['localhost', 'localhost:3000', '[::1]:3000', 'LOCALHOST:3000'])(
    'shows keys to a browser at %s',
    async (host) => {
      expect(await front(host)).toContain('svctestKEY');
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:3000',
    'evil.example#localhost',
    '192.168.0.7:3000',
  ])('shows no key at %j: a page there may have made its name point to this machine', async (host) => {
    const body = await front(host);

    expect(body).toContain('Acme');
    expect(body).not.toContain('svctestKEY');
  });

  it('shows no key of data that is kept in a file, which may be real', async () => {
    const headers = { host: 'localhost:3000' };
    const { body } = (await localPages(() => accounts, { keepsData: true })({ url: '/', headers })) ?? {};

    expect(body).toContain('/docs/board/acme');
    expect(body).not.toContain('svctestKEY');
    expect(body).not.toContain('made-up');
  });

  it('says that data is being loaded until there are accounts, and how to make one when there are none', async () => {
    const at = async (held: typeof accounts | undefined) =>
      (await localPages(() => held)({ url: '/', headers: {} }))?.body;

    expect(await at(undefined)).toContain('being loaded');
    expect(await at([])).toContain('npm run admin -- accounts create');
  });
});

it('shows no key to a request that names no host', async () => {
  const { body } = (await localPages(() => accounts)({ url: '/', headers: {} })) ?? {};

  expect(body).toContain('Acme');
  expect(body).not.toContain('svctestKEY');
});

describe('next to the API', () => {
  it('lies the document as it is written', async () => {
    const written = readFileSync(openApiFile, 'utf8');

    expect((await send(port, '/openapi.json')).body === written).toBe(true);
    expect((await send(port, '/docs/openapi.json')).body === written).toBe(true);
  });

  it('lies the reference, at a path that its files are relative to', async () => {
    expect(await send(port, '/docs')).toMatchObject({ status: 308, headers: { location: '/docs/' } });
    for (const name of ['', ...Object.keys(referenceFiles({ tryIt: true }))]) {
      const { status, headers } = await send(port, `/docs/${name}`);
      expect({ name, status, sniffing: headers['x-content-type-options'] }).toEqual({
        name,
        status: 200,
        sniffing: 'nosniff',
      });
    }
  });

  const others = '/docs/nothing /docs/../service.json /docs/%2e%2e/package.json /docsx /openapi.jsonx /v1/ /v1';
  it.each(others.split(' '))('nothing else is served: %s', async (path) => {
    expect((await send(port, path)).status).toBe(404);
  });

  it('nothing is served to other methods', async () => {
    expect((await send(port, '/', { method: 'POST' })).status).toBe(404);
  });
});

it('the reference for other hosts shows a command for every operation, and tries nothing', () => {
  const files = referenceFiles({ tryIt: false });
  const document = files['document.js']?.read() ?? '';

  expect(document.match(/curl -H \\"X-API-Key: \$KEY\\" \\"\$BASE_URL\//g)?.length).toBe(20);
  expect(files['index.html']?.read()).not.toContain('data-try-it');
  expect(files['index.html']?.read()).toContain("connect-src 'none'");
});

it('the gateway serves no pages unless it is given some', async () => {
  expect((await send(await serve(createGateway([])), '/')).status).toBe(404);
});
