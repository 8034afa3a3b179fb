import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Fetch, HttpResponse } from '../client/transport.ts';
import { createMcpServer } from './server.ts';

/** An answer whose body is whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpQuestion {
  readonly method: string;
  readonly headers: Headers;
  /** Undefined if it is larger than `mostBodyBytes`. */
  readonly body: string | undefined;
}

export interface HttpPlace {
  /** Of the API that the tools ask, with the key of the request. */
  readonly baseUrl: string;
  /** Of the service's own pages; undefined refuses every page. */
  readonly ownOrigin: string | undefined;
  /** Refuses what cannot be a key without asking anything. */
  readonly isKey: (text: string) => boolean;
}

export const mostBodyBytes = 256 * 1024;
/** Of one request: each is a tool call, which is several requests of the key. */
const mostMessages = 10;

/**
 * Answers one request of an assistant over HTTP. Nothing is kept between requests: the key comes with each, and every
 * call that a tool makes is checked and counted by the API like any other.
 */
export async function answerOverHttp(
  { method, headers, body }: HttpQuestion,
  { baseUrl, ownOrigin, isKey }: HttpPlace,
): Promise<HttpAnswer> {
  // a page of another site in a browser must not use what that browser can reach
  const origin = headers.get('Origin');
  if (origin !== null && origin !== ownOrigin) return refused(403, 'Requests of other web sites are refused.');
  // clients ask for a stream first, and take 401 or 404 for a fault
  if (method !== 'POST') return refused(405, 'Send requests with POST.', { Allow: 'POST' });
  const apiKey = keyIn(headers);
  if (!isKey(apiKey)) {
    return refused(401, 'Send an API key of the account as "Authorization: Bearer KEY" or "X-API-Key: KEY".', {
      'WWW-Authenticate': 'Bearer',
    });
  }
  if (body === undefined) return refused(413, `Send at most ${mostBodyBytes} bytes.`);
  if (messagesIn(body) > mostMessages) return refused(400, `Send at most ${mostMessages} messages in one request.`);
  // a call that waited for its limit would hold this function, which everybody shares
  const options = { baseUrl, apiKey, maxWaitSeconds: 0, fetch: untilRefused(fetch) };
  // no tool sends anything before its result, and nothing here changes that one could subscribe to
  const handler = createMcpHandler(() => createMcpServer(options), { maxSubscriptions: 0 });
  try {
    const response = await handler.fetch(new Request(`${baseUrl}/mcp`, { method, headers, body }));
    const sent = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' };
    return { status: response.status, headers: sent, body: await response.text() };
  } finally {
    await handler.close();
  }
}

function messagesIn(body: string): number {
  try {
    const given: unknown = JSON.parse(body);
    return Array.isArray(given) ? given.length : 1;
  } catch {
    // the handler says what is wrong with it
    return 1;
  }
}

/**
 * Asks the API until it refuses the key, then repeats the refusal: however many calls come in one request, a key that
 * the API refuses costs one. So the first call is answered before others are sent.
 */
function untilRefused(send: Fetch): Fetch {
  let first: Promise<HttpResponse> | undefined;
  let refusal: HttpResponse | undefined;
  const ask: Fetch = async (url, init) => {
    const response = await send(url, init);
    if (![401, 403, 429].includes(response.status)) return response;
    const body = await response.text();
    refusal = { status: response.status, headers: response.headers, text: async () => body };
    return refusal;
  };
  return async (url, init) => {
    if (first === undefined) {
      first = ask(url, init);
      return first;
    }
    // one that failed says nothing about the key
    await first.catch(() => undefined);
    return refusal ?? ask(url, init);
  };
}

/** Headers as Node and Lambda give them. */
export function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return new Headers(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Empty if none is given, or two that differ. */
function keyIn(headers: Headers): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '') ?? [];
  const keys = new Set([token, headers.get('X-API-Key')?.trim()].filter((key) => key !== undefined));
  return keys.size === 1 ? ([...keys][0] ?? '') : '';
}

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
  return { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers }, body };
}
