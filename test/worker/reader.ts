import { brotliDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import { create as createClients } from '../../functions/clients/handler.ts';
import { clientsGroup as contract } from '../../shared/contract/clients.ts';
import { health, tallyOf } from '../../shared/domain/lists/health.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import type { Choices } from '../support/choices.ts';
import type { RawItem } from '../support/mem-dynamo/expressions.ts';
import { type Caller, callerOf } from '../support/service/caller.ts';
import { processIn, type World } from './world.ts';

interface Line {
  readonly id: string;
  readonly score: number;
}

/** All client lists of an account that were ever live, in order, as written to the table. */
export interface Versions {
  readonly lists: readonly { readonly version: string; readonly clients: readonly Line[] }[];
}

export function watchVersions({ store: { items } }: World, account: Account): Versions {
  const lists: { version: string; clients: Line[] }[] = [];
  const set = items.set.bind(items);
  items.set = (address, item) => {
    const views = address === `CUST#${account} ROOT` && viewsIn(items, account, item);
    if (views) lists.push(views);
    return set(address, item);
  };
  return { lists };
}

/** What the root names: the clients, as it is written. */
function viewsIn(items: ReadonlyMap<string, RawItem>, account: Account, raw: RawItem) {
  const { live, scoredFor } = unmarshall(raw as Record<string, AttributeValue>);
  if (!live) return undefined;
  const content = (key: string) => {
    const z = items.get(`CUST#${account}#ROSTER#clients ${key}`)?.z;
    return brotliDecompressSync(bytesOf(z)).toString();
  };
  const [list] = live.lists.clients.split(' ');
  const [{ pages }] = JSON.parse(content(`LIST#${list}`)).parts;
  const ids = pages === '' ? [] : pages.split(' ').map((ref: string) => ref.split(':')[0]);
  const clients = ids
    .flatMap((id: string) => content(`PAGE#${id}`).split('\n'))
    .map((text: string) => JSON.parse(text));
  return { version: `${list}-${scoredFor ?? 'none'}`, clients: clients as Line[] };
}

/** Each call reads one page of the client list, all its pages or the portfolio health, and checks the response. */
export function createReader(
  world: World,
  { lists }: Versions,
  apiKey: string,
  { gate, remembers, choices }: { gate: () => Promise<void>; remembers: boolean; choices: Choices },
) {
  const deps = { ...processIn(world, { gate }), pages: new PageCache(remembers ? 1_000_000 : 0) };
  const call = callerOf(contract, createClients(deps));
  const looks = [look, leaf, weigh];
  const get: Get = (url) => {
    // one request per second stays within the rate limits
    world.now += 1000;
    return call(url, { apiKey });
  };
  return async () => {
    const before = Math.max(0, lists.length - 1);
    await choices.one(looks)(get, () => lists.slice(before), choices);
  };
}

type Live = () => Versions['lists'];

async function look(get: Get, live: Live, { upTo }: Choices): Promise<void> {
  const [limit, offset] = [1 + upTo(60), upTo(50)];
  const { version, body } = await page(get, limit, offset);
  const list = live().find((each) => each.version === version)?.clients;

  expect(list, `version ${version} was live`).toBeDefined();
  expect(body.clients).toEqual(list?.slice(offset, offset + limit));
  expect(body.total).toBe(list?.length);
}

/** All pages of one version together are the complete list. */
async function leaf(get: Get, live: Live): Promise<void> {
  const limit = 15;
  const first = await page(get, limit, 0);
  const together = [...first.body.clients];
  for (let offset = limit; offset < first.body.total; offset += limit) {
    const next = await page(get, limit, offset);
    // the version has changed: a caller would start again
    if (next.version !== first.version) return;
    together.push(...next.body.clients);
  }
  expect(together).toEqual(live().find(({ version }) => version === first.version)?.clients);
  expect(new Set(together.map(({ id }) => id)).size).toBe(first.body.total);
}

async function weigh(get: Get, live: Live): Promise<void> {
  const { statusCode, body } = await get('/clients/portfolio-health');
  const { customerId: _, ...shown } = JSON.parse(body);

  expect(statusCode).toBe(200);
  expect(live().map(({ clients }) => health(tallyOf(clients.map(({ score }) => score))))).toContainEqual(shown);
}

type Get = (url: string) => ReturnType<Caller>;

async function page(get: Get, limit: number, offset: number) {
  const { statusCode, headers, body } = await get(`/clients?limit=${limit}&offset=${offset}`);
  expect(statusCode, body).toBe(200);
  const version = /^W\/"([^.]+)\./.exec(String(headers?.ETag))?.[1];
  return { version, body: JSON.parse(body) as { clients: Line[]; total: number } };
}

function bytesOf(value: RawItem[string] | undefined): Buffer {
  return Buffer.from(value && 'B' in value ? String(value.B) : '', 'base64');
}
