import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { drainable } from '../../../../bin/local/gateway/drain.ts';
import { type Answered, createGateway } from '../../../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../../../bin/local/gateway/routing.ts';
import { groups } from '../../../../shared/contract/groups.ts';
import type { ApiHandler } from '../../../../shared/http/api.ts';
import { send, serve } from '../../../support/service/http.ts';

function gatewayTo(handlerOf: (group: string) => ApiHandler, onAnswered?: (answered: Answered) => void) {
  return createGateway(routesOf(groups, new Map(groups.map(({ name }) => [name, handlerOf(name)]))), { onAnswered });
}

/** A function whose requests all wait until `finish` is called. */
function blockedFunction() {
  const progress = { now: 0, most: 0, remaining: [] as number[] };
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const handler: ApiHandler = async (_, context) => {
    progress.remaining.push(context.getRemainingTimeInMillis());
    progress.now += 1;
    progress.most = Math.max(progress.most, progress.now);
    await finished;
    progress.now -= 1;
    return { statusCode: 200, body: 'ok' };
  };
  return { handler, progress, finish };
}

const quick: ApiHandler = async () => ({ statusCode: 200, body: 'quick' });
const untilTrue = async (condition: () => boolean) => {
  while (!condition()) await after(5);
};

/** A service whose function is blocked, and how it stops. */
async function stopping() {
  const { handler, progress, finish } = blockedFunction();
  const server = gatewayTo(() => handler);
  return { progress, finish, drain: drainable(server), port: await serve(server) };
}

afterEach(() => vi.useRealTimers());

it('a function has two requests in progress at most; the others wait, and requests of other functions do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { handler, progress, finish } = blockedFunction();
  const answered: Answered[] = [];
  const server = gatewayTo(
    (name) => (name === 'topics' ? handler : quick),
    (each) => answered.push(each),
  );
  let arrived = 0;
  server.on('request', () => (arrived += 1));
  const port = await serve(server);
  const slow = Array.from({ length: 20 }, () => send(port, '/v1/topics'));
  await untilTrue(() => arrived === 20);

  expect(await send(port, '/v1/clients')).toMatchObject({ status: 200, body: 'quick' });
  await after(50);
  expect(progress).toMatchObject({ now: 2, most: 2 });
  vi.setSystemTime(Date.now() + 5_000);
  finish();

  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(progress.most).toBe(2);
  // waiting in the queue does not reduce the time of the function
  expect(progress.remaining).toEqual(Array(20).fill(29_000));
  await untilTrue(() => answered.length === 21);
  // the first two worked for all of the time, the others waited for it
  const times = answered.map(({ milliseconds, waitedMilliseconds }) => [milliseconds, waitedMilliseconds]);
  expect(times.toSorted().map(String)).toEqual(['0,0', ...Array(2).fill('5000,0'), ...Array(18).fill('5000,5000')]);
});

it('a stopping service completes requests in progress and waiting ones, and accepts no others', async () => {
  const { progress, finish, drain, port } = await stopping();
  const inProgress = Array.from({ length: 6 }, () => send(port, '/v1/topics'));
  await untilTrue(() => progress.now === 2);
  await after(50);

  const drained = drain(10_000);
  await expect(send(port, '/v1/topics')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  finish();
  await drained;

  expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});

it.each([{}, { Expect: 'tea' }])(
  'a stopping service tells connections that are kept alive to close, instead of cutting them at the limit (%j)',
  async (headers) => {
    const { progress, finish, drain, port } = await stopping();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const sent = request({ host: '127.0.0.1', port, path: '/v1/topics', agent, headers }).end();
    await untilTrue(() => progress.now === 1);

    const stopped = Date.now();
    const drained = drain(10_000);
    finish();
    const [response] = await once(sent, 'response');
    response.resume();
    await drained;

    expect(response.headers.connection).toBe('close');
    expect(Date.now() - stopped).toBeLessThan(5000);
  },
);
