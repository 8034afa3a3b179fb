import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

// One attempt of a request: it is sent over a connection that is kept alive, and answered by a whole body or an error.

interface Request {
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: Buffer;
  readonly signal: AbortSignal | undefined;
}

export interface Response {
  readonly status: number;
  /** The time of DynamoDB, if it was sent. */
  readonly date: string | undefined;
  readonly body: Buffer;
}

export interface Connection {
  readonly send: (request: Request) => Promise<Response>;
  readonly close: () => void;
}

export interface Timeouts {
  /** Milliseconds until a new connection must be open. */
  readonly connecting: number;
  /** Milliseconds until the response must be complete. */
  readonly responding: number;
}

export function connectionTo(url: URL, timeouts: Timeouts): Connection {
  // an ESM import of Node's HTTP modules loads undici, see bin/build/plugins.ts
  const http = process.getBuiltinModule(url.protocol === 'http:' ? 'http' : 'https');
  const agent: Agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  // Node wants the address of an IPv6 host without brackets
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: RequestOptions = { agent, host, port: url.port || null, path: '/', method: 'POST' };
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (request.signal?.aborted) return reject(aborted(request.signal));
        const headers = [...request.headers, 'content-length', String(request.body.length)];
        answered(http.request({ ...options, headers }), request, timeouts, resolve, reject);
      }),
    close: () => agent.destroy(),
  };
}

/** Sends the request; whatever happens first ends it, and leaves no timer and no listener. */
function answered(
  sent: ClientRequest,
  { body, signal }: Request,
  { connecting, responding }: Timeouts,
  resolve: (response: Response) => void,
  reject: (error: Error) => void,
): void {
  let connectTimer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    clearTimeout(connectTimer);
    signal?.removeEventListener('abort', onAbort);
  };
  const fail = (error: Error) => {
    end();
    sent.destroy();
    reject(error);
  };
  const onAbort = () => fail(aborted(signal as AbortSignal));
  const timer = setTimeout(() => fail(tooLate(`sent no complete response within ${responding} ms`)), responding);
  signal?.addEventListener('abort', onAbort);
  sent.on('error', fail);
  sent.on('socket', (socket) => {
    // a connection that was kept alive is open
    if (!socket.connecting) return;
    connectTimer = setTimeout(() => fail(tooLate(`could not be reached within ${connecting} ms`)), connecting);
    socket.once('connect', () => clearTimeout(connectTimer));
  });
  sent.on('response', (response: IncomingMessage) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('error', fail);
    response.on('end', () => {
      end();
      const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      resolve({ status: response.statusCode ?? 0, date: response.headers.date, body: whole });
    });
  });
  sent.end(body);
}

function tooLate(what: string): Error {
  return Object.assign(new Error(`DynamoDB ${what}.`), { name: 'TimeoutError' });
}

export function aborted({ reason }: AbortSignal): Error {
  return Object.assign(new Error('The request was aborted.', { cause: reason }), { name: 'AbortError' });
}
