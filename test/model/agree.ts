import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Table } from '../../shared/table/store/table.ts';
import { putKey } from '../support/service/api-keys.ts';
import { expectConforms } from '../support/service/conformance.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Answered, type Ask, askerOf } from '../support/service/whole-service.ts';
import type { Account } from './account.ts';
import { expectedOf, type ModelRequest } from './model.ts';
import { changed, randomAccount } from './random-account.ts';
import { randomRequests, urlOf } from './requests.ts';
import { rewrite, write } from './store.ts';

let tables = 0;

/** When the lists are published. */
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const;

/** For random accounts and requests, the service and the model give equal responses, before and after facts change. */
export function agreement(tableOf: () => Table, sizes: fc.Arbitrary<number>) {
  return fc.asyncProperty(fc.nat(1_000_000), sizes, async (seed, size) => {
    tables += 1;
    // a new id for every run, because fast-check repeats failed runs on the same table
    const first = { ...randomAccount(seed, size), customerId: `a${seed}-${tables}`, published: { at: times[0] } };
    const table = tableOf();
    const ask = await askerOf(fakeDeps(table), await putKey(table, { customerId: first.customerId }));

    await write(table, first);
    await compare(ask, first, randomRequests(first, seed, 30));

    const { account: after, gone } = changed(first, seed + 1);
    const second = { ...after, published: { at: times[1], before: first } };
    await rewrite(table, first, second, gone);
    await compare(ask, second, randomRequests(second, seed + 2, 20));
  });
}

async function compare(ask: Ask, account: Account, requests: readonly ModelRequest[]): Promise<void> {
  for (const asked of requests) expectAgreement(asked, await ask(urlOf(asked)), account);
}

function expectAgreement(asked: ModelRequest, { status, headers, body }: Answered, account: Account): void {
  const expected = expectedOf(account, asked);
  const where = `${asked.operation} ${urlOf(asked)}`;
  expectConforms(asked.operation, status, headers, body);
  if (typeof expected === 'number') {
    expect(status, where).toBe(expected);
    return;
  }
  expect({ status, ...(status === 200 ? {} : { body }) }, where).toEqual({ status: 200 });
  const said = typeof expected === 'string' ? body : JSON.parse(body);
  const wanted = typeof expected === 'string' ? expected : JSON.parse(JSON.stringify(expected));
  // slow, so only for the message of the failure
  if (!isDeepStrictEqual(said, wanted)) expect(said, where).toEqual(wanted);
}
