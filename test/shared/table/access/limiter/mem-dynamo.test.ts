import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { namesAt } from '../../../../../shared/domain/access/windows.ts';
import { setAccountStatus } from '../../../../../shared/table/access/accounts.ts';
import { countRequest, removeExpiredWindows } from '../../../../../shared/table/access/count-request.ts';
import { activateKey, removePendingKey, writePendingKey } from '../../../../../shared/table/access/issue-key.ts';
import type { IssuedKey } from '../../../../../shared/table/access/issued-keys.ts';
import { revokeKey, suspendKey } from '../../../../../shared/table/access/revoke-key.ts';
import { apiKeyHash, asAccount } from '../../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../../shared/table/store/read.ts';
import type { Table } from '../../../../../shared/table/store/table.ts';
import { putItem } from '../../../../../shared/table/store/write.ts';
import { holdsAsync } from '../../../../support/holds.ts';
import { noon } from '../../../../support/service/deps.ts';
import { tried } from '../../../../support/size.ts';
import { memoryTable, useTable } from '../../../../support/store/table.ts';

// Calls every function that uses an expression on both tables, with the same items, and compares the results, the
// errors and the items afterwards.

const db = useTable();
const names = namesAt(noon);
const ids = [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(0, 0, 0, 0, 0), Uint8Array.of(255, 254, 253, 252, 251)];
const states = ['active', 'pending', 'revoked', 'suspended'] as const;

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const mostly = <T>(usual: T, others: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, others);

/** The counters of a key's item: mostly valid, some missing or of another type. */
const counters = fc.record({
  [names.m]: maybe(fc.constantFrom<number | string>(1, 50, 99, 100, 101, '99')),
  [names.h]: maybe(fc.constantFrom(8, 4_998, 4_999, 5_000)),
  [names.d]: maybe(fc.constantFrom(9, 49_998, 49_999, 50_000)),
  [names.r]: maybe(fc.oneof({ weight: 8, arbitrary: fc.shuffledSubarray(ids) }, fc.constant(1))),
  [names.M]: maybe(fc.constantFrom(12, 60_000)),
  [names.R]: maybe(fc.constant(7)),
  m1: maybe(fc.constant(3)),
  r2: maybe(fc.constant([])),
});

const second = noon / 1000;
const authority = fc.record({
  st: mostly<string | number | undefined>('active', maybe(fc.constantFrom<string | number>(...states, 1))),
  exp: mostly<string | number | undefined>(undefined, fc.constantFrom(second - 1, second, second + 1, 'never')),
  w: fc.oneof({ weight: 9, arbitrary: counters.map(defined) }, maybe(fc.constant('none'))),
});

const world = fc.record({
  authority: maybe(authority),
  issued: maybe(fc.record({ state: maybe(fc.constantFrom(...states)) })),
  account: maybe(
    fc.record({
      status: maybe(fc.constantFrom('active', 'suspended')),
      keysIssued: maybe(fc.constantFrom(0, 3)),
    }),
  ),
});

interface Scene {
  readonly key: IssuedKey;
  readonly apiKey: string;
}

const request = (at: number) => ({ id: ids[at] ?? new Uint8Array(5), names, second, refused: at });

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
const anyDeed = fc.constantFrom('count', 'count another', 'count', 'count another', ...Object.keys(deeds));

const property = fc.asyncProperty(world, anyDeed, async ({ authority, issued, account }, deed) => {
  // AWS refuses to remove a path whose parent is missing; the embedded database does not
  fc.pre(deed !== 'forget' || !authority || typeof authority.w === 'object');
  // all runs share one table of the real database
  const id = randomUUID();
  const apiKey = `svctest${id.replaceAll('-', '')}`;
  const [keyId, hash, customerId] = [apiKey.slice(7, 15), apiKeyHash(apiKey), `a-${id}`];
  const key: IssuedKey = {
    keyId,
    hash,
    customerId,
    name: 'ci',
    created: '2026-11-20T12:00:00.000Z',
    lastFour: apiKey.slice(-4),
    state: 'pending',
  };
  const items = [
    authority && { pk: `KEY#${hash}`, sk: 'KEY', v: 3, customerId, keyId, ...authority },
    issued && { pk: 'KEYS', sk: keyId, v: 3, hash, customerId, ...issued },
    account && { pk: 'ACCOUNTS', sk: customerId, v: 3, name: 'Any', ...account },
  ];
  const addresses = [
    { pk: `KEY#${hash}`, sk: 'KEY' },
    { pk: 'KEYS', sk: keyId },
    { pk: 'ACCOUNTS', sk: customerId },
  ];
  const after = async (table: Table) => {
    for (const item of items) if (item) await putItem(table, { item: defined(item) as typeof item });
    const outcome = await outcomeOf(deeds[deed]?.(table, { key, apiKey }));
    const left = await Promise.all(addresses.map((address) => readItem(table, address, { consistent: true })));
    return { deed, outcome, left };
  };

  expect(await after(memoryTable('job'))).toEqual(await after(db.table));
});

async function outcomeOf(done: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { value: await done };
  } catch (error) {
    return { error: error instanceof Error ? error.name : error };
  }
}

function defined(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const items = tried(300, 2_000, 5_000);

it(`the table in memory behaves like the embedded database, for ${items} random items and every expression of the project`, async () => {
  await holdsAsync(property, { numRuns: items });
});
