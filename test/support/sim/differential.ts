import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { namesAt } from '../../../shared/domain/access/windows.ts';
import { setAccountStatus } from '../../../shared/table/access/accounts.ts';
import { countRequest, removeExpiredWindows } from '../../../shared/table/access/count-request.ts';
import { activateKey, removePendingKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import type { IssuedKey } from '../../../shared/table/access/issued-keys.ts';
import { revokeKey, suspendKey } from '../../../shared/table/access/revoke-key.ts';
import { apiKeyHash, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { RawItem, Value } from '../mem-dynamo/expressions.ts';
import { memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';
import { noon } from '../service/deps.ts';
import { wiresOf } from '../store/wired.ts';

// Calls every function that uses an expression on both tables, with the same items, and compares the results, the
// errors and the items afterwards.

const names = namesAt(noon);
const ids = [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(0, 0, 0, 0, 0), Uint8Array.of(255, 254, 253, 252, 251)];
const states = ['active', 'pending', 'revoked', 'suspended'] as const;

const text = (value: string): Value => ({ S: value });
const number = (value: number): Value => ({ N: String(value) });
const list = (bytes: readonly Uint8Array[]): Value => ({
  L: bytes.map((id) => ({ B: Buffer.from(id).toString('base64') })),
});
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const mostly = <T>(usual: T, others: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, others);

/** The counters of a key's item: mostly valid, some missing or of another type. */
const counters = fc.record({
  [names.m]: maybe(fc.oneof(fc.constantFrom(1, 50, 99, 100, 101).map(number), fc.constant(text('99')))),
  [names.h]: maybe(fc.constantFrom(8, 4_998, 4_999, 5_000).map(number)),
  [names.d]: maybe(fc.constantFrom(9, 49_998, 49_999, 50_000).map(number)),
  [names.r]: maybe(fc.oneof({ weight: 8, arbitrary: fc.shuffledSubarray(ids).map(list) }, fc.constant(number(1)))),
  m1: maybe(fc.constant(number(3))),
  r2: maybe(fc.constant(list([]))),
});

const expiry = fc.oneof(
  fc.constantFrom(-1, 0, 1).map((apart) => number(noon / 1000 + apart)),
  fc.constant(text('never')),
);

const authority = fc.record({
  st: mostly<Value | undefined>(text('active'), maybe(fc.constantFrom(...states.map(text), number(1)))),
  exp: mostly<Value | undefined>(undefined, expiry),
  w: fc.oneof(
    { weight: 9, arbitrary: counters.map((M): Value | undefined => ({ M: defined(M) })) },
    maybe(fc.constant(text('none'))),
  ),
});

const world = fc.record({
  authority: maybe(authority),
  issued: maybe(fc.record({ state: maybe(fc.constantFrom(...states).map(text)) })),
  account: maybe(
    fc.record({
      status: maybe(fc.constantFrom('active', 'suspended').map(text)),
      keysIssued: maybe(fc.constantFrom(0, 3).map(number)),
    }),
  ),
});

interface Scene {
  readonly key: IssuedKey;
  readonly apiKey: string;
}

const deeds: Record<string, (table: Table, scene: Scene) => Promise<unknown>> = {
  count: (table, { key }) => countRequest(table, key.hash, request(0), []),
  'count another': (table, { key }) => countRequest(table, key.hash, request(1), ['m1', 'r2', 'h3']),
  forget: (table, { key }) => removeExpiredWindows(table, key.hash, ['m1', 'r2', 'd4']),
  'write pending': (table, { key, apiKey }) =>
    writePendingKey(table, {
      account: asAccount(key.customerId),
      apiKey,
      name: key.name,
      created: Date.parse(key.created),
    }),
  'activate from pending': (table, { key }) => activateKey(table, key, 'pending'),
  'activate from suspended': (table, { key }) => activateKey(table, key, 'suspended'),
  'remove pending': (table, { key }) => removePendingKey(table, key),
  revoke: (table, { key }) => revokeKey(table, key.keyId),
  suspend: (table, { key }) => suspendKey(table, key),
  'suspend account': (table, { key }) => setAccountStatus(table, asAccount(key.customerId), 'suspended'),
};

function request(at: number) {
  return { id: ids[at] ?? new Uint8Array(5), names, second: noon / 1000 };
}

/** `unique` is part of the keys of a run, because all runs share one table of the real database. */
export function differences(real: Table, unique: () => string) {
  return fc.asyncProperty(
    world,
    fc.constantFrom('count', 'count another', 'count', 'count another', ...Object.keys(deeds)),
    async (items, deed) => {
      // AWS refuses to remove a path whose parent is missing; the embedded database does not
      const w = items.authority?.w;
      fc.pre(deed !== 'forget' || !items.authority || (w !== undefined && 'M' in w));
      const id = unique();
      const apiKey = `svctest${id.replaceAll('-', '')}`;
      const keyId = apiKey.slice(7, 15);
      const hash = apiKeyHash(apiKey);
      const key: IssuedKey = {
        keyId,
        hash,
        customerId: `a-${id}`,
        name: 'ci',
        created: '2026-11-20T12:00:00.000Z',
        lastFour: apiKey.slice(-4),
        state: 'pending',
      };
      const addresses = [
        [`KEY#${hash}`, 'KEY', { ...items.authority, customerId: text(key.customerId), keyId: text(keyId) }],
        ['KEYS', keyId, { ...items.issued, hash: text(hash), customerId: text(key.customerId) }],
        ['ACCOUNTS', key.customerId, { ...items.account, name: text('Any') }],
      ] as const;
      const present = [items.authority, items.issued, items.account];
      const store = memDynamo();
      for (const [at, [pk, sk, facts]] of addresses.entries()) {
        if (!present[at]) continue;
        const item = { pk: text(pk), sk: text(sk), v: number(3), ...defined(facts) };
        store.put(item);
        await wiresOf(real).documents.send(new PutItemCommand({ TableName: real.name, Item: sent(item) }) as never);
      }
      const act = deeds[deed];
      const [outcome, expected] = [
        await outcomeOf(act?.(memTable(store, 'job'), { key, apiKey })),
        await outcomeOf(act?.(real, { key, apiKey })),
      ];
      const left = await Promise.all(addresses.map(([pk, sk]) => itemAt(real, pk, sk)));

      expect({ deed, outcome, left: addresses.map(([pk, sk]) => sorted(store.get(pk, sk))) }).toEqual({
        deed,
        outcome: expected,
        left: left.map(sorted),
      });
    },
  );
}

async function outcomeOf(done: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { value: await done };
  } catch (error) {
    return { error: error instanceof Error ? error.name : error };
  }
}

async function itemAt(table: Table, pk: string, sk: string): Promise<RawItem | undefined> {
  const Key = { pk: { S: pk }, sk: { S: sk } };
  const read = new GetItemCommand({ TableName: table.name, Key, ConsistentRead: true });
  const { Item } = (await wiresOf(table).documents.send(read as never)) as unknown as { Item?: RawItem };
  return Item && (JSON.parse(JSON.stringify(Item, bytesAsText)) as RawItem);
}

/** The SDK works with bytes; the table in memory stores them base64-encoded, as they are sent. */
function bytesAsText(_: string, value: unknown): unknown {
  if (value && typeof value === 'object' && 'B' in value) {
    return { B: Buffer.from(value.B as Uint8Array).toString('base64') };
  }
  return value;
}

function sent(item: RawItem): never {
  const convert = (value: Value): unknown => {
    if ('B' in value) return { B: Buffer.from(value.B, 'base64') };
    if ('L' in value) return { L: value.L.map(convert) };
    if ('M' in value)
      return { M: Object.fromEntries(Object.entries(value.M).map(([name, inner]) => [name, convert(inner)])) };
    return value;
  };
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, convert(value)])) as never;
}

function defined(facts: Record<string, Value | undefined>): RawItem {
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function sorted(item: RawItem | undefined): unknown {
  if (!item) return undefined;
  const inOrder = (value: RawItem): unknown =>
    Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, 'M' in inner ? { M: inOrder(inner.M) } : inner]),
    );
  return inOrder(item);
}
