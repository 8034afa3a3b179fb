import { beforeAll, expect, it } from 'vitest';
import { api } from '../../../shared/http/api.ts';
import { smallAnswer } from '../../../shared/http/operation.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const url = '/made-up/c1?query=x';

let apiKey: string;
beforeAll(async () => {
  apiKey = await putKey(db.table);
});

/** Requests a resource whose ETag is W/"v1.test"; returns the response and whether its body was built. */
async function askWith(headers: Record<string, string>) {
  let bodies = 0;
  const readThing = () => ({
    etag: 'v1',
    body: async () => {
      bodies += 1;
      return { etag: 'v1', body: 'body' };
    },
  });
  const answer = await callerOf(madeUp, api(madeUp, { readThing }, fakeDeps(db.table)))(url, { apiKey, headers });
  return { status: answer.statusCode, etag: answer.headers?.ETag, body: answer.body, bodies };
}

const unchanged = { status: 304, etag: 'W/"v1.test"', body: '', bodies: 0 };
const changed = { status: 200, etag: 'W/"v1.test"', body: 'body', bodies: 1 };

it.each([
  ['the tag itself', 'W/"v1.test"'],
  ['a tag that was held since JSON had strong ones', '"v1.test"'],
  ['any tag', '*'],
  ['the first of a list', '"v1.test", "v0.test"'],
  ['the last of a list', '"v0.test",W/"x" ,  "v1.test"'],
  ['a weak one in a list', '"v0.test", W/"v1.test"'],
  ['spaces around it', '  "v1.test"\t'],
])('304 without building the body for %s', async (_, tag) => {
  expect(await askWith({ 'If-None-Match': tag })).toEqual(unchanged);
});

it.each([
  ['another tag', '"v0.test"'],
  ['the tag of another build', '"v1.other"'],
  ['the tag without its quotes', 'v1.test'],
  ['a part of the tag', '"v1"'],
  ['a tag that contains W/', '"W/v1.test"'],
  ['a list of others', '"v0.test", W/"v2.test"'],
  ['nothing', ''],
  ['nonsense', ',,,"'],
  ['a huge list', '"x",'.repeat(2000)],
])('200 for %s', async (_, tag) => {
  expect(await askWith({ 'If-None-Match': tag })).toEqual(changed);
});

it('if the version was deleted before the body is read, the response is that of the live version', async () => {
  const readThing = () => ({ etag: 'v1', body: async () => ({ etag: 'v2', body: 'of v2' }) });
  const ask = (headers: Record<string, string>) =>
    callerOf(madeUp, api(madeUp, { readThing }, fakeDeps(db.table)))(url, { apiKey, headers });

  expect(await ask({})).toMatchObject({ statusCode: 200, headers: { ETag: 'W/"v2.test"' }, body: 'of v2' });
  expect(await ask({ 'If-None-Match': '"v2.test"' })).toMatchObject({
    statusCode: 304,
    headers: { ETag: 'W/"v2.test"' },
    body: '',
  });
});

it('the ETag of a small response is the hash of its text', () => {
  const one = smallAnswer({ a: 1, b: 'ä' });

  expect(one).toEqual({ body: '{"a":1,"b":"ä"}', etag: expect.stringMatching(/^[\w-]{22}$/) });
  expect(smallAnswer({ a: 1, b: 'ä' })).toEqual(one);
  const long = 'x'.repeat(100_000);
  expect(smallAnswer({ a: `${long}1${long}` }).etag).not.toBe(smallAnswer({ a: `${long}2${long}` }).etag);
});
