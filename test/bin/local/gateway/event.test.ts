import { describe, expect, it } from 'vitest';
import { eventOf, targetOf } from '../../../../bin/local/gateway/event.ts';
import { matcher, routesOf } from '../../../../bin/local/gateway/routing.ts';
import { groups } from '../../../../shared/contract/groups.ts';
import { noon } from '../../../support/service/deps.ts';

// Events of API Gateway REST (v1) as recorded by third parties; each row is taken from one of them.

const find = matcher(routesOf(groups, new Map(groups.map(({ name }) => [name, name]))));

function eventFor(url: string, rawHeaders: string[] = []) {
  const request = { method: 'GET', url, rawHeaders };
  const match = find(targetOf(request)?.path ?? '');
  // a function receives JSON, which drops undefined fields
  return match && JSON.parse(JSON.stringify(eventOf(request, match, 'r-1', noon)));
}

it('a request becomes an event', () => {
  const headers = 'Host 127.0.0.1:3000 X-API-Key k User-Agent curl/8 Accept a/b accept c/d'.split(' ');
  const ofIam = 'accessKey accountId caller cognitoAuthenticationProvider cognitoAuthenticationType cognitoIdentityId';
  const unknown = `${ofIam} cognitoIdentityPoolId clientCert principalOrgId user userArn`.split(' ');

  expect(eventFor('/v1/clients/c%201/notes?limit=5&limit=6', headers)).toEqual({
    resource: '/clients/{client_id}/notes',
    path: '/clients/c%201/notes',
    httpMethod: 'GET',
    headers: {
      Host: '127.0.0.1:3000',
      'X-API-Key': 'k',
      'User-Agent': 'curl/8',
      Accept: 'a/b',
      accept: 'c/d',
      'X-Forwarded-Proto': 'http',
    },
    multiValueHeaders: {
      Host: ['127.0.0.1:3000'],
      'X-API-Key': ['k'],
      'User-Agent': ['curl/8'],
      Accept: ['a/b'],
      accept: ['c/d'],
      'X-Forwarded-Proto': ['http'],
    },
    queryStringParameters: { limit: '6' },
    multiValueQueryStringParameters: { limit: ['5', '6'] },
    pathParameters: { client_id: 'c%201' },
    stageVariables: null,
    requestContext: {
      resourceId: 'local',
      resourcePath: '/clients/{client_id}/notes',
      httpMethod: 'GET',
      path: '/v1/clients/c%201/notes',
      accountId: '000000000000',
      apiId: 'local',
      protocol: 'HTTP/1.1',
      domainName: '127.0.0.1:3000',
      stage: 'v1',
      requestId: 'r-1',
      requestTimeEpoch: noon,
      identity: {
        apiKey: 'k',
        apiKeyId: null,
        sourceIp: '127.0.0.1',
        userAgent: 'curl/8',
        ...Object.fromEntries(unknown.map((name) => [name, null])),
      },
    },
    body: null,
    isBase64Encoded: false,
  });
});

describe('the path', () => {
  it.each([
    ['without parameters they are null', '/v1/topics', '/topics', '/topics', null],
    [
      ...['a trailing slash stays in the path, and not in a parameter', '/v1/clients/c1/'],
      ...['/clients/{client_id}', '/clients/c1/', { client_id: 'c1' }],
    ],
    ['a trailing slash of a list', '/v1/clients/', '/clients', '/clients/', null],
    ['slashes at the start become one, but in the context', '/v1//clients', '/clients', '/clients', null],
    ['the query is no part of it', '/v1/clients?a=/b', '/clients', '/clients', null],
  ] as [string, string, string, string, object | null][])('%s', (_, url, resource, path, pathParameters) => {
    const requestContext = { path: url.replace(/\?.*/, ''), resourcePath: resource };
    expect(eventFor(url)).toMatchObject({ resource, path, pathParameters, requestContext });
  });

  const ids = 'space%20value a%2Bb a%2Fb % %zz %E2%28 a+b a%00b %C3%84rger a.b %7Bx%7D a;b a=b a&b %61lignment';
  it.each(ids.split(' '))('a parameter stays encoded: %s', (id) => {
    expect(eventFor(`/v1/clients/${id}`)).toMatchObject({
      resource: '/clients/{client_id}',
      path: `/clients/${id}`,
      pathParameters: { client_id: id },
    });
  });

  const outside = ['', '/', '/v2/topics', '/v11/topics', '/V1/topics', '/topics', '//v1/topics', '/v1topics', '*'];
  it.each([...outside, 'http://127.0.0.1/v1/topics'])('%j is outside the API', (url) => {
    expect(eventFor(url)).toBeUndefined();
  });

  const others = [
    ...['/v1/Topics', '/v1/topics/x', '/v1/topics//', '/v1/clients//streams', '/v1/clients/c1//streams'],
    ...['/v1/clients/c1/unknown', '/v1/clients/c1/streams/s1/x', '/v1/clients/by-risk/high_risk/x'],
    ...['/v1/clients%2Fc1', '/v1/%63lients'],
  ];
  it.each(others)('%j reaches no endpoint', (url) => {
    expect(eventFor(url)).toMatchObject({ resource: '/{proxy+}', path: url.slice(3) });
  });
});

describe('the route: a literal segment takes precedence over a parameter', () => {
  it.each([
    ['/clients/alignment', '/clients/alignment', null],
    ['/clients/portfolio-health', '/clients/portfolio-health', null],
    ['/clients/search', '/clients/search', null],
    ['/clients/trending', '/clients/trending', null],
    ['/clients/export/csv', '/clients/export/csv', null],
    ['/clients/statistics/overview', '/clients/statistics/overview', null],
    ['/clients/by-risk/HIGH', '/clients/by-risk/{risk_level}', { risk_level: 'HIGH' }],
    ['/clients/c1/alignment', '/clients/{client_id}/alignment', { client_id: 'c1' }],
    ['/portfolios/all-clients', '/portfolios/{portfolio_id}', { portfolio_id: 'all-clients' }],
  ])('%s reaches %s', (path, resource, parameters) => {
    expect(eventFor(`/v1${path}`)).toMatchObject({ resource, pathParameters: parameters });
  });

  it.each([
    ['/clients/by-risk', '/clients/{client_id}', { client_id: 'by-risk' }],
    ['/clients/export', '/clients/{client_id}', { client_id: 'export' }],
    ['/clients/statistics', '/clients/{client_id}', { client_id: 'statistics' }],
    ['/clients/export/streams', '/clients/{client_id}/streams', { client_id: 'export' }],
    ['/clients/statistics/notes', '/clients/{client_id}/notes', { client_id: 'statistics' }],
    ['/clients/alignment/history', '/clients/{client_id}/history', { client_id: 'alignment' }],
    ['/clients/search/', '/clients/search', null],
    ['/clients/Alignment', '/clients/{client_id}', { client_id: 'Alignment' }],
  ])('a segment that is not an endpoint is an id: %s reaches %s', (path, resource, parameters) => {
    expect(eventFor(`/v1${path}`)).toMatchObject({ resource, pathParameters: parameters });
  });
});

describe('the query', () => {
  it.each<[string, string, Record<string, string[]> | null]>([
    ['none is null', '', null],
    ['an empty one is null', '?', null],
    ['only separators are none', '?&;&', null],
    ['empty', '?a=', { a: [''] }],
    ['without a value', '?a', { a: [''] }],
    ['repeated', '?x=1&x=2&x=3', { x: ['1', '2', '3'] }],
    ['repeated, the last one empty', '?x=1&x=', { x: ['1', ''] }],
    ['repeated, the first one empty', '?x=&x=2', { x: ['', '2'] }],
    ['repeated with others between', '?x=1&y=2&x=3', { x: ['1', '3'], y: ['2'] }],
    ['a plus sign is a space', '?a=1+2&b+c=3', { a: ['1 2'], 'b c': ['3'] }],
    ['an encoded plus sign is one', '?a=1%2B2', { a: ['1+2'] }],
    ['encoded', '?a%20b=%C3%84%2F%26%3D', { 'a b': ['Ä/&='] }],
    ['a NUL', '?a=%00', { a: ['\0'] }],
    ['decoded once', '?a=%252F', { a: ['%2F'] }],
    ['what cannot be decoded stays', '?a=1+%&b=%zz&c=%E2%28', { a: ['1 %'], b: ['%zz'], c: ['%E2%28'] }],
    ['a semicolon separates', '?a=1;b=2', { a: ['1'], b: ['2'] }],
    ['an encoded semicolon does not', '?a=1%3Bb', { a: ['1;b'] }],
    ['the first equals sign separates', '?a=b=c', { a: ['b=c'] }],
    ['the first question mark separates', '?a=b?c', { a: ['b?c'] }],
    ['braces in a name are dropped', '?{a}=1&b=%7B2%7D', { a: ['1'], b: ['{2}'] }],
    ['brackets in a name stay', '?a[]=1&a[]=2', { 'a[]': ['1', '2'] }],
    ['names differ by case', '?A=1&a=2', { A: ['1'], a: ['2'] }],
    ['a slash', '?a=/b/c', { a: ['/b/c'] }],
  ])('%s: %s', (_, query, multi) => {
    const single = multi && Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)]));

    const event = eventFor(`/v1/topics${query}`);
    expect([event.multiValueQueryStringParameters, event.queryStringParameters]).toStrictEqual([multi, single]);
    expect(event.path).toBe('/topics');
  });
});

describe('the headers', () => {
  it('keep the case in which they were written', () => {
    expect(eventFor('/v1/topics', ['x-API-key', 'k', 'IF-NONE-MATCH', '*'])).toMatchObject({
      headers: { 'x-API-key': 'k', 'IF-NONE-MATCH': '*' },
      multiValueHeaders: { 'x-API-key': ['k'], 'IF-NONE-MATCH': ['*'] },
      requestContext: { identity: { apiKey: 'k' } },
    });
  });
});
