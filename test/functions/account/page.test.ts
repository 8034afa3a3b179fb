import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../account/page.ts';
import { logLinesAbout } from '../../../shared/table/access/account-log.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { noticesOf } from '../../../shared/table/access/notices.ts';
import { allAliases } from '../../../shared/table/entities/alias.ts';
import { logRange, readsRange } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { holdsAsync } from '../../support/holds.ts';
import { allows } from '../../support/infra/policies.ts';
import { resourcesOf, synthesise } from '../../support/infra/template.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { sessionOf, useAccountSite } from '../../support/service/account-site.ts';
import { Browser, baseUrl } from '../../support/service/page-browser.ts';
import { clientId, StandInPool } from '../../support/service/pool.ts';
import { putTenants, type Tenant } from '../../support/service/tenants.ts';
import { inProofs } from '../../support/size.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aStream } from '../../support/store/facts.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';

const db = useMemoryTable();
const site = useAccountSite(db);
let [acme, other] = [] as unknown as [Tenant, Tenant];
let [admin, reader, attacker] = [] as unknown as [Browser, Browser, Browser];
const run = '20261120T120000Z-0001';

beforeAll(async () => {
  [acme, other] = (await putTenants(db.table, 2)) as [Tenant, Tenant];
  for (const { account, canary } of [acme, other]) {
    const report = {
      run,
      result: 'done',
      startedAt: '2026-11-20T12:00:00.000Z',
      files: [{ name: `${canary}.csv` }],
      kinds: {},
    };
    site().aws.bucket.put(`reports/${account}/${run}.json`, JSON.stringify(report));
    const sample = { name: 'x.csv', origin: 'x.csv', headers: ['Client', 'Day'], rows: [[canary, '']], isCut: false };
    const { bucket } = site().aws;
    // cells that a field of a form cannot give back as they were
    const longs = ['x'.repeat(30_000), '"two\nlines"'].map((cell) => `${cell},x${cell.length},Client: it is long\n`);
    const wrong = `Client,Day,Problem\n${longs.join('')}`;
    bucket.put(`in/${account}/${canary} waits.csv`, 'x');
    bucket.put(`waiting/${account}/${run}/x.csv`, 'x');
    bucket.put(`reports/${account}/${run}.columns`, JSON.stringify([sample]));
    bucket.put(`rejects/${account}/${run}/y.csv`, `${wrong}${canary},x,Day: "${canary}" is no day\n`);
  }
  admin = await site().admit(acme.account, 'ann', 'administrator');
  reader = await site().admit(acme.account, 'bob', 'reader');
  attacker = await site().admit(other.account, 'eve', 'administrator');
});

const refusals = () => site().deps.logged.filter(({ kind }) => kind === 'refused');
/** Every route, with ids of the account in its open places. */
const pathsOf = ({ clientIds }: Tenant, keyId: string) =>
  routes.map(({ method, path }) => {
    const values = path.startsWith('/keys')
      ? [keyId]
      : path.startsWith('/files')
        ? [run, 'x.csv']
        : path.startsWith('/crm')
          ? ['hubspot']
          : [clientIds[0] ?? ''];
    return { method, path: path.replaceAll('*', () => values.shift() ?? '') };
  });

describe('signing in', () => {
  it('leads to the pool with PKCE, state and nonce, and back to a session that scripts and other sites cannot read', async () => {
    const browser = new Browser(site());
    const { status, headers } = await browser.get('/files');
    const asked = new URL(headers.Location ?? '');
    expect([status, asked.origin + asked.pathname]).toEqual([303, 'https://login.example/oauth2/authorize']);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: `${baseUrl}/account/callback`,
    });
    const signedIn = await browser.signIn('ann');
    expect([signedIn.status, signedIn.headers.Location, [...browser.cookies.keys()]]).toEqual([
      ...[303, '/v1/account', ['__Host-session', '__Host-renewal']],
    ]);
    const event = { httpMethod: 'GET', resource: '/account', pathParameters: null, headers: {}, requestContext: {} };
    const { multiValueHeaders } = await site().handler(event as never);
    for (const cookie of multiValueHeaders?.['Set-Cookie'] ?? [])
      expect(cookie).toMatch(/^__Host-[a-z-]+=[\w-]*; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Lax$/);
  });

  it.each([
    ['in another browser', (url: string) => [url, new Browser(site())] as const],
    [
      'with another state',
      (url: string, browser: Browser) => [url.replace(/state=[^&]+/, 'state=x'), browser] as const,
    ],
    ['with another code', (url: string, browser: Browser) => [url.replace(/code=[^&]+/, 'code=x'), browser] as const],
  ])('is refused %s, and logged', async (_, change) => {
    const browser = new Browser(site());
    const begun = await browser.get('');
    const back = site()
      .pool.signIn(begun.headers.Location ?? '', 'ann')
      .replace(`${baseUrl}/account`, '');
    const [url, by] = change(back, browser);
    const before = refusals().length;
    expect((await by.get(url)).status).toBe(403);
    expect(by.cookies.has('__Host-session')).toBe(false);
    expect(refusals().length).toBe(before + 1);
  });

  it('a code is good for one session, and an address whose sign-ins fail ten times waits', async () => {
    site().deps.now += 600_000;
    const browser = new Browser(site());
    const begun = await browser.get('');
    const back = site()
      .pool.signIn(begun.headers.Location ?? '', 'ann')
      .replace(`${baseUrl}/account`, '');
    const secret = browser.cookies.get('__Host-sign-in') ?? '';
    const statuses = [];
    for (let at = 0; at < 12; at += 1) {
      browser.cookies.set('__Host-sign-in', secret);
      statuses.push((await browser.get(back)).status);
    }
    expect(statuses).toEqual([303, ...Array(10).fill(403), 429]);
    site().deps.now += 600_000;
    expect((await browser.get(back)).status).toBe(403);
  });

  it('is neither locked nor ended by requests that any web page can make a browser send', async () => {
    const browser = new Browser(site());
    const begun = await browser.get('');
    for (let at = 0; at < 12; at += 1) expect((await browser.get('/callback?x')).status).toBe(403);
    const back = site().pool.signIn(begun.headers.Location ?? '', 'ann');
    expect((await browser.get(back.replace(`${baseUrl}/account`, ''))).status).toBe(303);
  });
});

describe('whoever is not a person of an account', () => {
  const stranger = (token: string) => {
    const browser = new Browser(site());
    browser.cookies.set('__Host-session', token);
    return browser;
  };
  const tokens: Readonly<Record<string, () => string>> = {
    'nobody at all': () => '',
    // other tokens that are refused: token.test.ts
    'a token that another key signed': () => new StandInPool(() => site().deps.now).token({ sub: 'ann' }),
    'a token that has expired': () => site().pool.token({ sub: 'ann', exp: 1 }),
    'a login without a membership': () => site().pool.token({ sub: 'mallory' }),
    'a login with the address of a person': () => site().pool.token({ sub: 'x', email: 'ann@example.com' }),
  };

  it.each(Object.entries(tokens))('gets nothing from any route: %s', async (name, token) => {
    for (const { method, path } of pathsOf(acme, 'AAAAAAAA')) {
      const browser = stranger(token());
      const before = refusals().length;
      const { status, headers, body } =
        method === 'GET' ? await browser.get(path) : await browser.postAs(path, {}, { Origin: 'https://api.example' });
      expect({ path, status }).toEqual({ path, status: method === 'GET' ? 303 : 401 });
      expect(browser.cookies.has('__Host-session')).toBe(false);
      expect(headers['Cache-Control']).toBe('no-store');
      expect(body).not.toContain(acme.canary);
      if (!/nobody|expired/.test(name)) expect(refusals().length).toBeGreaterThan(before);
    }
  });
});

describe('two accounts', () => {
  it('see their own on every page, and never a word of each other', async () => {
    for (const [browser, own, foreign] of [
      [admin, acme, other],
      [attacker, other, acme],
    ] as const) {
      for (const { path } of pathsOf(own, 'AAAAAAAA').filter(({ method }) => method === 'GET')) {
        const { body } = await browser.get(path);
        expect(body, path).not.toContain(foreign.canary);
        if (path === '' || /^\/(clients|files\/(mend|columns))/.test(path) || path === `/files/runs/${run}`)
          expect(body, path).toContain(own.canary);
      }
    }
  });

  it('get the same answers for ids of the other one as for ids that do not exist', async () => {
    const issued = await admin.post('/keys/issue', { name: 'ci' });
    const [key] = await keysOf(db.table, acme.account);
    expect(issued.body).toMatch(/svclive\w{36}/);
    const keyId = key?.keyId ?? '';
    const wanted = { when: 'mornings', about: 'both', scope: 'all', names: 'no' };
    await admin.post('/notices/add', { kind: 'mail', to: 'somebody@example.com', ...wanted });
    const [notice] = await noticesOf(db.table, acme.account);
    expect(notice?.state).toBe('waiting');
    for (const [foreign, unknown] of [
      [`/clients/${acme.clientIds[0]}`, '/clients/t99c0'],
      [`/keys/${keyId}/roll`, '/keys/ZZZZZZZZ/roll'],
      [`/keys/${keyId}/revoke`, '/keys/ZZZZZZZZ/revoke'],
      ...['test', 'roll', 'on', 'off', 'remove', 'again'].map(
        (what) => [`/notices/${notice?.id}/${what}`, `/notices/ZZZZZZZZ/${what}`] as const,
      ),
    ] as const) {
      const ask = (path: string) =>
        /^\/(keys|notices)/.test(path) ? attacker.post(path, { keep: '0h', again: 'ci' }) : attacker.get(path);
      const [first, second] = [await ask(foreign), await ask(unknown)];
      const plain = (text: string) => text.replaceAll(/AAAAAAAA|ZZZZZZZZ/g, 'ID').replaceAll(keyId, 'ID');
      expect({ ...first, body: plain(first.body) }, foreign).toEqual({ ...second, body: plain(second.body) });
    }
    const states = (await keysOf(db.table, acme.account)).map(({ state, expires }) => [state, expires]);
    expect(new Set(states.map(String))).toEqual(new Set(['active,']));
    expect(await noticesOf(db.table, acme.account)).toEqual([notice]);
    for (const path of ['/keys', '/log', '/people', '/notices'])
      expect((await attacker.get(path)).body).not.toMatch(/ci<|ann@|somebody@/);
  });

  it('make only keys with their own tags, and the attacker ends none of the other', async () => {
    expect([...site().aws.keys.values()]).toEqual([
      { 'client-health': 'client-health-prod', 'client-health-account': acme.account },
    ]);
  });
});

it('a form without the token of its session, or from another site, changes nothing and is logged', async () => {
  const origin = new URL(baseUrl).origin;
  const token = /name="token" value="([^"]+)"/.exec((await admin.get('/api')).body)?.[1] ?? '';
  const foreign = /name="token" value="([^"]+)"/.exec((await attacker.get('/api')).body)?.[1] ?? '';
  const before = await keysOf(db.table);
  for (const { path } of [
    ...pathsOf(acme, 'AAAAAAAA').filter(({ method }) => method === 'POST'),
    { path: '/sign-out' },
  ]) {
    for (const [fields, headers] of [
      [{}, { Origin: origin }],
      [{ token: foreign }, { Origin: origin }],
      [{ token }, { Origin: 'https://evil.example' }],
      [{ token }, { Origin: 'null' }],
      [{ token }, {}],
    ] as const) {
      const count = refusals().length;
      const { status } = await admin.postAs(path, { name: 'evil', ...fields }, headers as Record<string, string>);
      expect({ path, headers, status }).toEqual({ path, headers, status: 403 });
      expect(refusals().length).toBe(count + 1);
    }
  }
  expect(await keysOf(db.table)).toEqual(before);
  expect((await admin.get('')).status).toBe(200);
});

it('what a reader says of columns and rows is a file of decisions, which nobody can hand in', async () => {
  const columns = { kind: 'notes', c0: 'client-name', c1: 'content' };
  const at = `/files/columns/${run}/x.csv`;
  const decisions = () =>
    site()
      .aws.bucket.keys()
      .filter((key) => key.endsWith('.decision.json'));
  expect(await reader.post(at, { ...columns, do: 'preview' })).toMatchObject({ status: 200 });
  expect(decisions()).toEqual([]);
  const fields = [...(await reader.get('/files/mend')).body.matchAll(/ name="(cell-\w+)"/g)].map(([, name]) => name);
  expect(fields).toHaveLength(1);
  const [field = ''] = fields;
  expect((await reader.post('/files/mend', { [field]: '2026-11-01' })).status).toBe(303);
  const [key = ''] = decisions();
  expect(key).toMatch(new RegExp(`^in/${acme.account}/`));
  expect(site().aws.bucket.contentOf(key)).toContain(`"again":["rejects/${acme.account}/${run}/y.csv"]`);
  expect(await policyFor(key.split('/').at(-1) ?? '')).toBeUndefined();
});

it('a name that no client can have changes nothing, and no line says that it did', async () => {
  const stored = async () => [
    await allAliases(db.table, acme.account),
    await readRange(db.table, logRange(acme.account)),
  ];
  const before = await stored();
  for (const name of ['', 'x'.repeat(201)])
    expect((await reader.post(`/clients/${acme.clientIds[0]}/rename`, { name })).status).toBe(409);
  expect(await stored()).toEqual(before);
});

it('two clients are merged by the rights of a session, but not if they have too much for one', async () => {
  const streams = (id: string, count: number) => Array.from({ length: count }, (_, at) => aStream(id, `${id}s${at}`));
  const given = [aClient('m1'), aClient('m2'), aClient('m3'), ...streams('m1', 150), ...streams('m2', 51)];
  await writeFacts({ table: db.table, randomBytes: bytesOf(randomOf(3)) }, acme.account, given);
  const stored = async () => [await factsIn(db.table, acme.account), await readRange(db.table, logRange(acme.account))];
  const before = await stored();
  const { status, body } = await reader.post('/clients/m1/merge', { goes: 'm2' });
  expect([status, body.includes('more than 200 streams')]).toEqual([409, true]);
  expect(await stored()).toEqual(before);
  expect((await reader.post('/clients/m1/merge', { goes: 'm3' })).status).toBe(303);
  expect((await factsIn(db.table, acme.account)).filter(({ sk }) => sk === 'CLIENT#m3')).toEqual([]);
});

it('viewers see the board, readers also files, and each is refused everything else', async () => {
  const viewer = await site().admit(acme.account, 'vic', 'viewer');
  for (const [who, own, refused] of [
    [viewer, 'viewer', ['reader', 'administrator']],
    [reader, 'reader', ['administrator']],
  ] as const) {
    for (const { method, path, role } of routes.map((route, at) => ({ ...route, ...pathsOf(acme, 'AAAAAAAA')[at] }))) {
      const { status } =
        method === 'GET'
          ? await who.get(path)
          : await who.post(path, { name: 'a.csv', size: '1', state: 'called', back: 'yes', do: 'discard' });
      if (refused.some((each) => each === role)) expect({ own, path, status }).toEqual({ own, path, status: 403 });
      else expect(status, path).toBeLessThan(405);
    }
    const pages = [...(await who.get('/api')).body.matchAll(/href="\/v1\/account\/(\w+)"/g)].map(([, page]) => page);
    expect(pages).toEqual(own === 'viewer' ? ['api'] : ['files', 'api']);
  }
});

/** The policy of the form that a reader gets for a file of this name, and its key; undefined if the name is refused. */
async function policyFor(name: string) {
  const { status, body } = await reader.post('/files/upload', { name, size: '3' }, { Accept: 'application/json' });
  expect(status).toBe(200);
  const { url, fields } = JSON.parse(body);
  if (url === undefined) return undefined;
  expect(new URL(url).hostname).toMatch(/^(inbox\.)?s3\.eu-west-1\.amazonaws\.com$/);
  return { key: fields.key, ...termsOf(fields.Policy) };
}

function termsOf(policy: string) {
  const { conditions, expiration } = JSON.parse(Buffer.from(policy, 'base64').toString());
  return { conditions, seconds: (Date.parse(expiration) - Date.now()) / 1000 };
}

it('a file goes below the prefix of the account, under exactly the name that was asked for, with a bound', async () => {
  const pieces = fc.constantFrom(
    `\${filename}`,
    '$',
    '${',
    '{',
    '}',
    '%',
    '%24%7Bfilename%7D',
    '../',
    '/',
    ' ',
    '\0',
    '\n',
    'a',
    '.csv',
    'ä',
    '✓',
  );
  const names = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  });
  let taken = 0;
  const property = fc.asyncProperty(names, async (parts) => {
    site().deps.now += 15_000;
    const name = parts.join('').trim();
    const policy = await policyFor(name);
    if (!policy) return;
    taken += 1;
    const key = `in/${acme.account}/_page/${name}`;
    const aboutKeys = policy.conditions.filter((each: object) => JSON.stringify(each).includes('key"'));
    expect([policy.key, aboutKeys]).toEqual([key, [{ key }]]);
    expect(policy.conditions).toContainEqual(['content-length-range', 1, 209_715_200]);
  });
  await holdsAsync(property, { numRuns: inProofs(2000, 150), examples: [[[`\${filename}`]], [[`feed/\${filename}`]]] });
  expect(taken).toBeGreaterThan(20);
  expect(await policyFor(`../${other.account}/a.csv`)).toBeUndefined();
});

it('a form for a file ends after two minutes for a script, which asks for each file, else after a quarter of an hour', async () => {
  const { body } = await reader.post('/files/upload', { name: 'a.csv', size: '3' });
  const [, policy = ''] = /name="Policy" value="([^"]+)"/.exec(body) ?? [];
  expect(
    [(await policyFor('a.csv'))?.seconds, termsOf(policy).seconds].map((each = 0) => Math.round(each / 10) * 10),
  ).toEqual([120, 900]);
});

describe('access ends with the next request', () => {
  it('of a person whom an administrator removes', async () => {
    await admin.post('/people/invite', { email: 'carl@example.com', role: 'reader' });
    const carl = new Browser(site());
    await carl.signIn('sub-carl');
    expect((await carl.post('/accept', { account: acme.account })).status).toBe(303);
    expect([site().aws.mails, (await carl.get('')).status]).toEqual([['carl@example.com'], 200]);
    expect(site().aws.words).toEqual([{ accountName: expect.any(String), by: 'ann@example.com' }]);
    await admin.post('/people/remove', { email: 'carl@example.com', again: 'carl@example.com' });
    // leads to the sign-in, which this login has no longer
    expect([(await carl.get('')).status, carl.cookies.has('__Host-session')]).toEqual([303, false]);
    const { body } = await admin.get('/log');
    expect(body).toMatch(/person removed.*somebody who left \(sub-carl\)/s);
    expect(body).not.toContain('carl@example.com');
    const lines = await readRange(db.table, logRange(acme.account));
    expect(lines.length).toBeGreaterThan(2);
    for (const { at, ttl } of lines) expect(ttl).toBe(Math.floor(Date.parse(String(at)) / 1000) + 30 * 86_400);
  });

  it('of everyone whom the pool does not know any more, within five minutes; others go on with their forms', async () => {
    const hal = await site().admit(acme.account, 'hal', 'reader');
    const later = async () => {
      site().deps.now += 300_000;
      hal.cookies.set('__Host-session', site().pool.token({ sub: 'hal', exp: 1 }));
      return (await hal.get('')).status;
    };
    const before = /name="token" value="([^"]+)"/.exec((await hal.get('/api')).body)?.[1];
    expect([await later(), (await hal.get('')).status]).toEqual([200, 200]);
    expect(/name="token" value="([^"]+)"/.exec((await hal.get('/api')).body)?.[1]).toBe(before);
    site().pool.disabled.add('hal');
    expect([await later(), hal.cookies.size]).toEqual([303, 1]);
    expect([...hal.cookies.keys()]).toEqual(['__Host-sign-in']);
  });

  it('of everyone who has a copy of the session, when the person signs out', async () => {
    const dora = await site().admit(acme.account, 'dora', 'reader');
    const copy = new Browser(site());
    for (const [name, value] of dora.cookies) copy.cookies.set(name, value);
    site().deps.now += 1000;
    const { status, headers } = await dora.post('/sign-out', {});
    expect([status, headers.Location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/login\.example\/logout\?client_id=client1&logout_uri=/),
    ]);
    expect([dora.cookies.size, (await copy.get('')).status]).toEqual([0, 303]);
    site().deps.now += 1000;
    await dora.signIn('dora');
    expect((await dora.get('')).status).toBe(200);
  });

  it('for an hour, of a person who sends too many forms', async () => {
    const gina = await site().admit(acme.account, 'gina', 'reader');
    const statuses = new Set<number>();
    for (let at = 0; at < 301; at += 1) statuses.add((await gina.postAs('/keys/issue', {}, {})).status);
    expect([...statuses]).toEqual([403, 429]);
    site().deps.now += 3_600_000;
    expect((await gina.postAs('/keys/issue', {}, {})).status).toBe(403);
  });
});

it('what a person reads is logged before it is shown, if the deployment says so: by ids alone, apart from changes', async () => {
  const viewer = await site().admit(acme.account, 'vera', 'viewer');
  const [client = ''] = acme.clientIds;
  const opened = [`/clients/${client}`, `/clients/${client}/year`, '/clients.csv', '/api', ''];
  for (const path of opened) expect((await viewer.get(path)).status).toBe(200);
  const lines = (await readRange(db.table, readsRange(acme.account))).filter(({ who }) => who === 'vera');

  expect(lines.map(({ what, about }) => `${what}: ${about}`).sort()).toEqual([
    `client read: ${client}`,
    'file downloaded: clients.csv',
    `file downloaded: clients/${client}/year`,
  ]);
  expect(JSON.stringify(lines)).not.toContain('@');
  expect((await logLinesAbout(db.table, acme.account, 'vera')).length).toBe(lines.length);
  const [changes, reads] = [(await admin.get('/log')).body, (await admin.get('/log?reads')).body];
  expect([changes.includes('client read'), reads.includes('client read')]).toEqual([false, true]);
  expect((await viewer.get('/log?reads')).status).toBe(403);
});

it('an administrator erases a person and a client from the own account alone', async () => {
  const before = await dumpOf(db.table, acme.account);
  const emails = [acme, other].map(({ prefix }) => `${prefix}@canary.example`).join('\n');
  const [first = '', second = ''] = emails.split('\n');

  const found = await attacker.post('/erase/found', { emails });
  const stored = await attacker.post('/erase/export', { emails });
  const erased = await attacker.post('/erase/person', { emails, again: first });
  const client = { name: 'x', again: 'X' };
  const gone = await attacker.post(`/clients/${other.clientIds[0]}/erase`, client);
  const foreign = await attacker.post(`/clients/${acme.clientIds[0]}/erase`, client);

  expect([found, stored, erased, gone, foreign].map(({ status }) => status)).toEqual([200, 200, 303, 303, 409]);
  expect(stored.body).toContain(second);
  expect(await dumpOf(db.table, acme.account)).toEqual(before);
  const left = JSON.stringify(await dumpOf(db.table, other.account));
  expect(left).not.toContain(second);
  expect(left).not.toContain(`CLIENT#${other.clientIds[0]}`);
});

describe('rights', () => {
  it('every call that the page made is one that its session may make', () => {
    expect(site().denied).toEqual([]);
    expect(site().evaluated).toBeGreaterThan(500);
  });

  const { template } = synthesise({ env: 'prod' });
  const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id ?? '';
  const inbox =
    resourcesOf(template, 'AWS::S3::Bucket').find(({ Properties }) => Properties.LoggingConfiguration)?.id ?? '';
  const queue = resourcesOf(template, 'AWS::SQS::Queue').find(({ id }) => id.startsWith('NightQueue'))?.id ?? '';

  it('a session of the account ac may do the same to its own', () => {
    const own = ['dynamodb:PutItem', 'dynamodb:GetItem'].map((action) => ({ action, on: table, keys: ['CUST#ac'] }));
    const files = { action: 's3:PutObject', on: `${inbox}/in/ac/a` };
    const lists = { action: 's3:ListBucketVersions', on: inbox, prefix: 'in/ac/' };
    const asks = { action: 'sqs:SendMessage', on: queue };
    const refused = [...own, files, lists, asks].filter((attempt) => !allows(sessionOf('ac'), attempt));
    expect(refused).toEqual([]);
  });

  it.each([
    ...['CUST#acme', 'CUST#acme#CLIENT#c', 'PEOPLE#acme', 'CUST#ac2', 'DELETED', 'KEYS2'].map((key) => ({
      action: 'dynamodb:GetItem',
      on: table,
      keys: [key],
    })),
    ...['CUST#acme', 'CUST#acme#CLIENT#c', 'ACCOUNTS'].map((key) => ({
      action: 'dynamodb:PutItem',
      on: table,
      keys: [key],
    })),
    ...['in/acme/a', 'mappings/ac/a.json', 'mended/ac/mended.json', 'reports/ac/a.json', 'waiting/ac/a'].map((key) => ({
      action: 's3:PutObject',
      on: `${inbox}/${key}`,
    })),
    ...['GetObject', 'DeleteObject', 'DeleteObjectVersion'].map((each) => ({
      action: `s3:${each}`,
      on: `${inbox}/in/ac/a`,
    })),
    { action: 's3:ListBucketVersions', on: inbox, prefix: 'in/acme/' },
    { action: 'sqs:ReceiveMessage', on: queue },
    ...['UpdateItem', 'DeleteItem'].map((each) => ({ action: `dynamodb:${each}`, on: table, keys: ['LOG#ac'] })),
    { action: 'dynamodb:PutItem', on: table, keys: ['LOG#acme'] },
    { action: 'dynamodb:Scan', on: table },
    { action: 'dynamodb:Query', on: table, keys: ['ACCOUNTS'] },
    { action: 'dynamodb:GetItem', on: table, keys: ['LOGIN#ann'] },
    { action: 'dynamodb:UpdateItem', on: table, keys: ['LOGIN#ann'] },
    { action: 'apigateway:GET', on: 'arn:aws:apigateway:eu-west-1::/apikeys' },
    {
      action: 'apigateway:GET',
      on: 'arn:aws:apigateway:eu-west-1::/apikeys/g1',
      resourceTags: { 'client-health': 'client-health-prod', 'client-health-account': 'ac' },
    },
    ...[
      {},
      { 'client-health': 'client-health-prod' },
      { 'client-health': 'client-health-prod', 'client-health-account': 'acme' },
      { 'client-health': 'other', 'client-health-account': 'ac' },
    ].flatMap((tags) => [
      { action: 'apigateway:DELETE', on: 'arn:aws:apigateway:eu-west-1::/apikeys/g1', resourceTags: tags },
      { action: 'apigateway:POST', on: 'arn:aws:apigateway:eu-west-1::/apikeys', requestTags: tags },
    ]),
  ])('a session of the account ac may not $action $keys $resourceTags $requestTags', (attempt) => {
    expect(allows(sessionOf('ac'), attempt)).toBe(false);
  });
});

it('no log line has a session, a code, a key or data of a client', () => {
  const all = site()
    .deps.logged.map((line) => JSON.stringify(line))
    .join('\n');
  expect(all).not.toMatch(/svc(live|test)[0-9A-Za-z]{36}|~T\d\d~|eyJ|code\d/);
});
