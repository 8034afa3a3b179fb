import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SNSClient } from '@aws-sdk/client-sns';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context } from 'aws-lambda';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startInboxJob } from '../../../import/inbox/aws/start.ts';
import { nightMessage } from '../../../shared/jobs/requests.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { newRootItem } from '../../../shared/table/views/root/root.ts';

// before hooks of the next file run
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** DynamoDB with the root of the account acme, SQS, SNS and S3 at one address, and what each was asked. */
async function fakeAws() {
  const asked: unknown[] = [];
  const root = newRootItem(asAccount('acme'));
  const answer = async (request: IncomingMessage) => {
    const [target, body] = [`${request.headers['x-amz-target']}`, await text(request)];
    if (target.endsWith('GetItem')) {
      const { TableName, Key } = JSON.parse(body);
      asked.push(['read', request.url, TableName, Key.pk.S, Key.sk.S]);
      return JSON.stringify(Key.pk.S === root.pk ? { Item: marshall(root) } : {});
    }
    if (target.endsWith('SendMessageBatch')) {
      const { QueueUrl, Entries } = JSON.parse(body) as {
        QueueUrl: string;
        Entries: { Id: string; MessageBody: string }[];
      };
      asked.push(['send', QueueUrl, ...Entries.map(({ MessageBody }) => JSON.parse(MessageBody))]);
      const md5 = (given: string) => createHash('md5').update(given).digest('hex');
      return JSON.stringify({
        Successful: Entries.map(({ Id, MessageBody }) => ({ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) })),
      });
    }
    if (request.method === 'PUT') {
      asked.push(['put', request.url?.split('?')[0], body]);
      return '';
    }
    const { Action, TopicArn, Subject, ...rest } = Object.fromEntries(new URLSearchParams(body));
    asked.push([Action, TopicArn, Subject, Object.values(rest).includes(`${root.generation}`)]);
    return '<PublishResponse><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>';
  };
  const server = createServer(async (request, response) => {
    response.end(await answer(request));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Known once a request was sent. */
const timeoutsOf = ({ requestHandler }: SNSClient['config']) =>
  (requestHandler as unknown as { httpHandlerConfigs: () => object }).httpHandlerConfigs();

function start(url: string, ...[create]: Parameters<typeof startInboxJob<object>>) {
  const environment = {
    TABLE_NAME: 'ours',
    DEPLOYMENT: 'd',
    AWS_REGION: 'eu-west-1',
    INBOX_BUCKET: 'box',
    NOTICES_TOPIC: 'arn:topic',
    QUEUE_URL: `${url}/worker`,
    INBOX_QUEUE_URL: `${url}/importer`,
    DYNAMODB_ENDPOINT: url,
    FILES_ENDPOINT: `${url}/files`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    BUILD_ID: 'b7',
    COMMIT: 'c1',
    OPTIONS: 'inbox',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  // the SDK warns of a queue that is not on AWS
  vi.spyOn(console, 'warn').mockReturnValue();
  const lines: Record<string, unknown>[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(`${line}`)) > 0);
  return { handler: startInboxJob(create), lines };
}

const invocation = { awsRequestId: 'r1' } as Context;

it('a function of the inbox works on the table, the bucket, the queues and the topic of its environment', async () => {
  const { url, asked } = await fakeAws();
  const published = vi.spyOn(SNSClient.prototype, 'send');
  const seen: unknown[] = [];
  const { handler, lines } = start(url, (deps) => async (event) => {
    seen.push(
      event,
      deps.holdFor,
      deps.importer,
      Math.abs(deps.clock() - Date.now()) < 1000,
      deps.randomBytes(3).length,
    );
    await deps.store.put('reports/acme/r.txt', 'text');
    await deps.ask([nightMessage('acme', '2026-11-20')]);
    await deps.queue.send([{ message: { customerId: 'brown' }, id: 'i1' }]);
    for (const account of ['acme', 'gone']) await deps.notify?.(asAccount(account), { subject: account, text: 'T' });
    deps.onNoticeFailure?.(new TypeError('secret'));
    deps.log({ calls: deps.consumed().calls });
  });
  await handler({ some: 'event' }, invocation);

  expect(seen).toEqual([{ some: 'event' }, 16 * 60_000, { place: 'the inbox' }, true, 3]);
  expect(asked).toEqual([
    ['put', '/files/box/reports/acme/r.txt', 'text'],
    ['send', `${url}/worker`, nightMessage('acme', '2026-11-20').message],
    ['send', `${url}/importer`, { customerId: 'brown' }],
    ['read', '/', 'ours', 'CUST#acme', 'ROOT'],
    ['Publish', 'arn:topic', 'acme', true],
    ['read', '/', 'ours', 'CUST#gone', 'ROOT'],
  ]);
  // a topic that does not answer keeps no run waiting
  const [{ config } = expect.fail()] = published.mock.contexts as SNSClient[];
  expect(timeoutsOf(config)).toMatchObject({
    connectionTimeout: 1000,
    requestTimeout: 5000,
    throwOnRequestTimeout: true,
  });
  const line = { deployment: 'd', buildId: 'b7', lambdaRequestId: 'r1' };
  expect(lines).toEqual([
    { deployment: 'd', buildId: 'b7', level: 'info', kind: 'start', commit: 'c1', options: 'inbox' },
    { ...line, level: 'error', kind: 'notice', error: { name: 'TypeError', at: expect.anything() } },
    { ...line, calls: 2 },
  ]);
});

it('a function of the inbox that fails tells Lambda the name of the error alone, and names variables that are missing', async () => {
  const { handler } = start('http://127.0.0.1:9', () => () => Promise.reject(new TypeError('secret')));
  await expect(handler({}, invocation)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'The failure is in the log.',
  });

  for (const name of ['COMMIT', 'OPTIONS', 'DYNAMODB_ENDPOINT', 'FILES_ENDPOINT', 'BUILD_ID'])
    vi.stubEnv(name, undefined);
  const lines: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(`${line}`)) > 0);
  startInboxJob(() => async () => undefined);
  expect(lines).toEqual([
    { deployment: 'd', buildId: 'dev', level: 'info', kind: 'start', commit: 'unknown', options: '' },
  ]);
  const needed = 'TABLE_NAME DEPLOYMENT QUEUE_URL INBOX_QUEUE_URL INBOX_BUCKET NOTICES_TOPIC AWS_REGION'.split(' ');
  for (const name of needed) vi.stubEnv(name, undefined);
  expect(() => startInboxJob(() => async () => undefined)).toThrow(new RegExp(`${needed.join(': .*')}: `));
});
