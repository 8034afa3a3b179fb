import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'aws-lambda';
import { details, type ErrorStatus, errorText } from '../../../shared/contract/errors.ts';
import type { ApiHandler } from '../../../shared/http/api.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { eventOf, stage, targetOf } from './event.ts';
import { matcher, type Route } from './routing.ts';

const functionTimeout = 10_000;

/** API Gateway on this machine: routes, turns HTTP into proxy events, and answers by itself what it would answer there. */
export function createGateway(routes: readonly Route<ApiHandler>[]): Server {
  const find = matcher(routes);

  async function reply(request: IncomingMessage, requestId: string): Promise<Reply> {
    const match = request.method === 'GET' ? find(targetOf(request)?.path ?? '') : undefined;
    if (!match) return gatewayAnswer(404, details.unknownPath);
    const started = Date.now();
    return await match.route.handler(eventOf(request, match, requestId, started), contextOf(requestId, started));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    try {
      await send(response, await reply(request, requestId), requestId);
    } catch (error) {
      // a function answers its own failures; one that does not, or not with HTTP, is a defect to be seen
      console.error(error);
      await send(response, gatewayAnswer(500, details.internal), requestId);
    }
  }

  // what Node would refuse in words of its own is answered like any other request
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket) => refuse(socket, '404 Not Found', gatewayAnswer(404, details.unknownPath)));
  server.on('clientError', (_, socket) => refuse(socket, '400 Bad Request', gatewayAnswer(400, details.malformed)));
  return server;
}

/** Answers where there is no request to answer. */
function refuse(socket: Duplex, status: string, { headers = {}, body }: Reply): void {
  if (!socket.writable) return;
  const all = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' });
  socket.end(`HTTP/1.1 ${status}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}

export function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}/${stage}`;
}

/** What never reached a function knows of no key's limits. */
function gatewayAnswer(status: ErrorStatus, detail: string): Reply {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '0',
    },
    body: errorText(status, detail),
  };
}

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
  const { statusCode, headers = {}, body, stream } = reply;
  const sized = stream || statusCode === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(statusCode, { ...(headers as Record<string, string>), ...sized, 'x-amzn-RequestId': requestId });
  if (!stream) {
    response.end(body);
    return;
  }
  // status and headers are gone: what fails from here on can only cut the answer off
  await pipeline(Readable.from(stream), response).catch(() => response.destroy());
}
