import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from './server.ts';

/** An answer whose body is whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpPlace {
  /** Of the API that the tools ask, with the key of the request. */
  readonly baseUrl: string;
  /** Of the service's own pages; undefined refuses every page. */
  readonly ownOrigin: string | undefined;
  /** Refuses what cannot be a key without asking anything. */
  readonly isKey: (text: string) => boolean;
}

/** The caller gives up after 29 seconds, so a tool waits less than that for a 429. */
const maxWaitSeconds = 10;
const mostBytes = 256 * 1024;

/**
 * Answers one request of an assistant over HTTP. Nothing is kept between requests: the key comes with each, and every
 * call that a tool makes is checked and counted by the API like any other.
 */
export async function answerOverHttp(request: Request, { baseUrl, ownOrigin, isKey }: HttpPlace): Promise<HttpAnswer> {
  // a page of another site in a browser must not use what that browser can reach
  const origin = request.headers.get('Origin');
  if (origin !== null && origin !== ownOrigin) return refused(403, 'Requests of other web sites are refused.');
  // clients ask for a stream first, and take 401 or 404 for a fault
  if (request.method !== 'POST') return refused(405, 'Send requests with POST.', { Allow: 'POST' });
  const apiKey = keyIn(request.headers);
  if (!isKey(apiKey)) {
    return refused(401, 'Send an API key of the account as "Authorization: Bearer KEY" or "X-API-Key: KEY".', {
      'WWW-Authenticate': 'Bearer',
    });
  }
  const server = () => createMcpServer({ baseUrl, apiKey, maxWaitSeconds });
  // no tool sends anything before its result, and nothing here changes that one could subscribe to
  const handler = createMcpHandler(server, { maxSubscriptions: 0, maxRequestBodySize: mostBytes });
  try {
    const response = await handler.fetch(request);
    const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' };
    return { status: response.status, headers, body: await response.text() };
  } finally {
    await handler.close();
  }
}

/** Headers as Node and Lambda give them. */
export function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return new Headers(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function keyIn(headers: Headers): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '') ?? [];
  return token ?? headers.get('X-API-Key')?.trim() ?? '';
}

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
  return { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers }, body };
}
