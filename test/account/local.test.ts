import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localAccountPages } from '../../bin/local/front/account-pages.ts';
import { createGateway } from '../../bin/local/gateway/gateway.ts';
import { createClient } from '../../client/index.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { markDeleted } from '../../shared/table/access/deleted-accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { send, serve } from '../support/service/http.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What only a computer has: no login, so Host, Origin and the token keep web sites out, and files that arrive here.

const db = useMemoryTable();
const inbox = temporaryFolder();
const logged: object[] = [];
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});
let port: number;
let token: string;

beforeAll(async () => {
  await createAccount(db.table, asAccount('acme'), 'Acme');
  const api = createClient({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' });
  const pages = localAccountPages({
    table: db.table,
    inbox,
    apiUrl: () => `http://127.0.0.1:${port}/v1`,
    isBoardKey: () => false,
    ask: async () => undefined,
    notices: { send: async () => undefined, pageOf: () => '', mails: inbox },
    log: (record: object) => logged.push(record),
    accountNamed: async (id) => (id === 'acme' ? { name: 'Acme', api } : undefined),
  });
  port = await serve(createGateway([], { pages }), (end) => void ends.push(end));
  const { body } = await send(port, '/accounts/acme/files', { headers: here() });
  token = /name="token" value="(\w+)"/.exec(body)?.[1] ?? '';
});

const here = (host = `127.0.0.1:${port}`) => ({ host, origin: `http://${host}` });

interface Put {
  readonly headers?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly content?: string;
  readonly path?: string;
}

async function put({ headers = {}, fields = {}, content = 'a,b\n', path = '/accounts/acme/files/put' }: Put = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token, name: 'clients.csv', ...fields })) form.append(name, value);
  form.append('file', new File([content], 'anything'));
  const packed = new Response(form);
  const type = packed.headers.get('content-type') ?? '';
  const body = await packed.text();
  return send(port, path, { method: 'POST', headers: { ...here(), 'content-type': type, ...headers }, body });
}

it.each([
  ['a page under another name of this computer', '/accounts/acme/keys', { host: 'evil.example' }, 403],
  ['no account', '/accounts/..%2Fbox/files', {}, 404],
  ['the files of an account that is not there yet: they make it', '/accounts/new/files', {}, 200],
  ['another page of an account that is not there', '/accounts/new', {}, 404],
])('%s', async (_, path, headers, status) => {
  const answered = await send(port, path, { headers: { ...here(), ...headers } });

  expect(answered.status).toBe(status);
});

it.each([
  ['Finch & Co Agency', 303, '/accounts/finch-co-agency/files'],
  ['Müller Söhne', 303, '/accounts/muller-sohne/files'],
  ['株式会社', 400, undefined],
  [' ', 400, undefined],
])('an account is made of the name %j', async (name, status, location) => {
  const form = { ...here(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ name }).toString();
  const answered = await send(port, '/accounts', { method: 'POST', headers: form, body });
  const foreign = { ...form, origin: 'https://evil.example' };

  expect({ status: answered.status, to: answered.headers.location }).toEqual({ status, to: location });
  expect((await send(port, '/accounts', { method: 'POST', headers: foreign, body })).status).toBe(403);
});

it('an account whose id was deleted is not made again here, and the page says how', async () => {
  await createAccount(db.table, asAccount('gone'), 'Gone');
  await markDeleted(db.table, asAccount('gone'), Date.now());
  const form = { ...here(), 'content-type': 'application/x-www-form-urlencoded' };

  expect(await send(port, '/accounts', { method: 'POST', headers: form, body: 'name=Gone' })).toMatchObject({
    status: 409,
    body: 'The account gone was deleted. Give another name, or make it again in a terminal: npm run -s admin -- accounts create --account gone --name NAME\n',
  });
});

it.each<[string, Put, number]>([
  ['of another site', { headers: { origin: 'https://evil.example' } }, 403],
  ['of another program of this computer', { headers: { origin: 'http://127.0.0.1:1' } }, 403],
  ['without a token', { fields: { token: '' } }, 403],
  ['with a wrong token', { fields: { token: 'é'.repeat(32) } }, 403],
  ['out of the folder', { fields: { name: '../../failed/x.csv' } }, 400],
  ['into the folder of another account', { fields: { name: '../other/x.csv' } }, 400],
  ['of the system', { fields: { name: '.DS_Store' } }, 400],
  ['without content', { content: '' }, 400],
  ['that is no form', { headers: { 'content-type': 'text/plain' } }, 403],
])('a file %s is refused and stored nowhere', async (_, given, status) => {
  expect((await put(given)).status).toBe(status);
  expect(existsSync(join(inbox, 'in'))).toBe(false);
  expect(logged.splice(0)).toHaveLength(1);
});

it('a large form is refused in words', async () => {
  const headers = { ...here(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = `name=${'x'.repeat(70_000)}`;

  expect(await send(port, '/accounts/acme/keys/issue', { method: 'POST', headers, body })).toMatchObject({
    status: 413,
    body: 'This form is too large.\n',
  });
});

it('a file is stored whole under the name that its form was made for', async () => {
  expect(await put({ content: 'Client ID\n' })).toMatchObject({ status: 303 });
  expect(readFileSync(join(inbox, 'in', 'acme', '_page', 'clients.csv'), 'utf8')).toBe('Client ID\n');
});
