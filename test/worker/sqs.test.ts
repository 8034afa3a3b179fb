import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it, vi } from 'vitest';
import { nightMessage } from '../../shared/jobs/requests.ts';
import { sqsQueue } from '../../shared/jobs/sqs.ts';
import { startJob } from '../../shared/jobs/start.ts';
import { fakeQueue } from '../support/service/fake-queue.ts';

// SQS as the worker and the nightly functions use it.

// before hooks of the next file run
afterEach(() => vi.unstubAllEnvs());

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

it('a batch that SQS rejects is sent five times, each time after a longer wait', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { queue, mock } = mockedQueue();
  const times: number[] = [];
  mock.on(SendMessageBatchCommand).callsFake(() => {
    times.push(performance.now());
    return { Failed: [{ Id: '0' }] };
  });

  await expect(queue.send([nightMessage('acme', '2026-11-20')])).rejects.toThrow('SQS rejected 1 messages 5 times.');

  const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(waits.map((wait, at) => wait > 45 * 2 ** at)).toEqual([true, true, true, true]);
});

it('a job function sends to the queue of its environment, and its log lines carry the request id of Lambda', async () => {
  const { url, taken } = await fakeQueue();
  const variables = {
    TABLE_NAME: 't',
    DEPLOYMENT: 'd',
    QUEUE_URL: url,
    AWS_REGION: 'us-east-1',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'a',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  // the SDK warns of a queue that is not on AWS
  vi.spyOn(console, 'warn').mockReturnValue();
  const lines: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(`${line}`)) > 0);
  const handler = startJob(({ queue, log, consumed, buildId }) => async () => {
    await queue.send([nightMessage('acme', '2026-11-20')]);
    log({ level: 'info', buildId, ...consumed() });
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
  expect(lines).toEqual([
    { deployment: 'd', buildId: 'dev', lambdaRequestId: 'r1', level: 'info', calls: 0, readUnits: 0, writeUnits: 0 },
  ]);
});
