import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from '../../../shared/http/headers.ts';
import type { Match } from './routing.ts';

export const stage = 'v1';

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/** Splits the URL into path and query, with the path as API Gateway passes it on; undefined outside the stage. */
export function targetOf({ url = '' }: RequestHead): { path: string; query: string } | undefined {
  const [whole = '', ...rest] = url.split('?');
  const match = whole.match(new RegExp(`^/${stage}(/.*)?$`));
  // API Gateway collapses leading slashes only
  return match ? { path: (match[1] ?? '/').replace(/^\/+/, '/'), query: rest.join('?') } : undefined;
}

/** An API Gateway REST (v1) proxy event, with the fields that were recorded from a real one. */
export function eventOf(
  request: RequestHead,
  { route, pathParameters }: Match<unknown>,
  requestId: string,
  now: number,
): APIGatewayProxyEvent {
  const { path, query } = targetOf(request) ?? { path: '/', query: '' };
  const [whole = ''] = (request.url ?? '').split('?');
  // of those that API Gateway adds, the one that a function reads
  const headers = headersOf([...request.rawHeaders, 'X-Forwarded-Proto', 'http']);
  const parameters = queryOf(query);
  const header = (name: string) => headerOf({ headers: headers.single }, name) ?? null;
  return {
    resource: route.resource,
    path,
    httpMethod: request.method ?? 'GET',
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: parameters?.single ?? null,
    multiValueQueryStringParameters: parameters?.multi ?? null,
    pathParameters,
    stageVariables: null,
    requestContext: {
      resourceId: 'local',
      resourcePath: route.resource,
      httpMethod: request.method ?? 'GET',
      path: whole,
      accountId: '000000000000',
      apiId: 'local',
      protocol: 'HTTP/1.1',
      domainName: header('host') ?? '127.0.0.1',
      stage,
      requestId,
      requestTimeEpoch: now,
      identity: {
        apiKey: header('x-api-key'),
        apiKeyId: null,
        sourceIp: '127.0.0.1',
        userAgent: header('user-agent'),
        accessKey: null,
        accountId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        user: null,
        userArn: null,
      },
      // the type requires `authorizer`, which API Gateway omits for APIs without one
    } as APIGatewayProxyEvent['requestContext'],
    body: null,
    isBase64Encoded: false,
  };
}

interface Values {
  /** The last value of each name. */
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
}

/** Names as the caller wrote them. */
function headersOf(raw: readonly string[]): Values {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return collect(pairs);
}

/** undefined for an empty query: API Gateway passes null, never {}. */
function queryOf(query: string): Values | undefined {
  const pairs = query.split(/[&;]/).filter((part) => part !== '');
  if (pairs.length === 0) return undefined;
  return collect(
    pairs.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name).replaceAll(/[{}]/g, ''), decode(value.join('='))];
    }),
  );
}

function collect(pairs: readonly (readonly [string, string])[]): Values {
  const multi: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) multi[name] = [...(multi[name] ?? []), value];
  const single = Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1) ?? '']));
  return { single, multi: { ...multi } };
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
