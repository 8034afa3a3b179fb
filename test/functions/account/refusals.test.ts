import { beforeAll, expect, it } from 'vitest';
import { peopleOf } from '../../../shared/table/access/people.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { useAccountSite } from '../../support/service/account-site.ts';
import { type Answered, Browser, baseUrl } from '../../support/service/page-browser.ts';
import { putTenants, type Tenant } from '../../support/service/tenants.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// All that the page refuses because of who asks, with which cookie and with which form. What a reader may not do, and
// which files, keys and addresses are refused, is in test/scenarios/account-page.md and people.md; tokens of the pool are
// in token.test.ts. The same forms without their token or from elsewhere, for each route: page.test.ts.

const db = useMemoryTable();
const site = useAccountSite(db);
let [acme, other] = [] as unknown as [Tenant, Tenant];
let [ann, bob] = [] as unknown as [Browser, Browser];
const here = { Origin: new URL(baseUrl).origin };
const run = '20261120T120000Z-0001';

beforeAll(async () => {
  [acme, other] = (await putTenants(db.table, 2)) as [Tenant, Tenant];
  for (const { account, canary } of [acme, other]) {
    const rejects = [`rejects/${account}/${run}/a.csv`];
    const report = { run, result: 'done', startedAt: '2026-11-20T12:00:00.000Z', files: [], kinds: {}, rejects };
    site().aws.bucket.put(`reports/${account}/${run}.json`, JSON.stringify(report));
    for (const name of ['a.csv', 'b.csv']) site().aws.bucket.put(`rejects/${account}/${run}/${name}`, canary);
  }
  ann = await site().admit(acme.account, 'ann', 'administrator');
  bob = await site().admit(acme.account, 'bob', 'reader');
  await ann.post('/people/invite', { email: 'zoe@example.com', role: 'administrator' });
  site().aws.mails.length = 0;
});

const cookieOf = (browser: Browser) => browser.cookies.get('__Host-session') ?? '';
const with_ = (Cookie: string) => new Browser(site()).get('', { Cookie });
const tokenOf = async (browser: Browser) =>
  /name="token" value="([^"]+)"/.exec((await browser.get('/api')).body)?.[1] ?? '';
async function invited() {
  const browser = new Browser(site());
  await browser.signIn('sub-zoe');
  return browser;
}
let copies = 0;
/** Somebody who has signed out, or a copy of the cookie from before. */
async function signedOut() {
  copies += 1;
  const gil = await site().admit(acme.account, `gil${copies}`, 'administrator');
  const copy = new Browser(site());
  for (const [name, value] of gil.cookies) copy.cookies.set(name, value);
  const token = await tokenOf(gil);
  site().deps.now += 1000;
  await gil.post('/sign-out', {});
  return { copy, token };
}
const reject = (name: string, of = run) => ann.get(`/files/runs/${of}/rejects/${name}`);

interface Refused {
  readonly status: number;
  /** As it is logged. */
  readonly reason?: string;
}
const toSignIn = { status: 303 };

const refusals: readonly [string, () => Promise<Answered>, Refused][] = [
  ['no cookie', () => with_(''), toSignIn],
  ['a session in a cookie that another host can set', () => with_(`session=${cookieOf(ann)}`), toSignIn],
  ['two sessions', () => with_(`__Host-session=x; __Host-session=${cookieOf(ann)}`), toSignIn],
  ['the same session twice', () => with_(`__Host-session=${cookieOf(ann)}; __Host-session=${cookieOf(ann)}`), toSignIn],
  [
    'the secret of a sign-in as a session',
    () => with_(`__Host-session=${'a'.repeat(43)}`),
    { status: 303, reason: 'session' },
  ],
  [
    'a session with one more letter',
    () => with_(`__Host-session=${cookieOf(ann)}a`),
    { status: 303, reason: 'session' },
  ],
  ['a copy of a session that was ended', async () => (await signedOut()).copy.get('/keys'), toSignIn],
  [
    'a form with such a copy',
    async () => {
      const { copy, token } = await signedOut();
      return copy.postAs('/keys/issue', { token, name: 'x' }, here);
    },
    { status: 401 },
  ],
  [
    'the token of another person',
    async () => ann.postAs('/keys/issue', { token: await tokenOf(bob), name: 'x' }, here),
    { status: 403, reason: 'token' },
  ],
  [
    'the token of an earlier session of the same person',
    async () => {
      const token = await tokenOf(ann);
      site().deps.now += 1000;
      ann.cookies.clear();
      await ann.signIn('ann');
      return ann.postAs('/keys/issue', { token, name: 'x' }, here);
    },
    { status: 403, reason: 'token' },
  ],
  [
    'the session as a token',
    () => ann.postAs('/keys/issue', { token: cookieOf(ann), name: 'x' }, here),
    { status: 403, reason: 'token' },
  ],
  [
    'a form from this host with another port',
    () => ann.post('/keys/issue', { name: 'x' }, { Origin: `${here.Origin}:8443` }),
    { status: 403, reason: 'origin' },
  ],
  [
    'a form over http',
    () => ann.post('/keys/issue', { name: 'x' }, { Origin: here.Origin.replace('https', 'http') }),
    { status: 403, reason: 'origin' },
  ],
  ['a form of more than 64 KB', () => ann.post('/keys/issue', { name: 'x'.repeat(65_537) }), { status: 413 }],
  [
    'to sign somebody out from another site',
    async () => ann.postAs('/sign-out', { token: await tokenOf(ann) }, { Origin: 'https://evil.example' }),
    { status: 403, reason: 'token' },
  ],
  ['to sign somebody out by a link', () => ann.get('/sign-out'), { status: 404 }],
  [
    'to take the last administrator from the account',
    () => ann.post('/people/remove', { email: 'ann@example.com', again: 'ann@example.com' }),
    { status: 409 },
  ],
  [
    'to write oneself in capital letters',
    () => ann.post('/people/remove', { email: ' ANN@example.com', again: ' ANN@example.com' }),
    { status: 409 },
  ],
  [
    'to take a role from oneself',
    () => ann.post('/people/invite', { email: 'ann@example.com', role: 'reader' }),
    { status: 409 },
  ],
  [
    'to give oneself a role',
    () => bob.post('/people/invite', { email: 'bob@example.com', role: 'administrator' }),
    { status: 403, reason: 'role' },
  ],
  [
    'a role that there is not',
    () => ann.post('/people/invite', { email: 'new@example.com', role: 'owner' }),
    { status: 409 },
  ],
  [
    'somebody of another account',
    () => ann.post('/people/remove', { email: 'eve@example.com', again: 'eve@example.com' }),
    { status: 409 },
  ],
  [
    'a removal that was not written out',
    () => ann.post('/people/remove', { email: 'bob@example.com', again: '' }),
    { status: 409 },
  ],
  ['the board without having accepted', async () => (await invited()).get(''), { status: 200 }],
  [
    'an invitation that is not accepted, as a role',
    async () => (await invited()).post('/keys/issue', { name: 'x' }),
    { status: 403, reason: 'no member' },
  ],
  [
    'to accept for another account',
    async () => (await invited()).post('/accept', { account: other.account }),
    { status: 409 },
  ],
  [
    'to accept for somebody else',
    async () => (await invited()).postAs('/accept', { account: acme.account, token: await tokenOf(ann) }, here),
    { status: 403, reason: 'token' },
  ],
  [
    'to accept from another site',
    async () => (await invited()).post('/accept', { account: acme.account }, { Origin: 'https://evil.example' }),
    { status: 403, reason: 'token' },
  ],
  ['to accept by a link', async () => (await invited()).get(`/accept?account=${acme.account}`), { status: 200 }],
  ['a client of two dots', () => ann.get('/clients/..'), { status: 404 }],
  ['a client of two dots, encoded', () => ann.get('/clients/%2e%2E'), { status: 404 }],
  ['a client of a dot', () => ann.get('/clients/.'), { status: 404 }],
  ['a client without a name', () => ann.get('/clients//'), { status: 404 }],
  ['a path in a client', () => ann.get('/clients/..%2F..%2Fkeys'), { status: 404 }],
  ['rejects that the run does not name', () => reject('b.csv'), { status: 404 }],
  ['rejects of another run', () => reject('a.csv', '20261120T120000Z-0002'), { status: 404 }],
  ['rejects above the run', () => reject(`..%2F${run}%2Fa.csv`), { status: 404 }],
  ['rejects of another account', () => reject(`..%2F..%2F${other.account}%2F${run}%2Fa.csv`), { status: 404 }],
  ['rejects of a run with a path', () => reject('a.csv', `..%2F${other.account}%2F${run}`), { status: 404 }],
  ['the report as rejects', () => reject(`..%2F..%2F..%2Freports%2F${acme.account}%2F${run}.json`), { status: 404 }],
];

it.each(refusals)('is refused and changes nothing: %s', async (_, act, { status, reason }) => {
  const before = await peopleOf(db.table, acme.account);
  const count = site().deps.logged.length;
  const answered = await act();
  const reasons = site()
    .deps.logged.slice(count)
    .flatMap((line) => ('reason' in line ? [line.reason] : []));

  expect({ status: answered.status, reasons }).toEqual({ status, reasons: reason === undefined ? [] : [reason] });
  if (status === 200) expect(answered.body).toContain('You are invited');
  if (status === 303) expect(answered.headers.Location).toMatch(/^https:\/\/login\.example\/oauth2\/authorize\?/);
  expect(answered.body ?? '').not.toContain(other.canary);
  const known = (await peopleOf(db.table, acme.account)).filter(({ id }) => !id.startsWith('gil'));
  expect(known).toEqual(before.filter(({ id }) => !id.startsWith('gil')));
  expect([site().aws.keys.size, site().aws.mails, site().denied]).toEqual([0, [], []]);
});

it('rejects that the run names are a link of their account alone', async () => {
  expect((await reject('a.csv')).headers.Location).toContain(`/rejects/${acme.account}/${run}/a.csv?`);
});

it('every page of somebody with a session has a sign-out that works, whatever is wrong', async () => {
  const pages: [string, () => Promise<Answered>, Browser][] = [];
  const zoe = await invited();
  const busy = await site().admit(acme.account, 'busy', 'reader');
  for (let at = 0; at < 300; at += 1) await busy.postAs('/keys/issue', {}, {});
  const stopped = await site().admit(other.account, 'stopped', 'reader');
  await suspendAccount(db.table, other.account);
  for (const path of ['', '/files', '/keys', '/clients/nobody', '/nowhere'])
    pages.push([path, () => ann.get(path), ann]);
  pages.push(['a refused form', () => ann.postAs('/keys/issue', {}, here), ann]);
  pages.push(['too long', () => ann.postAs('/keys/issue', { name: 'x'.repeat(65_537) }, here), ann]);
  pages.push(['an invitation', () => zoe.get(''), zoe]);
  pages.push(['too many forms', () => busy.postAs('/keys/issue', {}, here), busy]);
  pages.push(['a suspended account', () => stopped.get(''), stopped]);
  for (const [what, open] of pages) expect((await open()).body, what).toContain('/v1/account/sign-out"');
  for (const [what, open, browser] of pages.filter(([, , each]) => each !== ann)) {
    const [, token = ''] =
      /sign-out"><input type="hidden" name="token" value="([^"]+)"/.exec((await open()).body) ?? [];
    expect((await browser.postAs('/sign-out', { token }, here)).headers.Location, what).toContain('/logout?');
    expect(browser.cookies.size).toBe(0);
  }
});
