import { ConnectionError } from './errors.ts';

/** The part of a response that the client reads. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** The part of `fetch` that the client uses, so that any implementation fits. */
export type Fetch = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly redirect: 'manual'; readonly signal: AbortSignal },
) => Promise<HttpResponse>;

export interface RawResponse {
  readonly status: number;
  /** The value of a response header; the case of the name does not matter. */
  readonly header: (name: string) => string | null;
  readonly body: string;
}

export interface TransportOptions {
  /** Ends with the version: `https://…/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: Fetch | undefined;
  /** For one attempt, including its body. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** What the operator's log says of the caller. Default: `client-health-client/1`. */
  readonly userAgent?: string | undefined;
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request and returns whatever came back: no retry, no cache, no interpretation. */
export type Transport = (path: string, request?: RawRequest) => Promise<RawResponse>;

export function createTransport({
  baseUrl,
  apiKey,
  fetch: send = globalThis.fetch,
  timeoutMs = 30_000,
  userAgent = 'client-health-client/1',
}: TransportOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  return async (path, { headers = {}, signal } = {}) => {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(`${base}${path}`, {
        headers: { 'User-Agent': userAgent, ...headers, 'X-API-Key': apiKey },
        // a redirect would hand the key to another host
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { status: response.status, header: (name) => response.headers.get(name), body: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new ConnectionError(path, error);
    }
  };
}
