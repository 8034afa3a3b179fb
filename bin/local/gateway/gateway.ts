import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'aws-lambda';
import { answerOverHttp, headersOf, mostBodyBytes } from '../../../mcp/http.ts';
import { details, errorHeaders, errorText, notFoundText } from '../../../shared/contract/errors.ts';
import { mcpMethods, mcpPath } from '../../../shared/contract/groups.ts';
import { isWellFormed } from '../../../shared/domain/access/api-key.ts';
import type { ApiHandler } from '../../../shared/http/api.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { textOf } from './body.ts';
import { encoded } from './compression.ts';
import { limitConcurrency } from './concurrency.ts';
import { eventOf, stage, targetOf } from './event.ts';
import { loopbackOrigin } from './loopback-origin.ts';
import { matcher, type Route } from './routing.ts';

const functionTimeout = 29_000;
/** The most that Lambda lets a function respond without streaming. */
export const mostLambdaBytes = 6_291_556;
/** Long, because a client on a busy machine may reuse a connection at the moment when it is closed: ECONNRESET. */
const keepAliveTimeout = 300_000;
/**
 * Lambda would start more containers; here all functions share one process and its engine, where more requests at once
 * only make each of them slower, up to the timeouts of the store.
 */
const inProgressPerFunction = 2;

/** The record of a request, reported after its response has been sent. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** With the query, as sent. */
  readonly url: string;
  readonly status: number;
  /** From arrival to the end of the response, including the time that it waited for other requests. */
  readonly milliseconds: number;
  readonly waitedMilliseconds: number;
}

export interface GatewayOptions {
  /** Serves pages at paths outside the API, with any method. */
  readonly pages?: (request: IncomingMessage) => Reply | Promise<Reply> | undefined;
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  /** Whether API Gateway would have this key. Without it, every well-formed key is taken for one. */
  readonly knowsKey?: (apiKey: string) => Promise<boolean>;
  /** Runs the function of a request. */
  readonly invoke?: (<T>(requestId: string, call: () => Promise<T>) => Promise<T>) | undefined;
}

/** API Gateway on this machine: routes requests, turns them into proxy events, and answers paths outside the API. */
export function createGateway(routes: readonly Route<ApiHandler>[], options: GatewayOptions = {}): Server {
  const { pages = () => undefined, onAnswered = () => undefined, invoke = (_, call) => call() } = options;
  const { knowsKey = async () => true } = options;
  const find = matcher(routes);
  const handlers = new Set(routes.map(({ handler }) => handler));
  const limits = new Map([...handlers].map((handler) => [handler, limitConcurrency(inProgressPerFunction)]));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    try {
      await answerAs(requestId, request, response);
    } catch (error) {
      // the caller has left in the middle of its request
      if (error === request.errored) return;
      // functions and pages handle their own errors; anything else is a defect that must be visible
      console.error(error);
      if (response.headersSent) response.destroy();
      else await send(response, failed, requestId);
    }
  }

  async function answerAs(requestId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await pages(request);
    if (page) return send(response, page, requestId);
    if (mcpMethods.some((method) => method === request.method) && targetOf(request)?.path === mcpPath) {
      const baseUrl = baseUrlOf(request.socket.localPort ?? 0);
      const { method = '', headers } = request;
      const question = { method, headers: headersOf(headers), body: await textOf(request, mostBodyBytes) };
      const { status: statusCode, ...reply } = await answerOverHttp(question, {
        baseUrl,
        ownOrigin: loopbackOrigin(headers.host),
        isKey: isWellFormed,
      });
      return send(response, renamed({ statusCode, ...reply }), requestId);
    }
    const arrived = Date.now();
    let waited = 0;
    response.once('close', () => {
      const { method = '', url = '' } = request;
      const { statusCode: status } = response;
      onAnswered({ requestId, method, url, status, milliseconds: Date.now() - arrived, waitedMilliseconds: waited });
    });
    const match = find(targetOf(request)?.path ?? '', request.method);
    const limit = match && limits.get(match.route.handler);
    if (!match || !limit) return send(response, noEndpoint, requestId);
    await limit(async () => {
      // the caller may have left while the request was waiting
      if (response.destroyed) return;
      const started = Date.now();
      waited = started - arrived;
      // timeouts start now: the time that a request waits here does not exist on AWS
      const call = async () =>
        match.route.handler(eventOf(request, match, requestId, started), contextOf(requestId, started));
      const reply = fitting(await invoke(requestId, call));
      const apiKey = request.headers['x-api-key']?.toString() ?? '';
      // API Gateway would have refused it without a function
      const isGateways = reply.statusCode === 401 && !(isWellFormed(apiKey) && (await knowsKey(apiKey)));
      await send(response, isGateways ? reply : renamed(reply), requestId);
    });
  }

  // requests that Node would reject in its own words get a documented response
  const server = createServer({ requireHostHeader: false, keepAliveTimeout }, answer);
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket) => refuse(socket, '404 Not Found', noEndpoint));
  server.on('clientError', (_, socket) => refuse(socket, '400 Bad Request', malformed));
  return server;
}

/** Writes a response to a socket whose request could not be parsed. */
function refuse(socket: Duplex, status: string, { headers = {}, body }: Reply): void {
  if (!socket.writable) return;
  const added = { 'x-amzn-RequestId': randomUUID(), 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const all = Object.entries({ ...headers, ...added });
  socket.end(`HTTP/1.1 ${status}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}

/** API Gateway keeps this name for itself, and renames the header of a function. */
function renamed(reply: Reply): Reply {
  const { 'WWW-Authenticate': challenge, ...headers } = reply.headers ?? {};
  return challenge === undefined
    ? reply
    : { ...reply, headers: { ...headers, 'x-amzn-Remapped-WWW-Authenticate': challenge } };
}

/** Refuses what Lambda would: a response that is not streamed and larger than its limit. */
function fitting(reply: Reply): Reply {
  const bytes = reply.stream ? 0 : lambdaBytes(reply);
  if (bytes > mostLambdaBytes)
    throw new Error(`Lambda refuses a response of ${bytes} bytes; it takes ${mostLambdaBytes}.`);
  return reply;
}

/** The size of a response as Lambda counts it: the JSON of status, headers and body. */
export function lambdaBytes({ statusCode, headers, body }: Reply): number {
  return Buffer.byteLength(JSON.stringify({ statusCode, headers, body }));
}

export function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}/${stage}`;
}

/** A response of the gateway itself. It has not counted the request, so it reports no remaining requests. */
function gatewayAnswer(status: number, body: string): Reply {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '0',
      ...errorHeaders(status),
    },
    body,
  };
}

const malformed = gatewayAnswer(400, errorText(400, details.malformed));
const noEndpoint = gatewayAnswer(404, notFoundText('endpoint'));
const failed = gatewayAnswer(500, errorText(500, details.internal));

function contextOf(requestId: string, started: number): Context {
  return {
    awsRequestId: requestId,
    functionName: 'local',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:local',
    memoryLimitInMB: '1024',
    logGroupName: 'local',
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => functionTimeout - (Date.now() - started),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

async function send(response: ServerResponse, reply: Reply, requestId: string): Promise<void> {
  const { statusCode, stream } = reply;
  const { headers, body } = encoded(response.req.headers['accept-encoding']?.toString(), reply);
  const sized = stream || statusCode === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(statusCode, { ...headers, ...sized, 'x-amzn-RequestId': requestId });
  if (!stream) {
    response.end(body);
    return;
  }
  // status and headers are sent, so an error can only cut the response off
  await pipeline(Readable.from(stream), response).catch(() => response.destroy());
}
