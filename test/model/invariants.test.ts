import { beforeAll, expect, it } from 'vitest';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Ask, askerOf } from '../support/service/whole-service.ts';
import { inProofs } from '../support/size.ts';
import { memoryTable } from '../support/store/table.ts';
import type { Account } from './account.ts';
import { changed, randomAccount } from './random-account.ts';
import { randomRequests, urlOf } from './requests.ts';
import { rewrite, write } from './store.ts';

// Properties of every response, independent of the model. Every list of the account takes several pages.

const db = { table: memoryTable() };
const account = randomAccount(20, 330);
// nothing was ever written for these two
const others = ['new', 'newer'].map((customerId): Account => ({ ...randomAccount(20, 0), customerId }));

let ask: Ask;
let askCold: Ask;
let askOthers: Ask[];
beforeAll(async () => {
  await write(db.table, account);
  const newKey = ({ customerId }: Account) => putKey(db.table, { customerId });
  ask = await askerOf(fakeDeps(db.table), await newKey(account));
  // caches no page between requests
  askCold = await askerOf(Object.assign(fakeDeps(db.table), { pages: new PageCache(0) }), await newKey(account));
  askOthers = await Promise.all(others.map(async (each) => askerOf(fakeDeps(db.table), await newKey(each))));
});

interface Listed {
  readonly etag: string;
  readonly total: number;
  readonly entries: Record<string, unknown>[];
}

async function list(url: string, page = ''): Promise<Listed> {
  const { headers, body } = await ask(`${url}${url.includes('?') ? '&' : '?'}${page}`);
  const { total, clients, streams } = JSON.parse(body);
  return { etag: String(headers.ETag), total, entries: clients ?? streams };
}

const lists = [
  '/clients',
  '/clients?include_archived=true',
  '/clients?portfolio_id=constructor',
  '/clients?portfolio_id=p-1&include_archived=true',
  '/clients/by-risk/low_risk',
  '/clients/by-risk/high_risk?include_archived=true',
  '/clients/search?query=a',
  '/clients/search?query=north&include_archived=true',
  '/clients/trending',
  '/clients/trending?direction=stable&period=7day',
  '/clients/alignment',
  '/clients/alignment?week=2025-06-11&include_archived=true',
  '/streams',
  '/streams?include_inactive=true',
];

it('the pages of a list share the version in their ETags', async () => {
  const urls = lists.filter((url) => !url.includes('week='));
  for (const url of urls) {
    const pages = await Promise.all([0, 50, 100].map((offset) => list(url, `limit=50&offset=${offset}`)));
    const etags = pages.map(({ etag }) => etag);
    const [version, ...others] = new Set(etags.map((etag) => etag.split('.')[0]));
    expect(others, `${url}: pages of one list name other versions than ${version}`).toEqual([]);
    expect([...new Set(etags)], `${url}: different pages have one ETag`).toEqual(etags);
  }
});

const ofCache = inProofs(1_000, 40);

it(`an answer does not depend on the pages that a container has cached (${ofCache} requests)`, async () => {
  for (const asked of randomRequests(account, 5, ofCache)) {
    const url = urlOf(asked);
    const [warm, cold] = [await ask(url), await askCold(url)];
    expect({ ...cold, headers: cold.headers.ETag }, url).toEqual({ ...warm, headers: warm.headers.ETag });
  }
});

const different = inProofs(200, 80);

it(`two different answers never have the same ETag (${different} requests)`, async () => {
  const answers = new Map<unknown, { url: string; body: string }>();
  const all = [
    ...randomRequests(account, 6, different).map((asked) => ({ asked, of: ask })),
    ...others.flatMap((each, at) => randomRequests(each, 7, 60).map((asked) => ({ asked, of: askOthers[at] ?? ask }))),
  ];
  const alike: string[] = [];
  for (const { asked, of } of all) {
    const url = urlOf(asked);
    const { status, headers, body } = await of(url);
    const known = answers.get(headers.ETag);
    if (status === 200 && known && known.body !== body) alike.push(`${known.url} and ${url} differ`);
    if (status === 200) answers.set(headers.ETag, { url, body });
  }

  expect(alike).toEqual([]);
});

const repeated = inProofs(100, 30);

it(`If-None-Match gives 304 until the answer changes, then the new answer (${repeated} requests)`, async () => {
  const requests = randomRequests(account, 8, repeated);
  const held = new Map<string, { etag: string; body: string }>();
  for (const url of requests.map(urlOf)) {
    const { status, headers, body } = await ask(url);
    if (status !== 200) continue;
    held.set(url, { etag: String(headers.ETag), body });
    expect(await ask(url, { 'If-None-Match': String(headers.ETag) }), url).toMatchObject({ status: 304, body: '' });
    expect(await ask(url, { 'If-None-Match': '*' }), url).toMatchObject({
      status: 304,
      headers: { ETag: headers.ETag },
    });
  }

  const { account: next, gone } = changed(account, 12);
  await rewrite(db.table, account, next, gone);

  let changes = 0;
  for (const [url, { etag, body }] of held) {
    const now = await ask(url);
    const { status } = await ask(url, { 'If-None-Match': etag });
    if (now.status === 200) expect({ url, status }).toEqual({ url, status: now.headers.ETag === etag ? 304 : 200 });
    if (now.status === 200 && now.body !== body) expect(now.headers.ETag, url).not.toBe(etag);
    if (now.body !== body) changes += 1;
  }
  expect(changes, 'the change must show in most answers, or this test tries nothing').toBeGreaterThan(held.size / 2);
});
