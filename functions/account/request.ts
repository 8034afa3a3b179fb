import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { PageRequest } from '../../account/ports.ts';

// What the page knows of a request, and what API Gateway takes for its answer.

export function requestOf(event: APIGatewayProxyEvent, base: string, origin: string): PageRequest {
  const headers = Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const query = new URLSearchParams(
    Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
  const proxy = event.pathParameters?.proxy;
  return {
    method: event.httpMethod,
    base,
    // not `path` of the event, which has the stage behind a domain of one's own
    path: proxy ? `/${proxy}` : '',
    query: `${query}`,
    headers,
    body: event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? ''),
    origin,
  };
}

export function resultOf(
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: string },
  cookies: readonly string[] = [],
): APIGatewayProxyResult {
  const multiValueHeaders = cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : undefined;
  return { statusCode: status, headers: { ...headers }, ...(multiValueHeaders && { multiValueHeaders }), body };
}

export function redirect(location: string, cookies: readonly string[] = []): APIGatewayProxyResult {
  return resultOf({ status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }, cookies);
}
