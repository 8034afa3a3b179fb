import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { details, type ErrorStatus, errorText } from '../../shared/contract/errors.ts';
import type { ApiHandler } from '../../shared/http/api.ts';
import { eventOf, stage, targetOf } from './event.ts';
import { matcher, type Route } from './routing.ts';

const functionTimeout = 10_000;

/** API Gateway on this machine: routes, turns HTTP into proxy events, and answers by itself what it would answer there. */
export function createGateway(routes: readonly Route<ApiHandler>[]): Server {
  const find = matcher(routes);

  async function reply(request: IncomingMessage, requestId: string): Promise<APIGatewayProxyResult> {
    const match = request.method === 'GET' ? find(targetOf(request)?.path ?? '') : undefined;
    if (!match) return gatewayAnswer(404, details.unknownPath);
    const started = Date.now();
    const event = eventOf(request, match, requestId, started);
    try {
      return await match.route.handler(event, contextOf(requestId, started));
    } catch (error) {
      // a function answers its own failures; one that does not is a defect to be seen
      console.error(error);
      return gatewayAnswer(500, details.internal);
    }
  }

  const server = createServer(async (request, response) => {
    const requestId = randomUUID();
    send(response, await reply(request, requestId), requestId);
  });
  server.on('clientError', (_, socket) => {
    const { headers = {}, body } = gatewayAnswer(400, details.malformed);
    const lines = Object.entries({ ...headers, 'Content-Length': body.length, Connection: 'close' });
    if (socket.writable) {
      socket.end(
        `HTTP/1.1 400 Bad Request\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      );
    }
  });
  return server;
}

export function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}/${stage}`;
}

/** What never reached a function knows of no key's limits. */
function gatewayAnswer(status: ErrorStatus, detail: string): APIGatewayProxyResult {
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

function send(response: ServerResponse, { statusCode, headers = {}, body }: APIGatewayProxyResult, requestId: string) {
  const sized = statusCode === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(statusCode, { ...(headers as Record<string, string>), ...sized, 'x-amzn-RequestId': requestId });
  response.end(body);
}
