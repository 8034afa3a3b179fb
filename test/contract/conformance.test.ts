import { describe, expect, it } from 'vitest';
import { create } from '../../functions/topics/handler.ts';
import { errorText, notFoundText, rateLimitText } from '../../shared/contract/errors.ts';
import { topicsGroup } from '../../shared/contract/topics.ts';
import { putKey } from '../support/service/api-keys.ts';
import { callerOf } from '../support/service/caller.ts';
import { expectConforms } from '../support/service/conformance.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';

// Tests of expectConforms: it accepts what openapi.json documents and rejects everything else.

const db = useMemoryTable();
const headers = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '99',
  'X-RateLimit-Reset': '1795176060',
};

it('a real answer conforms', async () => {
  const call = callerOf(topicsGroup, create(fakeDeps(db.table)));
  const { statusCode, headers: answered, body } = await call('/topics', { apiKey: await putKey(db.table) });

  expectConforms('listTopics', statusCode, answered ?? {}, body);
});

const ofErrors = { ...headers, 'Cache-Control': 'no-store' };

it.each([401, 403, 500] as const)('an error conforms: %i', (status) => {
  expectConforms('listTopics', status, ofErrors, errorText(status, 'why'));
});

it.each([1, 86_400])('429 conforms in its own body, with the shortest and the longest wait: %i seconds', (wait) => {
  expectConforms('listTopics', 429, { ...ofErrors, 'Retry-After': `${wait}` }, rateLimitText(wait));
});

describe('expectConforms rejects', () => {
  const answer = { topics: [], categories: [], total: 15 };
  const full = { ...headers, ETag: 'W/"v1"', 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
  const without = (name: keyof typeof full) =>
    Object.fromEntries(Object.entries(full).filter(([other]) => other !== name));
  const body = JSON.stringify(answer);

  it('nothing in the valid response that the cases below modify', () => {
    expectConforms('listTopics', 200, full, body);
  });

  it.each<[string, Parameters<typeof expectConforms>]>([
    ['a status that is not documented', ['listTopics', 404, headers, notFoundText('endpoint')]],
    ['an unknown operation', ['listTopic', 200, full, body]],
    ['an extra field', ['listTopics', 200, full, JSON.stringify({ ...answer, more: 1 })]],
    ['a missing field', ['listTopics', 200, full, JSON.stringify({ total: 15, topics: [] })]],
    ['a field of another type', ['listTopics', 200, full, JSON.stringify({ ...answer, topics: {} })]],
    ['an extra nested field', ['listTopics', 200, full, JSON.stringify({ ...answer, topics: [{ id: 'x' }] })]],
    ['a wrong constant', ['listTopics', 200, full, JSON.stringify({ ...answer, total: 14 })]],
    ['another content type', ['listTopics', 200, { ...full, 'Content-Type': 'text/html' }, body]],
    ['no content type', ['listTopics', 200, without('Content-Type'), body]],
    ['no ETag', ['listTopics', 200, without('ETag'), body]],
    ['no Cache-Control', ['listTopics', 200, without('Cache-Control'), body]],
    ['no limit', ['listTopics', 200, without('X-RateLimit-Limit'), body]],
    ['a limit that is not an integer', ['listTopics', 200, { ...full, 'X-RateLimit-Limit': '100.0' }, body]],
    ['a negative remaining count', ['listTopics', 200, { ...full, 'X-RateLimit-Remaining': '-1' }, body]],
    ['a body with 304', ['listTopics', 304, full, body]],
    ['a body that repeats another status', ['listTopics', 401, headers, errorText(403, 'why')]],
    ['429 without Retry-After', ['listTopics', 429, headers, rateLimitText(5)]],
    [
      '429 with the body of other errors',
      ['listTopics', 429, { ...headers, 'Retry-After': '5' }, errorText(403, 'why')],
    ],
    ['text that is not JSON', ['listTopics', 200, full, 'text']],
    [
      'an impossible timestamp',
      [
        'listClientNotes',
        200,
        full,
        '{"clientId":"c1","total":1,"notes":[{"id":"n","content":"","createdBy":"","type":"","createdAt":"2026-02-30T00:00:00Z"}]}',
      ],
    ],
  ])('%s', (_, answered) => {
    expect(() => expectConforms(...answered)).toThrow();
  });
});
