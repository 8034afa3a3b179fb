import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols';

// Sends the SDK's requests to DynamoDB over Node's HTTP. The SDK's own handler creates five timers and several promises
// for every request and hands out streams. This one has one timer and reads the whole response, so its timeout covers
// the body too. A test compares how both behave when DynamoDB throttles, hangs, resets and sends garbage.

export interface Timeouts {
  /** Milliseconds until the socket must be connected, including TLS. */
  readonly connectionTimeout: number;
  /** Milliseconds until the response must be complete. */
  readonly requestTimeout: number;
}

/** The SDK hands the options of a call to the handler at every attempt. */
export interface SendOptions {
  abortSignal?: AbortSignal;
  /** Throws if nothing may be sent any more. */
  beforeSending?: () => void;
}

// ESM imports of Node's HTTP modules load undici, see bin/build/plugins.ts
const https = () => process.getBuiltinModule('https');
const http = () => process.getBuiltinModule('http');

/** The SDK's own defaults. */
const agentOptions = { keepAlive: true, maxSockets: 50 };
/** Errors of the network that the SDK names TimeoutError, which it retries. */
const timeoutCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

export class DynamoDbHttpHandler implements HttpHandler<Timeouts> {
  readonly #timeouts: Timeouts;
  #http: Agent | undefined;
  #https: HttpsAgent | undefined;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
  }

  handle(
    { protocol, hostname, port, path, method, headers, body }: HttpRequest,
    options: Parameters<HttpHandler['handle']>[1] = {},
  ): Promise<{ response: HttpResponse }> {
    const { abortSignal: signal, beforeSending } = options as SendOptions;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal.reason));
      beforeSending?.();
      // Node wants the address of an IPv6 host without brackets
      const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
      const options = { host, port, path, method, headers: headerList(headers, body) };
      const request =
        protocol === 'http:'
          ? http().request({ ...options, agent: this.#httpAgent() })
          : https().request({ ...options, agent: this.#httpsAgent() });
      const { connectionTimeout, requestTimeout } = this.#timeouts;

      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error) => {
        end();
        request.destroy();
        reject(error);
      };
      const onAbort = () => fail(abortError(signal?.reason));
      const timer = setTimeout(
        () => fail(timeoutError(`DynamoDB sent no complete response within ${requestTimeout} ms.`)),
        requestTimeout,
      );
      limitConnecting(request, connectionTimeout, fail);
      signal?.addEventListener('abort', onAbort);
      request.on('error', (error) => fail(networkError(error)));
      request.on('response', (response) => {
        readAll(response, (error, whole) => {
          if (error) return fail(Object.assign(error, { $metadata: { httpStatusCode: response.statusCode } }));
          end();
          resolve({ response: httpResponse(response, whole) });
        });
      });
      request.end(body);
    });
  }

  destroy(): void {
    this.#http?.destroy();
    this.#https?.destroy();
  }

  /** The SDK passes settings of its own handler, which this one ignores. */
  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Timeouts {
    return this.#timeouts;
  }

  #httpAgent(): Agent {
    this.#http ??= new (http().Agent)(agentOptions);
    return this.#http;
  }

  #httpsAgent(): HttpsAgent {
    this.#https ??= new (https().Agent)(agentOptions);
    return this.#https;
  }
}

/** Names and values in turn, which Node sends as they are. It sets the content length only if it is given an object. */
function headerList(headers: HttpRequest['headers'], body: string | Uint8Array = ''): string[] {
  return [...Object.entries(headers).flat(), 'content-length', String(Buffer.byteLength(body))];
}

/** Fails a request whose new socket does not connect in time. A socket that was kept alive needs no timer. */
function limitConnecting(request: ClientRequest, milliseconds: number, fail: (error: Error) => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () => fail(timeoutError(`No connection to DynamoDB within ${milliseconds} ms.`)),
      milliseconds,
    );
    const stop = () => clearTimeout(timer);
    socket.once('connect', stop);
    socket.once('close', stop);
  });
}

function readAll(response: IncomingMessage, done: (error: Error | undefined, whole: Buffer) => void): void {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('error', (error) => done(error, Buffer.alloc(0)));
  response.on('end', () => done(undefined, parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
}

function httpResponse({ statusCode = -1, headers: received }: IncomingMessage, body: Buffer): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return new HttpResponse({ statusCode, headers, body });
}

function networkError(error: Error & { code?: string }): Error {
  return timeoutCodes.has(error.code ?? '') ? Object.assign(error, { name: 'TimeoutError' }) : error;
}

function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError', code: 'ETIMEDOUT' });
}

function abortError(reason: unknown): Error {
  const error = reason instanceof Error ? new Error('Request aborted', { cause: reason }) : new Error(String(reason));
  return Object.assign(error, { name: 'AbortError' });
}
