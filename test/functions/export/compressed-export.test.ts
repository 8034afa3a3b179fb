import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { create } from '../../../functions/export/handler.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import { gzipped } from '../../../shared/http/gzip.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { expectConforms } from '../../support/service/conformance.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { db } = useSmallAccount();

describe('gzip', () => {
  const gzip = { 'Accept-Encoding': 'gzip, deflate' };
  const request = async (headers: Record<string, string>) => {
    const apiKey = await putKey(db.table);
    return callerOf(exportGroup, create(fakeDeps(db.table)))('/clients/export/csv', { apiKey, headers });
  };

  it('compresses the file for callers that accept it, with an ETag of its own', async () => {
    const [plain, compressed] = [await request({}), await request(gzip)];
    const text = (await bytesOf(plain)).toString();

    expect([plain.body, compressed.body]).toEqual(['', '']);
    expect(gunzipSync(await bytesOf(compressed)).toString()).toBe(text);
    expect(compressed.headers).toEqual({
      ...plain.headers,
      ETag: `${String(plain.headers?.ETag).slice(0, -1)}.gzip"`,
      'Content-Encoding': 'gzip',
    });
    expect(plain.headers).toMatchObject({ ETag: expect.stringMatching(/^"[^"]+\.test"$/), Vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('Content-Encoding');
    expectConforms('exportClientsCsv', 200, compressed.headers as Record<string, unknown>, text);
  });

  it('gives 304 only for the ETag of the form that was requested', async () => {
    const tagOf = async (headers: Record<string, string>) => String((await request(headers)).headers?.ETag);
    const [plain, compressed] = [await tagOf({}), await tagOf(gzip)];
    const statusOf = async (headers: Record<string, string>) => (await request(headers)).statusCode;

    expect(await statusOf({ 'If-None-Match': plain })).toBe(304);
    expect(await statusOf({ 'If-None-Match': compressed })).toBe(200);
    expect(await statusOf({ ...gzip, 'If-None-Match': compressed })).toBe(304);
    expect(await statusOf({ ...gzip, 'If-None-Match': plain })).toBe(200);
    expect((await request({ 'If-None-Match': plain })).headers).toMatchObject({ Vary: 'Accept-Encoding' });
  });

  it('ends a file that fails with the same error, so that nobody takes it for the whole file', async () => {
    async function* cut() {
      yield 'id\r\n';
      throw new Error('cut');
    }

    await expect(bytesOf({ stream: gzipped(cut()) } as unknown as Reply)).rejects.toThrow('cut');
  });

  it.each([
    ['gzip', true],
    ['GZIP;q=0.5, br', true],
    ['*', true],
    ['br, *;q=0.1', true],
    ['gzip;q=0, *', false],
    ['gzip; q=0.0', false],
    ['gzip;level=q=0', true],
    ['*;q=0', false],
    ['br, deflate', false],
    ['gzip;q=0.5, identity;q=1', false],
    ['gzip;q=0.5, *', false],
    ['gzip;q=0.5, identity;q=0.5', true],
    ['gzip;q=0.001, identity;q=0', true],
    ['xgzip', false],
    ['', false],
  ])('is used with Accept-Encoding %j: %s', async (accepted, isCompressed) => {
    const { headers } = await request({ 'Accept-Encoding': accepted });

    expect(headers?.['Content-Encoding']).toBe(isCompressed ? 'gzip' : undefined);
  });
});

async function bytesOf({ stream }: Reply): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream ?? []) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
