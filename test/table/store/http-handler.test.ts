import dns from 'node:dns';
import { EventEmitter, getEventListeners } from 'node:events';
import { type ClientRequest, createServer, type RequestListener } from 'node:http';
import { Agent, type request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { HttpRequest } from '@smithy/core/protocols';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DynamoDbHttpHandler } from '../../../shared/table/store/http-handler.ts';

// The handler itself; client.test.ts compares it with the SDK's under the SDK's retries.

async function portOf(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function requestTo(port: number, more: Partial<HttpRequest> = {}): HttpRequest {
  const headers = { host: 'table.example' };
  return new HttpRequest({ protocol: 'http:', hostname: '127.0.0.1', port, method: 'POST', headers, ...more });
}

function aHandler({ connectionTimeout = 5000, requestTimeout = 10_000 } = {}): DynamoDbHttpHandler {
  const handler = new DynamoDbHttpHandler({ connectionTimeout, requestTimeout });
  onTestFinished(() => handler.destroy());
  return handler;
}

/** Counts timers that are set from now on and not cleared. */
function pendingTimers(): () => number {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  return () => {
    const cleared = new Set(clear.mock.calls.map(([timer]) => timer));
    return set.mock.results.filter(({ value }) => !cleared.has(value)).length;
  };
}
const nothing: RequestListener = () => undefined;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a response', () => {
  it('is read to its end, however many parts it has, also if a letter is cut in two', async () => {
    const whole = Buffer.from('first é last');
    const port = await portOf((_, response) => {
      response.writeHead(200, { 'X-Two': ['a', 'b'] }).write(whole.subarray(0, 7));
      setTimeout(() => response.end(whole.subarray(7)), 20);
    });

    const { response } = await aHandler().handle(requestTo(port));

    expect(String(response.body)).toBe('first é last');
    expect(response).toMatchObject({ statusCode: 200, headers: { 'x-two': 'a, b' } });
  });

  it('may take longer than a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await portOf((_, response) => {
      vi.advanceTimersByTime(150);
      response.end('late');
    });

    const { response } = await aHandler({ connectionTimeout: 100 }).handle(requestTo(port));

    expect(String(response.body)).toBe('late');
  });

  it('leaves no timer, and nothing that waits for the signal', async () => {
    const port = await portOf((_, response) => void response.end());
    const { signal } = new AbortController();
    const timers = pendingTimers();

    await aHandler().handle(requestTo(port), { abortSignal: signal });

    expect(timers()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('an aborted request', () => {
  it('fails at once, closes its connection, and leaves no timer', async () => {
    const abort = new AbortController();
    const closed = Promise.withResolvers<void>();
    const port = await portOf((request) => {
      request.socket.on('close', closed.resolve);
      abort.abort(new Error('enough'));
    });
    const timers = pendingTimers();

    const call = aHandler().handle(requestTo(port), { abortSignal: abort.signal });

    await expect(call).rejects.toMatchObject({
      name: 'AbortError',
      message: 'Request aborted',
      cause: new Error('enough'),
    });
    expect(timers()).toBe(0);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    await closed.promise;
  });

  it('has a reason that is no error as its message', async () => {
    const call = aHandler().handle(requestTo(9), { abortSignal: AbortSignal.abort('no more time') });

    await expect(call).rejects.toMatchObject({ name: 'AbortError', message: 'no more time' });
  });
});

describe('a request fails', () => {
  it('without a complete response in time', async () => {
    const call = aHandler({ requestTimeout: 50 }).handle(requestTo(await portOf(nothing)));

    await expect(call).rejects.toMatchObject({
      name: 'TimeoutError',
      code: 'ETIMEDOUT',
      message: 'DynamoDB sent no complete response within 50 ms.',
    });
  });

  it('without a connection in time, and waits no longer', async () => {
    vi.spyOn(dns, 'lookup').mockImplementation((() => undefined) as never);
    const handler = aHandler({ connectionTimeout: 50 });

    await expect(handler.handle(requestTo(80, { hostname: 'table.example' }))).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No connection to DynamoDB within 50 ms.',
    });
  });

  it('if it cannot connect, without a timer left', async () => {
    const timers = pendingTimers();

    await expect(aHandler().handle(requestTo(9))).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    await vi.waitFor(() => expect(timers()).toBe(0), 60_000);
  });
});

it.each([
  // the first write on a connection that the server has closed
  ['EPIPE', 'TimeoutError'],
  ['ECONNRESET', 'TimeoutError'],
  ['ETIMEDOUT', 'TimeoutError'],
  ['ENOTFOUND', 'Error'],
])('%s of the network is a %s, which the SDK repeats if it is a TimeoutError', async (code, name) => {
  const request = Object.assign(new EventEmitter(), { end: () => undefined, destroy: () => undefined });
  vi.spyOn(process.getBuiltinModule('http'), 'request').mockReturnValue(request as unknown as ClientRequest);

  const call = aHandler().handle(requestTo(9));
  request.emit('error', Object.assign(new Error(`write ${code}`), { code }));

  await expect(call).rejects.toMatchObject({ name, code, message: `write ${code}` });
});

describe('a connection', () => {
  it('is kept for the next request, which needs no time to connect, until the handler is destroyed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sockets = new Set<Socket>();
    const port = await portOf(({ socket }, response) => {
      vi.advanceTimersByTime(sockets.has(socket) ? 150 : 0);
      sockets.add(socket);
      response.end();
    });
    const handler = aHandler({ connectionTimeout: 100 });
    for (let requests = 0; requests < 2; requests += 1) await handler.handle(requestTo(port));
    const [socket, ...others] = sockets;

    expect(others).toEqual([]);
    handler.destroy();
    await vi.waitFor(() => expect(socket?.closed).toBe(true), 60_000);
  });

  it('over https is kept too', async () => {
    const port = await portOf((_, response) => void response.end());
    const plain = (options: object) => process.getBuiltinModule('http').request({ ...options, agent: undefined });
    const request = vi
      .spyOn(process.getBuiltinModule('https'), 'request')
      .mockImplementation(plain as unknown as typeof httpsRequest);
    const handler = aHandler();
    for (let requests = 0; requests < 2; requests += 1) await handler.handle(requestTo(port, { protocol: 'https:' }));
    const agents = request.mock.calls.map(([options]) => (options as { agent?: Agent }).agent);
    const [agent] = agents;
    const destroy = agent && vi.spyOn(agent, 'destroy');

    expect(agent).toBeInstanceOf(Agent);
    expect(agent?.options).toMatchObject({ keepAlive: true });
    expect(agents).toEqual([agent, agent]);
    expect(request.mock.calls[0]?.[0]).toMatchObject({ host: '127.0.0.1', port, method: 'POST' });
    handler.destroy();
    expect(destroy).toHaveBeenCalled();
  });
});

it('a request without a body says so', async () => {
  const lengths: (string | undefined)[] = [];
  const port = await portOf(({ headers }, response) => {
    lengths.push(headers['content-length']);
    response.end();
  });

  await aHandler().handle(requestTo(port));
  await aHandler().handle(requestTo(port, { body: 'four' }));

  expect(lengths).toEqual(['0', '4']);
});

it('an address in brackets is not looked up', async () => {
  const lookup = vi.spyOn(dns, 'lookup');

  await expect(aHandler().handle(requestTo(9, { hostname: '[::1]' }))).rejects.toThrow('::1');

  expect(lookup).not.toHaveBeenCalled();
});

it('a request for https is not sent as plain text', async () => {
  const received = vi.fn<RequestListener>((_, response) => void response.end());
  const port = await portOf(received);

  await expect(aHandler().handle(requestTo(port, { protocol: 'https:' }))).rejects.toThrow();

  expect(received).not.toHaveBeenCalled();
});
