import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { serve } from '../service/http.ts';

// A proxy in front of an engine that does to a request or its answer what networks and services do.

interface Passing {
  readonly received: IncomingMessage;
  readonly response: ServerResponse;
  /** Lets the engine do it. */
  readonly forward: () => Promise<{ readonly status: number; readonly body: Buffer }>;
}

type Fault = (passing: Passing) => Promise<void> | void;

const json = (response: ServerResponse, status: number, body: object | Buffer, headers: object = {}) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0', ...headers })
    .end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
const refusal = (name: string) => ({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `It says ${name}.` });
const passedOn: Fault = async ({ response, forward }) => {
  const { status, body } = await forward();
  json(response, status, body);
};
const twentyMinutes = 1_200_000;

const faults = {
  none: passedOn,
  'request lost': ({ received }) => void received.socket.destroy(),
  'answer lost': async ({ received, forward }) => {
    await forward();
    received.socket.destroy();
  },
  '500 before': ({ response }) => json(response, 500, refusal('InternalServerError')),
  '500 after': async ({ response, forward }) => {
    await forward();
    json(response, 500, refusal('InternalServerError'));
  },
  unavailable: ({ response }) => void response.writeHead(503).end(),
  'a proxy fails': ({ response }) => void response.writeHead(502).end('<html>Bad gateway</html>'),
  throttled: ({ response }) => json(response, 400, refusal('ProvisionedThroughputExceededException')),
  late: async ({ forward }) => void (await forward()),
  'begun and never ended': ({ response }) => void response.writeHead(200, { 'Content-Length': '100' }).write('{'),
  cut: async ({ response, forward }) => {
    const { body } = await forward();
    response.writeHead(200, { 'Content-Length': String(body.length) }).write(body.subarray(0, body.length / 2), () => {
      setTimeout(() => response.destroy(), 5);
    });
  },
  garbage: ({ response }) => void response.end('no JSON'),
  'no HTTP': ({ received }) => void received.socket.end('no HTTP\r\n\r\n'),
  'wrong checksum': async ({ response, forward }) => {
    const { status, body } = await forward();
    json(response, status, body, { 'x-amz-crc32': '1' });
  },
  'expired token': ({ response }) => json(response, 400, refusal('ExpiredTokenException')),
  'access denied': ({ response }) => json(response, 400, refusal('AccessDeniedException')),
  /** Its clock is ahead, and it refuses signatures that are more than five minutes old. */
  'another clock': async ({ received, response, forward }) => {
    const date = new Date(Date.now() + twentyMinutes);
    const sent = `${received.headers['x-amz-date']}`.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z');
    const isOld = date.getTime() - Date.parse(sent) > 300_000;
    const answer = isOld ? { status: 400, body: refusal('InvalidSignatureException') } : await forward();
    json(response, answer.status, answer.body, { Date: date.toUTCString() });
  },
  'closed afterwards': async ({ received, response, forward }) => {
    const { status, body } = await forward();
    json(response, status, body);
    setTimeout(() => received.socket.destroy(), 5);
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** `faultOf` says what happens to a request, by its number from 1. */
export async function faultProxy(engine: string, faultOf: (count: number) => FaultName) {
  const requests: { readonly target: string; readonly body: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (received, response) => {
    response.on('error', () => undefined);
    const body = await buffer(received);
    const target = `${received.headers['x-amz-target']}`.replace(/.*\./, '');
    requests.push({ target, body: body.toString() });
    const forward = async () => {
      const { host: _, connection: __, 'content-length': ___, ...headers } = received.headers;
      const answer = await fetch(engine, { method: 'POST', headers: headers as Record<string, string>, body });
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    await faults[faultOf(requests.length)]({ received, response, forward });
  }).on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  const endpoint = `http://127.0.0.1:${await serve(server)}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { endpoint, requests, connections: () => sockets.size };
}
