import { describe, expect, it, vi } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { api } from '../../../shared/http/api.ts';
import type { Answer, Operation } from '../../../shared/http/operation.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { holdBackWrites } from '../../support/store/stores.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const url = '/made-up/c1?query=x';

/** A container whose counting of a request waits for `letGo`, and an operation that records its steps. */
async function container(facts: Parameters<typeof putKey>[1] = {}) {
  const apiKey = await putKey(db.table, facts);
  const held = holdBackWrites(db);
  const steps: string[] = [];
  const thing: Operation = ({ account }): Answer => {
    steps.push(`first step for ${account}`);
    return {
      etag: 'v1',
      body: async () => {
        steps.push('body');
        return { etag: 'v1', body: `of ${account}` };
      },
    };
  };
  const answered = vi.fn(thing);
  const deps = fakeDeps(held.table);
  const call = callerOf(madeUp, api(madeUp, { readThing: answered }, deps));
  const ask = async (headers = {}) => {
    const answer = call(url, { apiKey, headers });
    await vi.waitFor(() => expect(held.waiting()).toBe(1), 60_000);
    return { answer };
  };
  /** Makes the container answer this key once, so that it knows the account. */
  const known = async () => {
    const { answer } = await ask();
    held.letGo();
    await answer;
    steps.length = 0;
  };
  return { apiKey, held, steps, answered, ask, known, logged: deps.logged };
}

describe('a key that the container has not seen', () => {
  it('nothing is read before the request is counted', async () => {
    const { held, steps, ask } = await container();
    const { answer } = await ask();

    expect(steps).toEqual([]);

    held.letGo();
    expect(await answer).toMatchObject({ statusCode: 200, body: 'of acme' });
    expect(steps).toEqual(['first step for acme', 'body']);
  });

  it('nothing is read for an invalid key', async () => {
    const { held, steps, ask } = await container({ st: 'revoked' });
    const { answer } = await ask();
    held.letGo();

    expect(await answer).toMatchObject({ statusCode: 401 });
    expect(steps).toEqual([]);
  });
});

describe('a key whose account the container knows', () => {
  it('the first step runs in parallel with the count; the body waits for the count', async () => {
    const { held, steps, ask, known } = await container();
    await known();
    const { answer } = await ask();

    expect(steps).toEqual(['first step for acme']);

    held.letGo();
    expect(await answer).toMatchObject({ statusCode: 200, body: 'of acme' });
    expect(steps).toEqual(['first step for acme', 'body']);
  });

  it.each([
    ['revoked', 401, { st: 'revoked' }],
    ['suspended', 403, { st: 'suspended' }],
    ['full', 429, { w: { m29919600: 100 } }],
  ] as const)('what was read is dropped when the key turns out to be %s', async (_, status, facts) => {
    const { apiKey, held, steps, ask, known } = await container();
    await known();
    const { answer } = await ask();
    await putKey(db.table, facts, apiKey);
    held.letGo();

    expect(await answer).toMatchObject({ statusCode: status, body: expect.not.stringContaining('acme') });
    expect(steps).toEqual(['first step for acme']);
  });

  it('the data read is discarded if the key turns out to be of another account (should not happen)', async () => {
    const { apiKey, held, steps, ask, known, logged } = await container();
    await known();
    const { answer } = await ask();
    await putKey(db.table, { customerId: 'other' }, apiKey);
    held.letGo();

    expect(await answer).toMatchObject({ statusCode: 500 });
    expect(logged.at(-1)).toMatchObject({ error: { name: 'LimiterError', message: 'A key changed its account.' } });
    expect(steps).toEqual(['first step for acme']);
  });
});

/** More expired windows than one request can remove. */
const old = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, 1]));

it.each<[string, number, Operation]>([
  ['an answer', 200, () => ({ etag: 'v1', body: '' })],
  ['a refusal', 404, () => Promise.reject(new NotFound('client'))],
  ['a failure', 500, () => Promise.reject(new Error('defect'))],
])(
  'Lambda freezes a function after its response, so %s waits until the key is cleaned up',
  async (_, status, answer) => {
    const apiKey = await putKey(db.table, { w: old });
    const held = holdBackWrites(db);
    const call = callerOf(madeUp, api(madeUp, { readThing: answer }, fakeDeps(held.table)));
    let answered = false;
    const reply = call('/made-up/c1?query=x', { apiKey }).finally(() => {
      answered = true;
    });
    await vi.waitFor(() => expect(held.waiting()).toBe(1), 60_000);
    held.letGo();
    await vi.waitFor(() => expect(held.waiting()).toBe(1), 60_000);

    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);

    held.letGo();
    expect(await reply).toMatchObject({ statusCode: status });
  },
);
