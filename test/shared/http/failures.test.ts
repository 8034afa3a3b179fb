import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from '../../../shared/http/api.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { callerOf, requestId } from '../../support/service/caller.ts';
import { depsWithDeadline } from '../../support/service/deps.ts';
import { failingTable, tableBehind } from '../../support/store/stores.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const canary = 'canary-7f3a@mail.example';
const url = `/made-up/c1?query=${canary}`;

const thing: Operation = () => ({ etag: 'v1', body: '{"thing":"one"}' });
const callTo = (table: Table, readThing: Operation = thing) =>
  callerOf(madeUp, api(madeUp, { readThing }, depsWithDeadline(table)));

/** The answer to a request that is logged in one line, without its texts and its key. */
async function answerOf(table: Table, readThing: Operation, apiKey: string) {
  const deps = depsWithDeadline(table);
  const answer = await callerOf(madeUp, api(madeUp, { readThing }, deps))(url, { apiKey });
  // another line is the metric for the alarm
  expect(deps.logged.filter((line) => 'operation' in line)).toHaveLength(1);
  expect(JSON.stringify(deps.logged)).not.toMatch(new RegExp(`canary|${apiKey}`));
  return answer;
}

const serverError = (remaining: number) => ({
  statusCode: 500,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': '1795176060',
    'RateLimit-Policy': expect.any(String),
    ...(remaining > 0 && { RateLimit: expect.stringContaining(`r=${remaining};`) }),
  },
  body: '{"error":"Internal server error","detail":"The request failed. Try again; if it keeps failing, report the x-amzn-RequestId header to the operator.","status_code":500}',
});

/** Values that can be thrown; none may set the status or appear in the response or in the log. */
const thrown: [string, () => unknown][] = [
  ['an error', () => new Error(canary)],
  [
    'an error whose message has many lines, one like a frame',
    () => new Error(`x:\n    at ${canary} (file:///x.ts:1:1)`),
  ],
  [
    'an error whose message was changed',
    () => Object.assign(new Error(`note:\n at ${canary} we met`), { message: 'x' }),
  ],
  ['an error that names a status', () => Object.assign(new Error(canary), { statusCode: 404 })],
  ['an error that asks to be shown', () => Object.assign(new Error(canary), { statusCode: 418, expose: true })],
  ['an error with headers', () => Object.assign(new Error(canary), { headers: { 'X-Secret': canary } })],
  ['a frozen error', () => Object.freeze(new Error(canary))],
  ['an error with a cause', () => new Error(canary, { cause: new Error(canary) })],
  ['many errors in one', () => new AggregateError([new Error(canary)], canary)],
  ['JSON that quotes what it could not read', () => unreadable(`at ${canary}\nat ${canary}\n`)],
  ['an aborted wait', () => new DOMException(canary, 'AbortError')],
  ['what AWS throws when a table is throttled', () => awsError('ProvisionedThroughputExceededException')],
  ['what AWS throws when a role may not', () => awsError('AccessDeniedException')],
  ['text', () => canary],
  ['nothing', () => undefined],
  ['null', () => null],
  ['a number', () => 404],
  ['an object that looks like an answer', () => ({ statusCode: 200, body: canary, headers: {} })],
];

function awsError(name: string): Error {
  return Object.assign(new Error('its own words'), { name, $metadata: { httpStatusCode: 400 } });
}

function unreadable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

describe('500 with the documented body, without details of the error in it or in the log', () => {
  it.each(thrown)('when the count of the request throws %s', async (_, error) => {
    const table = failingTable(() => {
      throw error();
    });

    expect(await answerOf(table, thing, unknownKey())).toEqual(serverError(0));
  });

  it.each(thrown)('when the operation throws %s', async (_, error) => {
    const throwing = () => {
      throw error();
    };

    expect(await answerOf(db.table, throwing, await putKey(db.table))).toEqual(serverError(99));
  });

  it.each(thrown)('when the body throws %s', async (_, error) => {
    const throwing = () => ({ etag: 'v1', body: () => Promise.reject(error()) });

    expect(await answerOf(db.table, throwing, await putKey(db.table))).toEqual(serverError(99));
  });

  it('when the key check cannot begin', async () => {
    const deps = depsWithDeadline(db.table);
    const remaining = () => {
      throw new TypeError(canary);
    };

    expect(await callerOf(madeUp, api(madeUp, { readThing: thing }, deps))(url, { remaining })).toEqual(serverError(0));
    expect(deps.logged).toEqual([
      {
        level: 'error',
        requestId,
        status: 500,
        milliseconds: 0,
        bytes: 166,
        error: { name: 'TypeError', at: expect.anything() },
      },
    ]);
  });
});

describe('requests end before the function times out', () => {
  it.each([
    [1_000, 700],
    [10_000, 2_500],
    [200, 0],
  ])(
    'with %i ms left of the invocation a call to the table is aborted after %i ms',
    async (remaining, milliseconds) => {
      const deadlines = vi.spyOn(AbortSignal, 'timeout');
      onTestFinished(() => deadlines.mockRestore());

      await callTo(db.table)(url, { apiKey: unknownKey(), remaining });

      expect(deadlines.mock.calls).toEqual([[milliseconds]]);
    },
  );

  it('500 when the read hangs, which the deadline aborts; the request was counted', async () => {
    const apiKey = await putKey(db.table);
    let deadline: AbortSignal | undefined;
    const hanging = await tableBehind((_, response) => response.writeHead(200).write('{'));
    const call = callTo(db.table, async (_, { table }) => {
      deadline = table.signal;
      await readItem({ ...hanging, ...(deadline && { signal: deadline }) }, { pk: 'x', sk: 'x' });
      return { etag: 'v1', body: '' };
    });

    expect(await call(url, { apiKey, remaining: 700 })).toEqual(serverError(99));
    expect(deadline?.aborted).toBe(true);
  });

  it('a response is used even if it comes in the last milliseconds', async () => {
    const times = [10_000];
    const call = callTo(db.table);

    expect(await call(url, { apiKey: await putKey(db.table), remaining: () => times.pop() ?? 3 })).toMatchObject({
      statusCode: 200,
    });
  });
});
