import { expect, it, vi } from 'vitest';
import { NotFound } from '../../shared/domain/errors.ts';
import { api } from '../../shared/http/api.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { madeUp } from '../support/made-up.ts';
import { putKey } from '../support/service/api-keys.ts';
import { callerOf } from '../support/service/caller.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { holdBackWrites } from '../support/store/stores.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();

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
