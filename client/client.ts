import type { ResponseCache } from './cache.ts';
import { type Attempt, type CallOptions, type Outcome, withDeadline } from './call.ts';
import { apiError, DataChangedError, type RateLimit, RateLimitError, UnexpectedResponseError } from './errors.ts';
import { lists, type OperationId, type Operations, operations } from './generated/operations.ts';
import { type EntryOf, type PagedOperation, type PageOf, type ParametersOf, pagesOf } from './pages.ts';
import { argumentsOf, checkNames, checkPlace, pathOf, type Values } from './request.ts';
import { type RetryOptions, retryAfterOf, withRetries } from './retry.ts';
import { createTransport, type RawResponse, type TransportOptions } from './transport.ts';

export interface ClientOptions extends TransportOptions, RetryOptions {
  /** Where responses are kept for conditional requests; without it every call transfers its response. */
  readonly cache?: ResponseCache | undefined;
  /** Called before every attempt. It may add headers, such as those of a trace. */
  readonly onRequest?: ((attempt: Attempt) => void | Promise<void>) | undefined;
  /** Called after every attempt, for logs and timing. */
  readonly onResponse?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}

/** A method for every operation, and four that read whole lists. */
export interface ClientHealthApi extends Operations<CallOptions> {
  /** The pages of a list, each as its operation answers it; the largest pages unless `limit` says otherwise. */
  pages<Id extends PagedOperation>(operation: Id, ...given: Given<Id>): AsyncGenerator<PageOf<Id>, void, undefined>;
  /** The entries of a list, page after page. Throws a DataChangedError when the data changes in between. */
  entries<Id extends PagedOperation>(operation: Id, ...given: Given<Id>): AsyncGenerator<EntryOf<Id>, void, undefined>;
  /** All entries of a list, of one version: starts again when the data changes in between, at most three times. */
  all<Id extends PagedOperation>(operation: Id, ...given: Given<Id>): Promise<EntryOf<Id>[]>;
  /** All notes of a client, newest first, read page after page. */
  notes(clientId: string, options?: CallOptions): AsyncGenerator<Note, void, undefined>;
  /** What the latest response said of the key's limits. */
  readonly rateLimit: RateLimit | undefined;
}

/** As a list of notes has it. */
type Note = Awaited<ReturnType<Operations<unknown>['listClientNotes']>>['notes'][number];

/** Parameters can be left out where none is required. */
type Given<Id extends PagedOperation> =
  Record<string, never> extends ParametersOf<Id>
    ? [parameters?: ParametersOf<Id>, options?: CallOptions]
    : [parameters: ParametersOf<Id>, options?: CallOptions];

interface Answered {
  readonly etag: string | null;
  readonly value: unknown;
}

const mostRestarts = 3;

const optionNames: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  timeoutMs: true,
  userAgent: true,
  cache: true,
  onRequest: true,
  onResponse: true,
  maxWaitSeconds: true,
  retries: true,
  wait: true,
  random: true,
};

/** Connects to the service with the key of one account. */
export function createClient(options: ClientOptions): ClientHealthApi {
  checkNames('createClient', options, Object.keys(optionNames));
  checkPlace(options);
  const { cache, maxWaitSeconds, retries, wait, random, onRequest, onResponse } = options;
  const transport = createTransport(options);
  let rateLimit: RateLimit | undefined;

  async function call(id: OperationId, parameters: Values = {}, given: CallOptions = {}): Promise<Answered> {
    const path = pathOf(id, parameters);
    const url = `${options.baseUrl.replace(/\/+$/, '')}${path}`;
    const held = await cache?.get(url);
    const { signal } = given;
    let attempt = 0;
    const send = async () => {
      attempt += 1;
      const facts = { operation: id, path, attempt };
      const headers: Record<string, string> = held ? { 'If-None-Match': held.etag } : {};
      await onRequest?.({ ...facts, headers });
      const started = Date.now();
      const done = async (outcome: Partial<Outcome>) => {
        const whole = { ...facts, milliseconds: Date.now() - started, ...outcome };
        await onResponse?.(whole);
        await given.onResponse?.(whole);
      };
      const response = await transport(path, { headers, signal }).catch(async (error: unknown) => {
        await done({ error });
        throw error;
      });
      const requestId = response.header('x-amzn-RequestId');
      const { status, header } = response;
      await done({ status, header, ...(requestId !== null && { requestId }) });
      return response;
    };
    const response = await withRetries(
      send,
      {
        maxWaitSeconds: given.maxWaitSeconds ?? maxWaitSeconds,
        retries: given.retries ?? retries,
        wait,
        random,
      },
      signal,
    );
    rateLimit = rateLimitOf(response) ?? rateLimit;
    const etag = response.header('ETag');
    if (response.status === 304 && held)
      return { etag: etag ?? held.etag, value: contentOf(id, path, { status: 304, body: held.body }) };
    if (response.status !== 200) throw errorOf(path, response);
    const value = contentOf(id, path, response);
    if (etag) await cache?.set(url, { etag, body: response.body });
    return { etag, value };
  }

  async function* pages(id: PagedOperation, parameters: Values = {}, given: CallOptions = {}) {
    if (!Object.hasOwn(lists, id)) {
      throw new TypeError(`${id} does not answer in pages. These do: ${Object.keys(lists).join(', ')}.`);
    }
    const options = withDeadline(given);
    yield* pagesOf(id, operations[id].path, parameters, (page) => call(id, page, options));
  }

  async function* entries(id: PagedOperation, parameters: Values = {}, given?: CallOptions) {
    for await (const page of pages(id, parameters, given)) yield* page[lists[id].list] as unknown[];
  }

  async function all(id: PagedOperation, parameters: Values = {}, given: CallOptions = {}): Promise<unknown[]> {
    const options = withDeadline(given);
    for (let restarts = 0; ; restarts += 1) {
      try {
        const collected: unknown[] = [];
        for await (const entry of entries(id, parameters, options)) collected.push(entry);
        return collected;
      } catch (error) {
        if (!(error instanceof DataChangedError) || restarts >= mostRestarts) throw error;
      }
    }
  }

  async function* notes(clientId: string, given: CallOptions = {}) {
    const options = withDeadline(given);
    const limit = 100;
    for (let before: string | undefined; ; ) {
      const { value } = await call('listClientNotes', { client_id: clientId, limit, before }, options);
      const page = (value as { readonly notes: readonly Note[] }).notes;
      const last = page.at(-1);
      const next = last && `${last.createdAt},${last.id}`;
      // a service that does not know `before` answers its first page again
      if (next === undefined || next === before) return;
      yield* page;
      if (page.length < limit) return;
      before = next;
    }
  }

  const methods = (Object.keys(operations) as OperationId[]).map((id) => [
    id,
    async (...given: unknown[]) => {
      const { parameters, options: callOptions } = argumentsOf(id, given);
      return (await call(id, parameters, withDeadline(callOptions))).value;
    },
  ]);
  const api = { ...Object.fromEntries(methods), pages, entries, all, notes };
  Object.defineProperty(api, 'rateLimit', { get: () => rateLimit, enumerable: true });
  return api as ClientHealthApi;
}

function contentOf(id: OperationId, path: string, { status, body }: Pick<RawResponse, 'status' | 'body'>): unknown {
  return operations[id].text ? body : parsed(path, status, body);
}

function errorOf(path: string, response: RawResponse): Error {
  const { status, header, body } = response;
  // some implementations of `fetch` hide its status
  if (status === 0 || (status > 300 && status < 400))
    return new UnexpectedResponseError(path, status, 'a redirect, which is not followed');
  const { error, detail } = saidIn(path, status, body);
  const requestId = header('x-amzn-RequestId') ?? undefined;
  const facts = { status, path, requestId, error, detail };
  return status === 429
    ? new RateLimitError({ ...facts, error: 'Rate limit exceeded' }, retryAfterOf(response))
    : apiError(facts);
}

/** A proxy on the way may answer these in its own words; with others, it is not the service that was asked. */
const isOfProxy = (status: number) => status === 403 || status === 429 || status >= 500;

/** What an error says: in the documented body, in that of API Gateway or another proxy, or as a page. */
function saidIn(path: string, status: number, body: string): { error: string; detail: string } {
  const json = objectIn(body);
  if (json) {
    const { error, detail, message } = json;
    const { message: ofLimit } = Object(error) as { message?: unknown };
    return { error: textOf(error), detail: textOf(detail) || textOf(ofLimit) || textOf(message) };
  }
  if (!isOfProxy(status)) throw unexpected(path, status);
  const [, title] = /<title>([^<]*)/i.exec(body) ?? [];
  return { error: '', detail: (title ?? (body.includes('<') ? '' : body)).trim().slice(0, 200) };
}

function parsed(path: string, status: number, body: string): unknown {
  const json = objectIn(body);
  if (!json) throw unexpected(path, status);
  return json;
}

const unexpected = (path: string, status: number) =>
  new UnexpectedResponseError(path, status, 'a body that is no JSON object');

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function rateLimitOf({ header }: RawResponse): RateLimit | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => header(`X-RateLimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
}
