import { BackupClient } from '@aws-sdk/client-backup';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, openDeployment } from '../../../../bin/cli/service/deployment.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { noon } from '../../../support/service/deps.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const db = useMemoryTable();
const local = cliOn(() => db.table);
const json = async (cli: typeof local, line: string) => JSON.parse((await cli(`${line} --json`)).out[0] ?? '{}');

const minute = 60_000;
const [alarms, logs, queues] = [new CloudWatchClient(), new CloudWatchLogsClient(), new SQSClient()];
const backup = new BackupClient({ region: 'eu-west-1' });
const topics = new SNSClient();
const pool = async () => ({ logins: 7, isProtected: true });
const clients = { alarms, logs, queues, backup, topics, pool };
const mocks = { alarms: mockClient(alarms), logs: mockClient(logs), queues: mockClient(queues) };
const stack = {
  stackName: 'health',
  deployedAt: '2026-11-19T08:00:00.000Z',
  dashboardUrl: 'https://console.example/dash',
  queueUrl: 'https://q/jobs',
  deadLettersUrl: 'https://q/dead',
  missedNightsUrl: 'https://q/missed',
  commit: 'abc123',
  options: 'env=prod waf=true',
  missing: [],
  alarmMails: 'arn:aws:sns:eu-west-1:1:alarms',
  logGroups: { worker: ['worker-log'], access: ['access-log'] },
};
const deployment: Deployment = openDeployment(stack, clients);
const cliOf = (deployment: Deployment) => cliOn(() => db.table, { target: { baseUrl: 'https://x/v1', deployment } });
const deployed = cliOf(deployment);

beforeAll(async () => {
  const files = temporaryFolder({ 'clients.csv': 'Service ID,Name\na,A\nb,B\n' });
  await local('accounts create --account acme --name Acme');
  await local('accounts create --account empty --name Empty');
  await local(`import ${files} --account acme --score`);

  const depths: Record<string, string> = { 'https://q/jobs': '1', 'https://q/dead': '1', 'https://q/missed': '0' };
  mocks.queues.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }) => ({
    Attributes: {
      ApproximateNumberOfMessages: depths[QueueUrl],
      // a worker has one of them
      ApproximateNumberOfMessagesNotVisible: QueueUrl === 'https://q/jobs' ? '1' : '0',
    },
  }));
  mocks.alarms
    .on(DescribeAlarmsCommand, { AlarmNamePrefix: 'health-', StateValue: 'ALARM' })
    .resolves({ MetricAlarms: [{ AlarmName: 'health-DeadLetters' }] });
  const confirmed = { Endpoint: 'ops@example.com', SubscriptionArn: 'arn:aws:sns:eu-west-1:1:alarms:2' };
  const waiting = { Endpoint: 'boss@example.com', SubscriptionArn: 'PendingConfirmation' };
  mockClient(topics)
    .on(ListSubscriptionsByTopicCommand, { TopicArn: stack.alarmMails })
    .resolves({ Subscriptions: [confirmed, waiting] });
  const event = (eventId: string, timestamp: number, record: object) => ({
    eventId,
    timestamp,
    message: `${JSON.stringify(record)}\n`,
  });
  const midnight = Date.UTC(2026, 10, 20);
  mocks.logs.on(FilterLogEventsCommand).resolves({ events: [] });
  mocks.logs
    .on(FilterLogEventsCommand, {
      logGroupName: 'worker-log',
      startTime: midnight,
      endTime: midnight + 12 * 60 * minute,
      // not what an operator asked for on the same day
      filterPattern: '{ $.kind = "score" && $.level = "info" && $.runDate = "2026-11-20" && $.again NOT EXISTS }',
    })
    .resolves({ events: [event('1', midnight + 90_000, { kind: 'score' })] });
  mocks.logs
    .on(FilterLogEventsCommand, { logGroupName: 'access-log', filterPattern: '{ $.status = "429" }' })
    .resolves({ events: [event('2', noon, { status: 429 }), event('3', noon, { status: 429 })] });
});

describe('status', () => {
  it('shows the version, the night, queues and alarms of a deployment', async () => {
    expect((await deployed('status')).out).toEqual([
      'Service:          stack health, https://x/v1',
      'Version:          commit abc123, deployed 2026-11-19T08:00:00.000Z',
      'Options:          env=prod waf=true',
      'Accounts:         2',
      'Last night:       2026-11-20, 1 of 2 scored, finished 90 s after midnight',
      'Accounts behind:  none',
      'Feed faults:      none of 1 watched feed',
      'Queues:           2 messages waiting, 1 dead letter, 0 missed nights',
      'Alarms:           health-DeadLetters',
      'Alarm mails:      to ops@example.com, NOT to boss@example.com, who never confirmed',
      'Logins:           7 in the user pool, which is protected against deletion',
      'Dashboard:        https://console.example/dash',
    ]);
  });
});

it.each([
  ['nobody gets mails of alarms', { told: async () => [] }, /^Alarm mails: {6}to nobody$/],
  ['the user pool is gone', { pool: async () => 'gone' as const }, /^Logins: {11}THE USER POOL IS GONE, /],
])('status says that %s', async (_, change, line) => {
  expect((await cliOf({ ...deployment, ...change })('status')).out).toContainEqual(expect.stringMatching(line));
});

describe('status --backups', () => {
  const copied: Deployment = {
    ...deployment,
    backups: async () => [
      { name: 'vault', ok: true, found: 'ours, backups: 7' },
      { name: 'last copy', ok: false, found: 'none yet' },
    ],
  };
  const cli = cliOf(copied);

  it('prints each check and fails if one failed', async () => {
    expect(await cli('status --backups')).toEqual({
      out: ['ok     vault:                     ours, backups: 7', 'wrong  last copy:                 none yet'],
      err: ['error: 1 of 2 checks failed: docs/operations.md, Backups in another account.'],
      exitCode: 1,
    });
    expect(await json(cli, 'status --backups')).toEqual({ backups: await copied.backups(0) });
  });

  it('of a stack without them says so', async () => {
    const { err, exitCode } = await deployed('status --backups');
    expect(err[0]).toMatch(/^error: The stack health has no backups .*: deploy it with -c backupCopyTo=ARN\.$/);
    expect(exitCode).toBe(1);
  });
});

describe('a stack with fewer outputs: older, or one that stands for a restored table', () => {
  const old = openDeployment(
    {
      ...stack,
      commit: undefined,
      options: undefined,
      dashboardUrl: undefined,
      deadLettersUrl: undefined,
      missedNightsUrl: undefined,
      alarmMails: undefined,
      missing: ['DashboardUrl', 'DeadLettersUrl'],
      logGroups: { worker: [], access: [] },
    },
    { ...clients, pool: async () => undefined },
  );
  const cli = cliOf(old);

  it('is shown with its alarms and with what it lacks, never as the local service', async () => {
    expect((await cli('status')).out).toEqual([
      'Service:          stack health, https://x/v1',
      'Version:          commit unknown, deployed 2026-11-19T08:00:00.000Z',
      'Accounts:         2',
      'Last night:       2026-11-20, 1 of 2 scored',
      'Accounts behind:  none',
      'Feed faults:      none of 1 watched feed',
      'Queues:           unknown',
      'Missing:          outputs DashboardUrl, DeadLettersUrl: the stack is older than this version, or stands for a restored table',
      'Alarms:           health-DeadLetters',
    ]);
    expect((await cli('usage')).err).toEqual([
      'Requests with status 429 are not known: the stack health lacks the output AccessLogGroup. REFUSED is of this month, and lacks some.',
    ]);
  });
});

describe('usage', () => {
  it('counts the rejected requests of a deployment from its logs', async () => {
    expect(await json(deployed, 'usage')).toMatchObject({ refusedInLastHour: 2 });
    expect((await deployed('usage')).err[0]).toMatch(/^Refused in the last hour with status 429: 2 /);
  });
});
