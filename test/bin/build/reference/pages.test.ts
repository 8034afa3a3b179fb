import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiFile } from '../../../../bin/build/openapi/document.ts';
import type { Document } from '../../../../bin/build/reference/document.ts';
import { referenceFiles } from '../../../../bin/build/reference/files.ts';
import { writeReference } from '../../../../bin/docs.ts';
import { localPages, type PageOptions } from '../../../../bin/local/front/pages.ts';
import { createGateway } from '../../../../bin/local/gateway/gateway.ts';
import { send, serve } from '../../../support/service/http.ts';
import { filesIn, temporaryFolder } from '../../../support/temporary-folder.ts';

const acme = { customerId: 'acme', name: 'Acme <& Sons>', apiKey: 'svctestKEY' };
const accounts = [acme];

let port = 0;
let stop = () => {};
beforeAll(async () => {
  port = await serve(createGateway([], { pages: localPages(() => accounts) }), (end) => {
    stop = end;
  });
});
afterAll(() => stop());

const front = async (host: string) => (await send(port, '/', { headers: { Host: host } })).body;

/** What a browser shows of a page, without its title. */
const textIn = (page = '') =>
  page
    .replace(/<title>.*<\/title>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.:,;])/g, '')
    .trim();

it('the files for a web server are those of the page that asks for no key, and nothing else', () => {
  const into = temporaryFolder({ 'stale.html': '' });
  writeReference(into);
  const files = Object.entries(referenceFiles({ tryIt: false })).map(([name, { read }]) => [name, read()]);

  expect(filesIn(into)).toEqual(Object.fromEntries(files));
});

describe('the front page', () => {
  const bolt = { customerId: 'bolt-2', name: 'Bolt', apiKey: 'svctestBOLT' };
  const start = (data: string, isHere = true) =>
    `Client Health API The local service${data}. The API is below /v1; every request carries a key in the header X-API-Key.${isHere ? ' Your own data: the name of your agency Make the account, and hand in files' : ''} Start here Reference: every endpoint, to read and to try with a key openapi.json: the same for programs; Postman, Bruno and Insomnia import it Accounts: each has a page below with its board, files and keys; npm run admin -- board --out board.html writes a board to a file Accounts and keys`;
  const origin = 'http://localhost:1';
  const hidden = 'not shown here';
  const atIssue = 'A key is shown once, where it is issued: on the page of the account, or in a terminal.';
  const board = 'Open the whole board of Acme <& Sons>. It is made from the API below';
  it.each<[string, PageOptions & { host?: string; held?: typeof accounts }, string]>([
    [
      'on this machine',
      { held: [acme, bolt] },
      `First screen of acme ${board}, with data that is made up. ${start('. Its data ends with it')} Account API key Board, files, keys Acme <& Sons> acme svctestKEY Page of Acme <& Sons> Bolt bolt-2 svctestBOLT Page of Bolt First call curl -H 'X-API-Key: svctestKEY' '${origin}/v1/clients?limit=3'`,
    ],
    [
      'of data in a file',
      { held: [acme, bolt], keepsData: true },
      `First screen of acme ${board}. ${start(', with data that is kept in a file')} Account API key Board, files, keys Acme <& Sons> acme ${hidden} Page of Acme <& Sons> Bolt bolt-2 ${hidden} Page of Bolt ${atIssue}`,
    ],
    [
      'on another machine',
      { held: [acme, bolt], host: 'evil.example' },
      `${start('. Its data ends with it', false)} Accounts and keys are shown only on the machine of the service: open it as localhost or 127.0.0.1.`,
    ],
    ['while data is loaded', {}, `${start('. Its data ends with it')} The made-up data is still being loaded.`],
    [
      'without accounts',
      { held: [] },
      `${start('. Its data ends with it')} There are none yet. The board of the first one appears here.`,
    ],
  ])('%s says what there is, and where it goes on', async (_, { held, host = 'localhost:1', ...options }, text) => {
    const pages = localPages(() => held, {
      ...options,
      firstScreen: async ({ customerId }) => `First screen of ${customerId}`,
    });
    const { body = '' } = (await pages({ url: '/', headers: { host } })) ?? {};
    const links = [...body.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link);
    const isHere = host !== 'evil.example' && held?.[0] !== undefined;

    expect(textIn(body)).toBe(text);
    expect(links).toEqual([
      ...(isHere ? ['/accounts/acme'] : []),
      ...['/docs/', '/openapi.json'],
      ...(isHere ? ['/accounts/acme', '/accounts/bolt-2'] : []),
    ]);
    expect(body.includes('http-equiv="refresh"')).toBe(held === undefined);
  });

  it('is not stored by browsers, and its links lead somewhere', async () => {
    const { status, headers, body } = await send(port, '/', { headers: { Host: `127.0.0.1:${port}` } });

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect((await send(port, '/?a=b', { headers: { Host: `127.0.0.1:${port}` } })).body).toBe(body);
    // boards and pages of accounts need the API: test/bin/local/service.test.ts and test/account
    for (const [, link = ''] of body.matchAll(/href="(\/(?!docs\/board\/|accounts\/)[^"]*)"/g)) {
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
  ])(
    'shows neither accounts nor keys at %j: a page there may have made its name point to this machine',
    async (host) => {
      const body = await front(host);
      // nor is one made, which takes requests
      const firstScreen = () => expect.unreachable();
      expect(await localPages(() => accounts, { firstScreen })({ url: '/', headers: { host } })).toMatchObject({
        body,
      });

      expect(body).not.toContain('Acme &#60;');
      expect(body).not.toContain('svctestKEY');
    },
  );
});

describe('next to the API', () => {
  it('lies the document as it is written', async () => {
    const written = readFileSync(openApiFile, 'utf8');

    expect((await send(port, '/openapi.json')).body === written).toBe(true);
    expect((await send(port, '/openapi.json?v=1')).body === written).toBe(true);
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

  const others =
    '/docs/nothing /docs/constructor /docs/__proto__ /docs/toString /docs/../service.json /docs/%2e%2e/package.json /docsx /openapi.jsonx /v1/ /v1';
  it.each(others.split(' '))('nothing else is served: %s', async (path) => {
    expect((await send(port, path)).status).toBe(404);
  });
});

describe('the reference', () => {
  const written = JSON.parse(readFileSync(openApiFile, 'utf8')) as Document;
  const read = (tryIt: boolean, name: string) => referenceFiles({ tryIt })[name]?.read() ?? '';
  const shown = (tryIt: boolean) =>
    JSON.parse(/^globalThis\.apiDocument = (.*);\n$/s.exec(read(tryIt, 'document.js'))?.[1] ?? '');
  const policy = (connect: string) =>
    `content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; connect-src ${connect}"`;

  it('on this machine sends requests to the service that it comes from, and nowhere else', () => {
    const page = read(true, 'index.html');

    const { paths, ...others } = shown(true);
    const { paths: _, ...same } = written;
    const parameters = Object.values(
      paths as Record<string, { get: { parameters: Record<string, unknown>[] } }>,
    ).flatMap(({ get }) => get.parameters);

    expect(others).toEqual({ ...same, servers: [{ url: '/v1' }] });
    // the page would send the example of a field that nobody has filled
    expect(parameters.filter(({ example, required }) => example !== undefined && !required)).toEqual([]);
    expect(page).toContain(policy("'self'"));
    expect(page).toContain('<div id="reference" data-try-it></div>');
    expect(page).toContain('<a href="/">Accounts and keys</a>');
  });
});

it('the gateway serves no pages unless it is given some', async () => {
  expect((await send(await serve(createGateway([])), '/')).status).toBe(404);
});
