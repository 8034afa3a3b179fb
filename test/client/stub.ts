import type { ClientOptions, Fetch } from '../../client/index.ts';

export interface StubResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An error: the connection is lost before the body has arrived. */
  readonly body?: string | object | Error;
}

export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Answer = StubResponse | Error;

/** A `fetch` that gives these responses in turn, the last of them again and again, and keeps what was asked. */
export function stubFetch(...responses: (Answer | ((sent: Sent) => Answer))[]): Fetch & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const stub: Fetch = async (url, { headers }) => {
    sent.push({ url, headers });
    const next = responses[Math.min(sent.length, responses.length) - 1] ?? {};
    const response = typeof next === 'function' ? next({ url, headers }) : next;
    if (response instanceof Error) throw response;
    const { status = 200, headers: received = {}, body = '' } = response;
    return {
      status,
      headers: new Headers(received),
      text: async () => {
        if (body instanceof Error) throw body;
        return typeof body === 'string' ? body : JSON.stringify(body);
      },
    };
  };
  return Object.assign(stub, { sent });
}

/** A client that waits for nobody; the milliseconds that it would have waited are in `waits`. */
export function stubOptions(fetch: Fetch): ClientOptions & { readonly waits: number[] } {
  const waits: number[] = [];
  const wait = async (milliseconds: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(milliseconds);
  };
  const options = { baseUrl: 'https://api.example.com/v1', apiKey: 'svctest', fetch, wait, random: () => 0.5 };
  // not enumerable: it is no option
  return Object.defineProperty(options, 'waits', { value: waits }) as ClientOptions & { waits: number[] };
}

export const refusedFor = (seconds: number): StubResponse => ({
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: { error: { code: 'rate_limit_exceeded', message: `Retry after ${seconds} seconds.`, retryAfter: seconds } },
});
