import { beforeEach, describe, expect, it } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { api } from '../../../shared/http/api.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { fakeDeps, noon } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const url = '/made-up/c1?query=x';
const nextMinute = '1795176060';

const policy = '"minute";q=100;w=60, "hour";q=5000;w=3600, "day";q=50000;w=86400';
/** Without counts, only what the limits are is known. */
const limits = (remaining: number) => ({
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': nextMinute,
  'RateLimit-Policy': policy,
  ...(remaining > 0 && {
    RateLimit: `"minute";r=${remaining};t=30, "hour";r=${remaining + 4900};t=3570, "day";r=${remaining + 49_900};t=43170`,
  }),
});
const json = { 'Content-Type': 'application/json' };
const error = { ...json, 'Cache-Control': 'no-store' };
const validators = { ETag: 'W/"v1.test"', 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };

const thing: Operation = () => ({ etag: 'v1', body: async () => ({ etag: 'v1', body: '{"thing":"one"}' }) });
const callWith = (readThing: Operation = thing) => callerOf(madeUp, api(madeUp, { readThing }, fakeDeps(db.table)));

describe('every status of the contract, as the caller sees it', () => {
  let apiKey: string;
  beforeEach(async () => {
    apiKey = await putKey(db.table);
  });

  it('200: the body, its ETag, and what is left of the limits', async () => {
    expect(await callWith()(url, { apiKey })).toEqual({
      statusCode: 200,
      headers: { ...json, ...validators, ...limits(99) },
      body: '{"thing":"one"}',
    });
  });

  it('200: an operation can add headers and set another content type', async () => {
    const csv = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment' };
    const call = callWith(() => ({ etag: 'v1', body: 'id\r\n', headers: csv }));

    expect(await call(url, { apiKey })).toEqual({
      statusCode: 200,
      headers: { ...csv, ...validators, ...limits(99) },
      body: 'id\r\n',
    });
  });

  it('304: no body, the same ETag, and the request is counted', async () => {
    expect(await callWith()(url, { apiKey, headers: { 'If-None-Match': '"v1.test"' } })).toEqual({
      statusCode: 304,
      headers: { ...validators, ...limits(99) },
      body: '',
    });
  });

  it('400: a required parameter is missing', async () => {
    expect(await callWith()('/made-up/c1', { apiKey })).toEqual({
      statusCode: 400,
      headers: { ...error, ...limits(99) },
      body: '{"error":"Bad request","detail":"`query` is missing.","status_code":400}',
    });
  });

  describe('401: the response is the same for all invalid keys', () => {
    it.each<[string, () => Promise<string | undefined> | string | undefined]>([
      ['no key', () => undefined],
      ['an empty key', () => ''],
      ['a key of another make', () => 'AKIAIOSFODNN7EXAMPLE'],
      ['a key with a wrong checksum', () => apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      ['a key twice in one header', () => `${apiKey}, ${apiKey}`],
      ['a key that was never issued', () => unknownKey()],
      ['a revoked key', () => putKey(db.table, { st: 'revoked' })],
      ['a key in an unknown state', () => putKey(db.table, { st: 'lost' as never })],
      ['a key that is not activated yet', () => putKey(db.table, { st: 'pending' })],
      ['a key that expires this second', () => putKey(db.table, { exp: noon / 1000 })],
      ['a suspended key that has expired', () => putKey(db.table, { st: 'suspended', exp: noon / 1000 })],
    ])('%s', async (_, key) => {
      expect(await callWith()(url, { apiKey: await key() })).toEqual({
        statusCode: 401,
        headers: { ...error, ...limits(0), 'WWW-Authenticate': 'ApiKey header="X-API-Key"' },
        body: '{"error":"Unauthorized","detail":"The X-API-Key header is missing or does not hold a valid API key.","status_code":401}',
      });
    });

    it('a key is valid until the second in which it expires', async () => {
      const soon = await putKey(db.table, { exp: noon / 1000 + 1 });

      expect(await callWith()(url, { apiKey: soon })).toMatchObject({ statusCode: 200 });
    });
  });

  it('403: the account is suspended', async () => {
    expect(await callWith()(url, { apiKey: await putKey(db.table, { st: 'suspended' }) })).toEqual({
      statusCode: 403,
      headers: { ...error, ...limits(0) },
      body: '{"error":"Forbidden","detail":"The account that owns this API key is suspended.","status_code":403}',
    });
  });

  it.each([
    ['what never existed', '/made-up/c1?query=x'],
    ['what cannot exist', '/made-up/c%2F1?query=x'],
  ])('404: %s', async (_, missing) => {
    const call = callWith(() => {
      throw new NotFound('client');
    });

    expect(await call(missing, { apiKey })).toEqual({
      statusCode: 404,
      headers: { ...error, ...limits(99) },
      body: '{"error":"Client not found","detail":"There is no such client.","status_code":404}',
    });
  });

  it('422: all errors in the parameters are reported at once', async () => {
    expect(await callWith()('/made-up/c1?query=x&limit=0&offset=a', { apiKey })).toEqual({
      statusCode: 422,
      headers: { ...error, ...limits(99) },
      body: '{"error":"Validation error","detail":"`limit` must be a whole number from 1 to 500. `offset` must be a whole number, 0 or more.","status_code":422}',
    });
  });

  it('429: the minute is full; Retry-After says when the next request can be admitted', async () => {
    const full = await putKey(db.table, { w: { m29919600: 100, h498660: 100, d20777: 100 } });

    expect(await callWith()(url, { apiKey: full })).toEqual({
      statusCode: 429,
      headers: { ...error, ...limits(0), RateLimit: '"minute";r=0;t=30', 'Retry-After': '30' },
      body: '{"error":{"code":"rate_limit_exceeded","message":"Rate limit exceeded. Retry after 30 seconds.","retryAfter":30}}',
    });
  });

  it.each([
    ['hour', { m29919600: 3, h498660: 5_000, d20777: 6_000 }, '5000', '1795179600', 3_570],
    ['day', { m29919600: 3, h498660: 70, d20777: 50_000 }, '50000', '1795219200', 43_170],
  ])(
    '429: the %s is full; Limit, Reset and Retry-After are those of that window',
    async (_, w, limit, reset, seconds) => {
      const full = await putKey(db.table, { w });

      expect(await callWith()(url, { apiKey: full })).toEqual({
        statusCode: 429,
        headers: {
          ...error,
          'X-RateLimit-Limit': limit,
          'X-RateLimit-Remaining': '0',
          'RateLimit-Policy': policy,
          RateLimit: expect.stringMatching(/^"(hour|day)";r=0;t=\d+$/),
          'X-RateLimit-Reset': reset,
          'Retry-After': `${seconds}`,
        },
        body: `{"error":{"code":"rate_limit_exceeded","message":"Rate limit exceeded. Retry after ${seconds} seconds.","retryAfter":${seconds}}}`,
      });
    },
  );
});
