import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notFoundText } from '../../../shared/contract/errors.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { api } from '../../../shared/http/api.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { callerOf, requestId } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const canary = 'canary-7f3a@mail.example';
const url = `/made-up/c1?query=${canary}`;

const thing: Operation = () => ({ etag: 'v1', body: `{"thing":"für ${canary}"}` });

/** Everything printed while the test ran. */
const printed: unknown[] = [];
beforeEach(() => {
  printed.length = 0;
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(words));
  }
});
afterEach(() => vi.restoreAllMocks());

async function logged(readThing: Operation, apiKey: string | undefined) {
  const deps = fakeDeps(db.table);
  await callerOf(madeUp, api(madeUp, { readThing }, deps))(url, { apiKey });
  // as printed: one line of JSON each
  return deps.logged.map((record) => JSON.parse(JSON.stringify(record)));
}

const line = { level: 'info', requestId, operation: 'readThing', milliseconds: 0 };

describe('one line for every request', () => {
  it('success: account, endpoint and remaining quota', async () => {
    const apiKey = await putKey(db.table);
    const keyId = apiKey.slice(7, 15);

    expect(await logged(thing, apiKey)).toEqual([
      { ...line, status: 200, bytes: 41, customerId: 'acme', keyId, remaining: 99 },
    ]);
  });

  it('not admitted: the line names no account', async () => {
    expect(await logged(thing, unknownKey())).toEqual([
      { ...line, status: 401, bytes: 119, error: { name: 'Unauthorized' } },
    ]);
    expect(await logged(thing, undefined)).toEqual([
      { ...line, status: 401, bytes: 119, error: { name: 'Unauthorized' } },
    ]);
    expect(await logged(thing, await putKey(db.table, { w: { m29919600: 100 } }))).toEqual([
      { ...line, status: 429, bytes: 113, error: { name: 'RateLimited' } },
    ]);
  });

  it('rejected: the error name, without a stack', async () => {
    const apiKey = await putKey(db.table);
    const missing: Operation = () => {
      throw new NotFound('client');
    };

    expect(await logged(missing, apiKey)).toEqual([
      {
        ...line,
        status: 404,
        bytes: notFoundText('client').length,
        customerId: 'acme',
        keyId: apiKey.slice(7, 15),
        remaining: 99,
        error: { name: 'NotFound' },
      },
    ]);
  });

  it('failed: the stack frames', async () => {
    const apiKey = await putKey(db.table);
    const failing: Operation = () => {
      throw new TypeError(canary);
    };

    expect(await logged(failing, apiKey)).toEqual([
      {
        ...line,
        level: 'error',
        status: 500,
        bytes: 166,
        customerId: 'acme',
        keyId: apiKey.slice(7, 15),
        remaining: 99,
        error: {
          name: 'TypeError',
          at: expect.arrayContaining([expect.stringMatching(/^at .*access-log\.test\.ts:\d+/)]),
        },
      },
    ]);
  });

  it('sent as a stream: with the bytes that were sent, when the stream ends', async () => {
    const apiKey = await putKey(db.table);
    const deps = fakeDeps(db.table);
    async function* parts() {
      yield 'für';
      yield 'abc';
    }
    const readThing: Operation = () => ({ body: async () => ({ etag: 'v1', body: parts() }) });

    const { stream } = (await callerOf(madeUp, api(madeUp, { readThing }, deps))(url, { apiKey })) as Reply;
    expect(deps.logged).toEqual([]);
    for await (const _ of stream ?? []) deps.now += 1000;

    expect(deps.logged).toMatchObject([{ level: 'info', status: 200, bytes: 7, milliseconds: 2000 }]);
  });
});

it('nothing is printed except through the logger', async () => {
  await logged(thing, await putKey(db.table));
  await logged(thing, unknownKey());
  await logged(() => Promise.reject(new Error(canary)), await putKey(db.table));

  expect(printed).toEqual([]);
});
