import { APIGatewayClient, CreateApiKeyCommand, CreateUsagePlanKeyCommand } from '@aws-sdk/client-api-gateway';
import {
  BackupClient,
  DescribeBackupVaultCommand,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
  ListBackupJobsCommand,
  ListCopyJobsCommand,
} from '@aws-sdk/client-backup';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openInboxBucket } from '../../../bin/admin/service/inbox-bucket.ts';
import { openStack } from '../../../bin/admin/service/stack.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';

// Which part of a deployment each call goes to, as its outputs name it.

const outputs = {
  BaseUrl: 'https://abc.execute-api.eu-west-1.amazonaws.com/v1',
  ...{ TableName: 'prod-table', QueueUrl: 'https://q/jobs.fifo', UsagePlanId: 'plan1', Region: 'eu-west-1' },
  ...{ Environment: 'prod', Commit: 'abc123', Options: 'env=prod', DashboardUrl: 'https://console/dash' },
  ...{ DeadLettersUrl: 'https://q/dead', MissedNightsUrl: 'https://q/missed', LogGroups: 'api,worker' },
  ...{ WorkerLogGroup: 'worker', AccessLogGroup: 'access' },
};
const backupOutputs = {
  ...{ BackupVault: 'ours', BackupCopyTo: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies' },
};
const inboxOutputs = {
  ...{ InboxBucket: 'files', NoticesTopic: 'arn:aws-cn:sns:eu-west-1:123456789012:notices', KmsKey: 'arn:kms' },
};

const mocks: { restore: () => void }[] = [];
const mocked = <T extends Parameters<typeof mockClient>[0]>(client: T) => {
  const mock = mockClient(client);
  mocks.push(mock);
  return mock;
};
afterEach(() => {
  for (const mock of mocks.splice(0)) mock.restore();
});

function open(values: Record<string, string>, stack: object = {}) {
  const client = new CloudFormationClient({ region: 'eu-west-1' });
  const Outputs = Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const StackId = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/health/1';
  const found = { StackName: 'health', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const, StackId };
  mocked(client)
    .on(DescribeStacksCommand, { StackName: 'health' })
    .resolves({ Stacks: [{ ...found, ...stack, Outputs }] });
  return openStack('health', client);
}

describe('a deployment', () => {
  it('has the version, the options and the dashboard that its outputs name, and the time of its last update', async () => {
    const { deployment, baseUrl, keyPrefix, inbox, inboxBucket, close } = await open(outputs);
    expect(deployment).toMatchObject({
      ...{ stackName: 'health', deployedAt: '1970-01-01T00:00:00.000Z', commit: 'abc123', options: 'env=prod' },
      ...{ dashboardUrl: 'https://console/dash', missing: [] },
    });
    expect({ baseUrl, keyPrefix, inbox, inboxBucket }).toEqual({
      ...{ baseUrl: outputs.BaseUrl, keyPrefix: 'svclive', inbox: undefined, inboxBucket: undefined },
    });
    expect(await deployment?.backups(0)).toBeUndefined();
    close();
    const updated = await open(outputs, { LastUpdatedTime: new Date(86_400_000) });
    expect(updated.deployment?.deployedAt).toBe('1970-01-02T00:00:00.000Z');
    const { deployment: unknown } = await open(outputs, { CreationTime: undefined });
    expect(unknown?.deployedAt).toBe('1970-01-01T00:00:00.000Z');
  });

  it('has queues, alarms and logs', async () => {
    const queues = mocked(SQSClient);
    for (const [QueueUrl, count] of Object.entries({
      'https://q/jobs.fifo': '3',
      'https://q/dead': '1',
      'https://q/missed': '2',
    })) {
      queues
        .on(GetQueueAttributesCommand, { QueueUrl })
        .resolves({ Attributes: { ApproximateNumberOfMessages: count } });
    }
    queues.on(SendMessageBatchCommand).resolves({});
    mocked(CloudWatchClient)
      .on(DescribeAlarmsCommand, { AlarmNamePrefix: 'health-', StateValue: 'ALARM' })
      .resolves({ MetricAlarms: [{ AlarmName: 'health-b' }, { AlarmName: 'health-a' }] });
    const logs = mocked(CloudWatchLogsClient).on(FilterLogEventsCommand).resolves({});
    for (const [logGroupName, timestamp] of Object.entries({ api: 2, worker: 1, access: 3 })) {
      const event = { eventId: logGroupName, timestamp, message: `${logGroupName}\n` };
      logs.on(FilterLogEventsCommand, { logGroupName, startTime: 0 }).resolves({ events: [event] });
    }
    const { deployment, queue, close } = await open(outputs);
    const textsOf = async (name: 'functions' | 'worker' | 'access') =>
      (await deployment?.logs(name, { from: 0 }))?.map(({ text }) => text);

    expect(await deployment?.queues()).toEqual({ waiting: 3, deadLetters: 1, missedNights: 2 });
    expect(await deployment?.alarms()).toEqual(['health-a', 'health-b']);
    // in the order in which they were written
    expect(await textsOf('functions')).toEqual(['worker', 'api']);
    expect([await textsOf('worker'), await textsOf('access')]).toEqual([['worker'], ['access']]);
    await queue?.send([{ message: { kind: 'rebuild', customerId: 'acme' }, id: '1' }]);
    expect(queues.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.QueueUrl).toBe('https://q/jobs.fifo');
    close();
  });

  it('without its newer outputs knows no queues and no logs', async () => {
    const { DeadLettersUrl: _, LogGroups: __, AccessLogGroup: ___, WorkerLogGroup: ____, ...older } = outputs;
    const { deployment } = await open(older);
    expect(deployment?.missing).toEqual(['DeadLettersUrl', 'LogGroups', 'WorkerLogGroup', 'AccessLogGroup']);
    expect(await deployment?.queues()).toBeUndefined();
    for (const name of ['functions', 'worker', 'access'] as const) {
      expect(await deployment?.logs(name, { from: 0 })).toBeUndefined();
    }
  });

  it('has keys in its usage plan, tagged with its name', async () => {
    const plane = mocked(APIGatewayClient)
      .on(CreateApiKeyCommand)
      .resolves({ id: 'g1' })
      .on(CreateUsagePlanKeyCommand)
      .resolves({});
    const { gateway } = await open(outputs);
    expect(await gateway?.add('k1', 'secret')).toBe('g1');
    expect(plane.commandCalls(CreateApiKeyCommand)[0]?.args[0].input.tags).toEqual({ 'client-health': 'health' });
    expect(plane.commandCalls(CreateUsagePlanKeyCommand)[0]?.args[0].input.usagePlanId).toBe('plan1');
  });

  it('has backups in the vaults that its outputs name', async () => {
    const backup = mocked(BackupClient);
    backup.on(DescribeRegionSettingsCommand).resolves({});
    backup.on(DescribeBackupVaultCommand, { BackupVaultName: 'ours' }).resolves({});
    backup.on(ListBackupJobsCommand, { ByBackupVaultName: 'ours' }).resolves({});
    backup.on(ListCopyJobsCommand, { ByDestinationVaultArn: backupOutputs.BackupCopyTo }).resolves({});
    backup.on(DescribeGlobalSettingsCommand).rejects(new Error('The account is the same.'));
    const { deployment } = await open({ ...outputs, ...backupOutputs });

    // the account of the stack is that of the copies, the Region is another
    const checks = await deployment?.backups(0);
    expect(checks?.map(({ name, ok }) => `${name} ${ok}`)).toEqual([
      ...['copies true', 'DynamoDB in AWS Backup false', 'advanced backups false', 'vault true'],
      ...['last backup false', 'last copy false'],
    ]);
  });

  it('has an inbox in the bucket that its outputs name', async () => {
    const s3 = mocked(S3Client).on(ListObjectVersionsCommand).resolves({});
    const { inbox, inboxBucket, close } = await open({ ...outputs, ...inboxOutputs });
    expect(inboxBucket).toMatchObject({
      ...{ name: 'files', region: 'eu-west-1', partition: 'aws-cn', accountId: '123456789012', kmsKeyArn: 'arn:kms' },
    });
    await inbox?.list('in/');
    expect(s3.calls()[0]?.args[0].input).toMatchObject({ Bucket: 'files' });
    close();
    const { KmsKey: _, ...plain } = inboxOutputs;
    expect((await open({ ...outputs, ...plain })).inboxBucket).not.toHaveProperty('kmsKeyArn');
  });

  it('closes each of its clients', async () => {
    const types = [
      SQSClient,
      APIGatewayClient,
      CloudWatchClient,
      CloudWatchLogsClient,
      BackupClient,
      S3Client,
      SNSClient,
    ];
    const spies = [...types, CloudFormationClient].map((type) => vi.spyOn(type.prototype as never, 'destroy'));
    const { close, table } = await open(outputs);
    const ofTable = vi.spyOn(table.documents, 'destroy');
    close();
    expect([...spies, ofTable].map(({ mock }) => mock.calls.length)).toEqual(Array(9).fill(1));
  });

  it('works in the Region that its outputs name, whatever that of the command is', async () => {
    const types = [SQSClient, APIGatewayClient, CloudWatchClient, CloudWatchLogsClient, BackupClient, SNSClient];
    const spies = [...types, S3Client].map((type) => vi.spyOn(type.prototype as S3Client, 'destroy'));
    const { close, table } = await open({ ...outputs, ...inboxOutputs, Region: 'ap-south-1' });
    close();
    const clients = [table.documents, ...spies.flatMap(({ mock }) => mock.contexts as S3Client[])];

    expect(await Promise.all(clients.map(({ config }) => config.region()))).toEqual(Array(8).fill('ap-south-1'));
    // commands have minutes, as jobs have
    expect(await table.documents.config.maxAttempts()).toBe(8);
  });

  it.each([
    ['by its name', '', 'https://files.s3.eu-west-1.amazonaws.com/k?'],
    ['of an emulator by its path', 'http://127.0.0.1:4566', 'http://127.0.0.1:4566/files/k?'],
  ])('has a bucket that is called %s, without checksums that a browser does not send', async (_, endpoint, address) => {
    vi.stubEnv('AWS_ENDPOINT_URL', endpoint === '' ? undefined : endpoint);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const destroyed = vi.spyOn(S3Client.prototype, 'destroy');
    const { inboxBucket, close } = await open({ ...outputs, ...inboxOutputs });
    const { url = '' } = (await inboxBucket?.linkTo('k', 60, 0)) ?? {};
    close();

    expect([url.slice(0, address.length), url.includes('checksum')]).toEqual([address, false]);
    const [{ config } = expect.fail()] = destroyed.mock.contexts as S3Client[];
    expect(await config.requestChecksumCalculation()).toBe('WHEN_REQUIRED');
  });

  it('is no stack of another service', async () => {
    const refusal = (lacking: string) =>
      `The stack health is not a deployment of this service: it lacks the outputs ${lacking}.`;
    await expect(open({ ...outputs, TableName: '', BaseUrl: 'x' })).rejects.toThrow(refusal('BaseUrl, TableName'));
    await expect(open({})).rejects.toThrow(refusal('BaseUrl, TableName, QueueUrl, UsagePlanId, Region, Environment'));
  });
});

describe('the inbox of a deployment', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const address = { name: 'files', region: 'eu-west-1', partition: 'aws', accountId: '1', kmsKeyArn: undefined };
  const bucketFor = (credentials: object) => {
    const files = new S3Client({
      region: 'eu-west-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', ...credentials },
    });
    const notices = new SNSClient({ region: 'eu-west-1' });
    return { notices, bucket: openInboxBucket({ ...address, topicArn: 'arn:topic' }, { files, notices }) };
  };

  it('gives links and forms for one key, a size and a time', async () => {
    const { bucket } = bucketFor({});
    const { url, ...end } = await bucket.linkTo('done/acme/r1/a.csv', 600, now);
    expect(url).toMatch(/^https:\/\/files\.s3\.eu-west-1\.amazonaws\.com\/done\/acme\/r1\/a\.csv\?.*X-Amz-Expires=600/);
    expect(end).toEqual({ endsAt: new Date(now + 600_000), mayEndEarlier: false });

    const form = await bucket.formFor('in/acme/a.csv', { bytes: 1000, seconds: 60 }, now);
    const policy = JSON.parse(Buffer.from(form.fields.Policy ?? '', 'base64').toString());
    expect(policy.conditions).toEqual(
      expect.arrayContaining([['content-length-range', 1, 1000], { bucket: 'files' }, { key: 'in/acme/a.csv' }]),
    );
    expect(form).toMatchObject({
      endsAt: new Date(now + 60_000),
      mayEndEarlier: false,
      fields: { key: 'in/acme/a.csv' },
    });
    expect(Date.parse(policy.expiration) - Date.now()).toBeGreaterThan(0);
    expect(Date.parse(policy.expiration) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it.each<[string, object, number, boolean]>([
    ['that end earlier', { sessionToken: 't', expiration: new Date(now + 60_000) }, 60_000, false],
    ['that end later', { sessionToken: 't', expiration: new Date(now + 900_000) }, 600_000, false],
    ['that do not say when they end', { sessionToken: 't' }, 600_000, true],
  ])('a link ends with the credentials that signed it: %s', async (_, credentials, after, mayEndEarlier) => {
    const { url: __, ...end } = await bucketFor(credentials).bucket.linkTo('k', 600, now);
    expect(end).toEqual({ endsAt: new Date(now + after), mayEndEarlier });
  });

  it('sends notices of one account, until it is told not to', async () => {
    const { bucket, notices } = bucketFor({});
    const sns = mocked(notices)
      .on(SubscribeCommand)
      .resolves({ SubscriptionArn: 'arn:s1' })
      .on(UnsubscribeCommand)
      .resolves({});
    expect(await bucket.subscribe({ account: asAccount('acme'), generation: 'g' }, 'a@example.com')).toBe('arn:s1');
    expect(sns.commandCalls(SubscribeCommand)[0]?.args[0].input).toEqual({
      ...{ TopicArn: 'arn:topic', Protocol: 'email', Endpoint: 'a@example.com', ReturnSubscriptionArn: true },
      Attributes: { FilterPolicy: '{"account":["acme"],"generation":["g"]}' },
    });
    await bucket.unsubscribe('arn:s1');
    expect(sns.commandCalls(UnsubscribeCommand)[0]?.args[0].input).toEqual({ SubscriptionArn: 'arn:s1' });
    for (const name of ['NotFoundException', 'InvalidParameterException', 'AuthorizationErrorException']) {
      sns.on(UnsubscribeCommand).rejects(Object.assign(new Error(name), { name }));
      const ended = await bucket.unsubscribe('arn:s1').then(
        () => 'done',
        (error: Error) => error.message,
      );
      expect(ended).toBe(name === 'AuthorizationErrorException' ? name : 'done');
    }
  });
});
