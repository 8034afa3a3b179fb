import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HttpRequest } from '@smithy/core/protocols';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientSettings, openTable, sendOptions, type TimeoutProfile } from '../../../shared/table/store/table.ts';

// Compares the table client with the SDK's: both make the same calls to a server that fails in some way, and must have
// the same outcome after the same number of attempts.

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The number of this request, from 1. */
  readonly count: number;
}

type Respond = (response: ServerResponse, received: Received) => void;

interface Outcome {
  readonly output?: unknown;
  readonly error?: object;
}

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };

async function serverThat(respond: Respond) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  let mostOpen = 0;
  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    const body = await text(request).catch(() => '');
    received.push({ headers: request.headers, body, count: received.length + 1 });
    respond(response, received.at(-1) as Received);
  }).on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    open.add(socket.on('close', () => open.delete(socket)));
    mostOpen = Math.max(mostOpen, open.size);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, received, connections: () => sockets.size, mostOpen: () => mostOpen };
}

const clients = {
  ours: (endpoint: string, profile: TimeoutProfile) =>
    openTable({ tableName: 't', region: 'eu-west-1', endpoint, credentials }, profile).documents,
  sdk: (endpoint: string, profile: TimeoutProfile) => {
    const { timeouts, ...settings } = clientSettings(
      { tableName: 't', region: 'eu-west-1', endpoint, credentials },
      profile,
    );
    const requestHandler = { ...timeouts, throwOnRequestTimeout: true };
    return DynamoDBDocumentClient.from(new DynamoDBClient({ ...settings, requestHandler }));
  },
};

const read = new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } });
const write = new UpdateCommand({ TableName: 't', Key: { pk: 'ä', sk: '💡' }, UpdateExpression: 'SET a = :a' });

async function outcomeOf(call: Promise<{ $metadata: object }>): Promise<Outcome> {
  try {
    const { $metadata, ...output } = await call;
    return { output: { ...output, attempts: ($metadata as { attempts?: number }).attempts } };
  } catch (thrown) {
    const error = thrown as Error & Record<string, unknown>;
    const { $metadata, code, Item, $fault } = error as {
      $metadata?: { attempts?: number; httpStatusCode?: number };
    } & typeof error;
    const { attempts, httpStatusCode } = $metadata ?? {};
    return { error: { class: error.constructor.name, name: error.name, code, $fault, Item, attempts, httpStatusCode } };
  }
}

/** The outcome of a call to a server that responds this way, and the number of requests. */
async function ending(
  client: keyof typeof clients,
  respond: Respond,
  { profile = 'request', signal }: { profile?: TimeoutProfile; signal?: () => AbortSignal } = {},
) {
  const server = await serverThat(respond);
  const documents = clients[client](server.endpoint, profile);
  const outcome = await outcomeOf(documents.send(read, signal ? { abortSignal: signal() } : {}));
  documents.destroy();
  return { ...outcome, requests: server.received.length };
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
const failure = (name: string, more: object = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: `it ${name}`,
  ...more,
});
const found = { Item: { pk: { S: 'a' }, n: { N: '1' }, b: { B: 'AAEC' } } };
const answers: Respond = (response) => json(response, 200, found);
const once =
  (first: Respond): Respond =>
  (response, received) =>
    received.count === 1 ? first(response, received) : answers(response, received);
const hangs: Respond = () => undefined;
const resets: Respond = (response) => response.destroy();
const throttles: Respond = (response) => json(response, 400, failure('ProvisionedThroughputExceededException'));
const breaksOff: Respond = (response) => {
  response.writeHead(200, { 'Content-Length': '100' }).write('{"Item":');
  setTimeout(() => response.destroy(), 20);
};
const raw =
  (bytes: string): Respond =>
  (response) =>
    response.socket?.end(bytes);
/** A server whose clock is an hour ahead, and that checks the time of requests. */
const hourAhead: Respond = (response, { headers }) => {
  const now = Date.now() + 3_600_000;
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(`${headers['x-amz-date']}`) ?? [];
  const sent = Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min), Number(s));
  response.setHeader('Date', new Date(now).toUTCString());
  if (Math.abs(now - sent) < 300_000) return answers(response, { headers, body: '', count: 2 });
  json(response, 400, failure('InvalidSignatureException'));
};

// attempts end after 300 or 400 ms: in a process that stands still for as long, one client may send less than the other
describe('the table client has the same outcome as the SDK client', { retry: 2 }, () => {
  it.each<[string, Respond]>([
    ['answers', answers],
    ['answers without a body', (response) => response.end()],
    ['always throttles', throttles],
    ['throttles once', once(throttles)],
    [
      'reports a failed condition',
      (response) => json(response, 400, failure('ConditionalCheckFailedException', found)),
    ],
    ['denies access', (response) => json(response, 400, failure('AccessDeniedException'))],
    ['has an internal error', (response) => json(response, 500, failure('InternalServerError'))],
    ['has an internal error once', once((response) => json(response, 500, failure('InternalServerError')))],
    ['is unavailable, with an empty body', (response) => response.writeHead(503).end()],
    ['is behind a proxy that fails', (response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    ['says that there are too many requests', (response) => json(response, 429, failure('TooManyRequestsException'))],
    ['hangs', hangs],
    ['hangs once', once(hangs)],
    ['resets', resets],
    ['resets once', once(resets)],
    ['breaks off within the body', breaksOff],
    ['breaks off within the body once', once(breaksOff)],
    ['sends a body that is not JSON', (response) => response.end('no JSON')],
    ['sends truncated JSON', (response) => response.end('{"Item":{"pk"')],
    ['sends an unknown error', (response) => json(response, 400, failure('Something'))],
    ['does not send HTTP', raw('no HTTP\r\n\r\n')],
    ['sends an invalid length', raw('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n')],
    ['closes without a response', raw('')],
    ['has a different clock', hourAhead],
  ])('when DynamoDB %s', async (_, respond) => {
    const [ours, sdk] = await Promise.all([ending('ours', respond), ending('sdk', respond)]);

    expect(ours).toEqual(sdk);
  });

  it.each<[string, Respond]>([
    ['throttles twice', (response, received) => (received.count < 3 ? throttles : answers)(response, received)],
    ['hangs once', once(hangs)],
  ])('in a job, when DynamoDB %s', async (_, respond) => {
    const profile = 'job';
    const [ours, sdk] = await Promise.all([ending('ours', respond, { profile }), ending('sdk', respond, { profile })]);

    expect(ours).toEqual(sdk);
    expect(ours.output).toBeDefined();
  });

  it.each<[string, Respond, () => AbortSignal]>([
    ['before the request', answers, () => AbortSignal.abort()],
    ['while DynamoDB hangs', hangs, () => AbortSignal.timeout(100)],
    ['with a reason', hangs, () => AbortSignal.abort('enough')],
  ])('when it is aborted %s', async (_, respond, signal) => {
    const [ours, sdk] = await Promise.all([ending('ours', respond, { signal }), ending('sdk', respond, { signal })]);

    expect(ours).toEqual(sdk);
    expect(ours.error).toMatchObject({ name: 'AbortError' });
  });

  it('when DynamoDB has a different clock, which is learned once', async () => {
    const server = await serverThat(hourAhead);
    const documents = clients.ours(server.endpoint, 'request');
    for (let call = 0; call < 3; call += 1) await documents.send(read);
    documents.destroy();

    expect(server.received).toHaveLength(4);
  });

  it('when nothing listens', async () => {
    const [ours, sdk] = await Promise.all(
      (['ours', 'sdk'] as const).map((client) =>
        outcomeOf(clients[client]('http://127.0.0.1:9', 'request').send(read)),
      ),
    );

    expect(ours).toEqual(sdk);
    expect(ours?.error).toMatchObject({ code: 'ECONNREFUSED', attempts: 3 });
  });

  it('except that its timeout also covers the body, for which the SDK waits forever', async () => {
    const stallsWithinBody: Respond = (response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"Item":');
    };

    expect(await ending('ours', stallsWithinBody)).toMatchObject({
      error: { name: 'TimeoutError', code: 'ETIMEDOUT', attempts: 3 },
      requests: 3,
    });
  });
});

describe('the requests of the client', () => {
  it('equal those of the SDK, except for headers that DynamoDB does not need', async () => {
    const sent = async (client: keyof typeof clients) => {
      const server = await serverThat(answers);
      const documents = clients[client](server.endpoint, 'request');
      await documents.send(write);
      documents.destroy();
      const { headers, body } = server.received[0] as Received;
      expect(headers.host).toBe(new URL(server.endpoint).host);
      return { names: Object.keys(headers), headers, body };
    };
    const [ours, sdk] = await Promise.all([sent('ours'), sent('sdk')]);

    expect(ours.body).toBe(sdk.body);
    for (const name of [
      'content-type',
      'content-length',
      'x-amz-target',
      'x-amz-content-sha256',
      'x-amz-security-token',
    ]) {
      expect(ours.headers[name], name).toBe(sdk.headers[name]);
    }
    expect(ours.headers['user-agent']).toBe('client-health-api');
    expect(sdk.names.filter((name) => !ours.names.includes(name))).toEqual(['x-amz-user-agent']);
    expect(ours.names.filter((name) => !sdk.names.includes(name))).toEqual([]);
  });

  it.each([
    ['eu-west-1', {}],
    ['us-gov-west-1', {}],
    ['cn-north-1', {}],
    ['eu-west-1', { AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.example:8443' }],
    ['eu-west-1', { AWS_ENDPOINT_URL: 'http://127.0.0.1:8000' }],
  ])(
    'go to the address that the SDK chooses in %s with %o, signed for the same Region',
    async (region, environment) => {
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      const sent = async (documents: DynamoDBDocumentClient) => {
        let seen: object = {};
        documents.middlewareStack.add(
          () => async (args) => {
            const { protocol, hostname, port, path, headers } = args.request as HttpRequest;
            const scope = /Credential=([^,]+)/.exec(`${headers.authorization}`)?.[1];
            seen = { protocol, hostname, port, path, scope };
            throw new Error('not sent');
          },
          { step: 'deserialize', priority: 'low', name: 'seen' },
        );
        await expect(documents.send(read)).rejects.toThrow('not sent');
        return seen;
      };
      const address = { tableName: 't', region, credentials };
      const { timeouts: _, ...settings } = clientSettings(address, 'request');

      const ours = await sent(openTable(address, 'request').documents);

      expect(ours).toEqual(await sent(DynamoDBDocumentClient.from(new DynamoDBClient(settings))));
    },
  );

  it('wait 400 ms for a response, each time', async () => {
    const { endpoint } = await serverThat(hangs);

    await expect(clients.ours(endpoint, 'request').send(read)).rejects.toThrow('no complete response within 400 ms');
  });

  it('wait up to 20 ms before the second attempt of a request, and up to 40 ms before the third', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const set = vi.spyOn(globalThis, 'setTimeout');

    await ending('ours', throttles);

    const pauses = set.mock.calls.flatMap(([, milliseconds = 0]) => (milliseconds <= 100 ? milliseconds : []));
    expect(pauses).toEqual([20, 40]);
    vi.restoreAllMocks();
  });

  it('take a step that is added between two calls, in its place', async () => {
    const server = await serverThat(answers);
    const documents = clients.ours(server.endpoint, 'request');
    await documents.send(read);

    documents.middlewareStack.add(
      (next) => (args) => {
        (args.request as HttpRequest).headers['x-added'] = 'yes';
        return next(args);
      },
      { step: 'build', name: 'added' },
    );
    await documents.send(read);
    documents.destroy();

    expect(server.received.map(({ headers }) => headers['x-added'])).toEqual([undefined, 'yes']);
    expect(server.received[1]?.headers.authorization).toContain('x-added');
  });

  it.each(['ours', 'sdk'] as const)('take the step of a command instead of that of the client (%s)', async (whose) => {
    const server = await serverThat(answers);
    const documents = clients[whose](server.endpoint, 'request');
    const command = new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } });
    const setting = (value: string) => (next: (args: never) => Promise<never>) => (args: { request: unknown }) => {
      (args.request as HttpRequest).headers['x-step'] = value;
      return next(args as never);
    };
    const step = { step: 'build', name: 'added', override: true } as const;
    documents.middlewareStack.add(setting('client') as never, step);
    command.middlewareStack.add(setting('command') as never, step);
    await documents.send(command);
    documents.destroy();

    expect(server.received.map(({ headers }) => headers['x-step'])).toEqual(['command']);
  });

  it('are refused if a step was added without a name, which could take the place of another one', async () => {
    const documents = clients.ours('http://127.0.0.1:9', 'request');
    documents.middlewareStack.add((next) => next, { step: 'build' });

    await expect(async () => documents.send(read)).rejects.toThrow('A step of the middleware of a table needs a name.');
    documents.destroy();
  });

  it('reuse connections, and use at most 50 at a time', async () => {
    const server = await serverThat((response, received) => void setTimeout(() => answers(response, received), 30));
    const documents = clients.ours(server.endpoint, 'job');

    await documents.send(read);
    await documents.send(read);
    expect(server.connections()).toBe(1);
    await Promise.all(Array.from({ length: 120 }, () => documents.send(read)));
    documents.destroy();

    expect(server.received).toHaveLength(122);
    expect(server.mostOpen()).toBe(50);
  });

  it('are retried if the server has closed a kept-alive connection', async () => {
    const server = await serverThat((response, received) => {
      answers(response, received);
      if (received.count === 1) setTimeout(() => response.socket?.destroy(), 5);
    });
    const documents = clients.ours(server.endpoint, 'request');

    await documents.send(read);
    await new Promise((later) => setTimeout(later, 50));

    expect((await documents.send(read)).Item).toEqual({ pk: 'a', n: 1, b: Uint8Array.of(0, 1, 2) });
    documents.destroy();
  });
});

it('a request makes short attempts, and a job more and longer ones', () => {
  const settingsOf = (profile: TimeoutProfile) => clientSettings({ tableName: 't', region: 'eu-west-1' }, profile);

  expect(settingsOf('request').timeouts).toEqual({ connectionTimeout: 300, requestTimeout: 400 });
  expect(settingsOf('job')).toMatchObject({
    ...{ maxAttempts: 8, timeouts: { connectionTimeout: 1000, requestTimeout: 3000 } },
  });
});

it('a request to AWS names its host without a port', async () => {
  const { documents } = openTable({ tableName: 't', region: 'eu-west-1', credentials }, 'request');
  const hosts: unknown[] = [];
  const handle = async ({ headers }: HttpRequest) => {
    hosts.push(headers.host);
    throw new Error('enough');
  };
  Object.assign(documents.config, { requestHandler: { handle } });

  await expect(documents.send(read)).rejects.toThrow('enough');
  expect(hosts).toEqual(['dynamodb.eu-west-1.amazonaws.com']);
});

it('requests are signed with the credentials of their time: those of a function expire', async () => {
  const { endpoint, received } = await serverThat(answers);
  let accessKeyId = '';
  const soon = async () => ({ ...credentials, accessKeyId, expiration: new Date() });
  const { documents } = openTable({ tableName: 't', region: 'eu-west-1', endpoint, credentials: soon }, 'request');

  for (accessKeyId of ['FIRST', 'SECOND']) await documents.send(read);
  const keys = received.map(({ headers }) => /Credential=(\w+)/.exec(`${headers.authorization}`)?.[1]);
  expect(keys).toEqual(['FIRST', 'SECOND']);
});

it('what applies to everything that is sent through a table goes with every request', () => {
  const { name, documents } = openTable({ tableName: 't', region: 'eu-west-1', credentials }, 'request');
  const [signal, beforeSending] = [AbortSignal.abort(), () => undefined];

  expect(sendOptions({ name, documents, signal, beforeSending })).toStrictEqual({ abortSignal: signal, beforeSending });
  expect(sendOptions({ name, documents })).toStrictEqual({});
});
