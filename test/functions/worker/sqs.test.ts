import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { create } from '../../../functions/nightly/handler.ts';
import { nightMessage } from '../../../shared/jobs/requests.ts';
import { sqsDeliveries, sqsQueue } from '../../../shared/jobs/sqs.ts';
import { startJob } from '../../../shared/jobs/start.ts';
import { createAccount, setAccountStatus } from '../../../shared/table/access/accounts.ts';
import { asAccount, clientKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { fakeQueue } from '../../support/service/fake-queue.ts';
import { skipPauses } from '../../support/skip-pauses.ts';
import { useTable } from '../../support/store/table.ts';
import { processIn, worldOf } from './world.ts';

// SQS as the worker and the nightly functions use it.

// before hooks of the next file run
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const db = useTable();
const QueueUrl = 'https://queue.example/night.fifo';

function mockedQueue() {
  const client = new SQSClient({ region: 'us-east-1' });
  return { queue: sqsQueue(client, QueueUrl), mock: mockClient(client) };
}

it('a released message is visible again after the given seconds', async () => {
  const { queue, mock } = mockedQueue();
  mock.on(ChangeMessageVisibilityCommand).resolves({});

  await queue.release('r1', 30);

  expect(mock.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { QueueUrl, ReceiptHandle: 'r1', VisibilityTimeout: 30 },
  ]);
});

it('what SQS rejects of a batch is sent five times, each time after a longer pause', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const pauses = skipPauses();
  const { queue, mock } = mockedQueue();
  const rejected = (SenderFault: boolean) => ({ Failed: [{ Id: '1', SenderFault, Code: 'busy' }] });
  mock.on(SendMessageBatchCommand).resolvesOnce(rejected(true)).resolves(rejected(false));

  const messages = ['acme', 'brown', 'carver'].map((account) => nightMessage(account, '2026-11-20'));
  await expect(queue.send(messages)).rejects.toThrow('SQS rejected 1 messages 5 times.');

  const sent = mock.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
  const groups = sent.map((entries) => entries.map(({ MessageGroupId }) => MessageGroupId));
  expect(groups).toEqual([['acme', 'brown', 'carver'], ...Array(4).fill(['brown'])]);
  expect(pauses).toEqual([50, 100, 200, 400]);
});

it('the dispatch of a night sends each account once, also a suspended one, in batches of ten, by the date of the schedule', async () => {
  const world = worldOf();
  const { table } = processIn(world);
  const accounts = Array.from({ length: 25 }, (_, at) => `a${at}`);
  for (const customerId of accounts) await createAccount(table, asAccount(customerId), customerId);
  // so its history has no gap
  await setAccountStatus(table, asAccount('a3'), 'suspended');
  world.now += 3 * 3_600_000;
  const { queue, mock } = mockedQueue();
  mock.on(SendMessageBatchCommand).resolves({});

  await create({ ...processIn(world), queue })({ task: 'dispatch', scheduledTime: '2026-11-20T00:00:03Z' });

  const batches = mock.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(batches[0]?.[0]).toEqual({
    Id: '0',
    MessageBody: '{"kind":"score","customerId":"a0","runDate":"2026-11-20"}',
    MessageGroupId: 'a0',
    MessageDeduplicationId: 'score-a0-2026-11-20',
  });
  const groups = batches.flatMap((entries) => entries.map(({ MessageGroupId }) => MessageGroupId));
  expect(groups.toSorted()).toEqual(accounts.toSorted());
  expect(world.logged.at(-1)).toMatchObject({ kind: 'dispatch', runDate: '2026-11-20', AccountsExpected: 25 });
});

describe('a job function', () => {
  const variables = (queueUrl: string) => ({
    TABLE_NAME: db.address.tableName,
    DEPLOYMENT: 'd',
    QUEUE_URL: queueUrl,
    AWS_REGION: 'us-east-1',
    DYNAMODB_ENDPOINT: db.address.endpoint,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    BUILD_ID: 'b7',
    COMMIT: 'c1',
    OPTIONS: 'inbox',
  });
  const start = (queueUrl: string, ...[job]: Parameters<typeof startJob<object>>) => {
    for (const [name, value] of Object.entries(variables(queueUrl))) vi.stubEnv(name, value);
    // the SDK warns of a queue that is not on AWS
    vi.spyOn(console, 'warn').mockReturnValue();
    return startJob(job);
  };

  it('uses the table and the queue of its environment, and its log lines carry the request id of Lambda', async () => {
    const { url, taken } = await fakeQueue();
    const key = clientKey(asAccount('acme'), 'c1');
    await putAll(db.table, [{ ...key, name: 'One' }]);
    const lines: unknown[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(`${line}`)) > 0);
    const handler = start(url, ({ table, queue, log, consumed, buildId }) => async () => {
      await queue.send([nightMessage('acme', '2026-11-20')]);
      log({ level: 'info', buildId, found: await readItem(table, key), ...consumed() });
    });

    await handler({}, { awsRequestId: 'r1' } as Context);
    vi.restoreAllMocks();

    expect(taken).toEqual([
      {
        Id: '0',
        MessageBody: '{"kind":"score","customerId":"acme","runDate":"2026-11-20"}',
        MessageGroupId: 'acme',
        MessageDeduplicationId: 'score-acme-2026-11-20',
      },
    ]);
    const line = { deployment: 'd', buildId: 'b7', lambdaRequestId: 'r1', level: 'info' };
    const started = { deployment: 'd', buildId: 'b7', level: 'info', kind: 'start', commit: 'c1', options: 'inbox' };
    expect(lines).toEqual([
      started,
      { ...line, found: { ...key, name: 'One' }, calls: 1, readUnits: 0.5, writeUnits: 0 },
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, boolean | undefined]>([
    ['sends no events without the address of EventBridge', {}, undefined],
    ['may not name clients in events by default', { EVENTS_URL: 'https://events.example' }, false],
    ['may not if the variable says so', { EVENTS_URL: 'https://events.example', MORNING_NAMES: 'false' }, false],
    ['may if the variable says so', { EVENTS_URL: 'https://events.example', MORNING_NAMES: 'true' }, true],
  ])('%s', (_, more, withNames) => {
    for (const [name, value] of Object.entries(more)) vi.stubEnv(name, value);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    let given: boolean | undefined;

    start('https://queue.example', ({ mornings }) => {
      given = mornings?.withNames;
      return async () => undefined;
    });
    vi.restoreAllMocks();

    expect(given).toBe(withNames);
  });
});

it('deliveries are in the group of their notice, and have no deduplication, which standard queues refuse', async () => {
  const client = new SQSClient({ region: 'us-east-1' });
  const mock = mockClient(client).on(SendMessageBatchCommand).resolves({});
  const at = '2026-11-20T00:05:00.000Z';
  const delivery = { id: 'd1', accountId: 'acme', noticeId: 'n1', kind: 'slack', to: 'x', firstTriedAt: at } as const;

  await sqsDeliveries(client, QueueUrl).send([delivery]);

  expect(mock.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries).toEqual([
    { Id: '0', MessageBody: JSON.stringify({ delivery }), MessageGroupId: 'n1' },
  ]);
});
