import { expect, it } from 'vitest';
import { contractViolations } from '../../../bin/admin/verify/check-answer.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import { topicsGroup } from '../../../shared/contract/topics.ts';

const { listTopics } = topicsGroup.endpoints;
const { exportClientsCsv } = exportGroup.endpoints;
const headers: Record<string, string> = {
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1795176060',
  ETag: '"v1"',
  'Cache-Control': 'private, no-cache',
  'Content-Type': 'application/json',
};
const body = '{"topics":[],"categories":[],"total":15}';
const faults = (changed: Record<string, string | undefined>, text = body, status = 200, expected = status) =>
  contractViolations(listTopics, expected, {
    status,
    header: (name) => ({ ...headers, ...changed })[name] ?? null,
    body: text,
  });
const csvFaults = (body: string, type: string = exportClientsCsv.contentType, status = 200) =>
  contractViolations(exportClientsCsv, status, {
    status,
    header: (name) => ({ ...headers, 'Content-Type': type })[name] ?? null,
    body,
  });
const error = (status: number) => `{"error":"x","detail":"y","status_code":${status}}`;
const noCache = { ETag: undefined, 'Cache-Control': undefined };

it.each<[string, () => string[]]>([
  ['an answer', () => faults({})],
  ['a weak tag', () => faults({ ETag: 'W/"v1"' })],
  ['a file', () => csvFaults('id,name\nC1,"One, Two"\n')],
  ['a refusal in place of a file', () => csvFaults(error(401), 'application/json', 401)],
  ['a file with a header only', () => csvFaults('id,name\n')],
  ['an answer that has not changed', () => faults({ 'Content-Type': undefined }, '', 304)],
  ['a refusal', () => faults(noCache, error(401), 401)],
  [
    'too many requests',
    () => faults(noCache, '{"error":{"code":"rate_limit_exceeded","message":"x","retryAfter":1}}', 429),
  ],
  ['an unknown id, whatever the endpoint', () => faults(noCache, error(404), 404)],
])('%s as documented has no violations', (_, found) => {
  expect(found()).toEqual([]);
});

it.each<[string, () => string[], unknown[]]>([
  ['another status', () => faults({}, body, 200, 304), ['status 200 in place of 304']],
  ['a status that nobody documents', () => faults({}, error(418), 418), ['status 418 is not documented']],
  ['no limit', () => faults({ 'X-RateLimit-Limit': undefined }), ['header X-RateLimit-Limit is absent']],
  ['a rest below 0', () => faults({ 'X-RateLimit-Remaining': '-1' }), ['header X-RateLimit-Remaining is -1']],
  ['a rest of many digits', () => faults({ 'X-RateLimit-Remaining': '099' }), ['header X-RateLimit-Remaining is 099']],
  ['a reset with a fraction', () => faults({ 'X-RateLimit-Reset': '1.5' }), ['header X-RateLimit-Reset is 1.5']],
  ['no ETag', () => faults({ ETag: undefined }), ['header ETag is absent']],
  ['an ETag without quotes', () => faults({ ETag: 'v1' }), ['header ETag is v1']],
  ['an ETag with more', () => faults({ ETag: '"v1", "v2"' }), ['header ETag is "v1", "v2"']],
  ['an ETag after something', () => faults({ ETag: 'x"v1"' }), ['header ETag is x"v1"']],
  ['an empty ETag', () => faults({ ETag: '""' }), ['header ETag is ""']],
  ['no ETag with 304', () => faults({ ETag: undefined }, '', 304), ['header ETag is absent']],
  ['another Cache-Control', () => faults({ 'Cache-Control': 'public' }), ['header Cache-Control is public']],
  ['no Cache-Control', () => faults({ 'Cache-Control': undefined }), ['header Cache-Control is absent']],
  ['another type', () => faults({ 'Content-Type': 'text/html' }), ['header Content-Type is text/html']],
  ['no type', () => faults({ 'Content-Type': undefined }), ['header Content-Type is absent']],
  ['JSON as a file', () => csvFaults('id,name\n', 'application/json'), ['header Content-Type is application/json']],
  ['a field too many', () => faults({}, body.replace('}', ',"more":1}')), ['body: Unrecognized key: "more"']],
  [
    'a field too few',
    () => faults({}, '{"topics":[],"total":15}'),
    ['categories: Invalid input: expected array, received undefined'],
  ],
  [
    'many wrong fields',
    () => faults({}, '{"topics":[1,2,3],"categories":[4],"total":15}'),
    [
      expect.stringMatching(/^topics\.0: /),
      expect.stringMatching(/^topics\.1: /),
      expect.stringMatching(/^topics\.2: /),
    ],
  ],
  ['no JSON', () => faults({}, '<html>'), ['the body is no JSON']],
  [
    'the body of another status',
    () => faults(noCache, body, 401),
    [expect.any(String), expect.any(String), expect.any(String)],
  ],
  [
    'an answer in place of an error',
    () => faults({}, error(200), 200),
    [expect.any(String), expect.any(String), expect.any(String)],
  ],
  [
    'the body of another error with 429',
    () => faults(noCache, error(429), 429),
    [expect.any(String), expect.any(String)],
  ],
  ['a body with 304', () => faults({}, 'x', 304), ['a body with 304']],
  ['rows of other lengths', () => csvFaults('id,name\nC1,One\nC2\n'), ['rows of the CSV have different lengths']],
  ['one column', () => csvFaults('<html>\n'), ['rows of the CSV have different lengths']],
  ['an empty file', () => csvFaults(''), ['rows of the CSV have different lengths']],
  ['an open quote', () => csvFaults('id,name\nC1,"One\n'), ['the body is no CSV']],
])('with %s has violations', (_, found, expected) => {
  expect(found()).toEqual(expected);
});
