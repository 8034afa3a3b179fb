import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { openStack } from '../../../../bin/cli/service/stack.ts';

const outputs = {
  BaseUrl: 'https://abc.execute-api.eu-west-1.amazonaws.com/v1',
  ApiId: 'abc',
  TableName: 'prod-table',
  QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/jobs.fifo',
  UsagePlanId: 'plan1',
  Region: 'eu-west-1',
  Environment: 'prod',
};

function cloudFormation(values: Record<string, string>): CloudFormationClient {
  const client = new CloudFormationClient({ region: 'eu-west-1' });
  const Outputs = Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: 'client-health', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const };
  mockClient(client)
    .on(DescribeStacksCommand, { StackName: 'client-health' })
    .resolves({ Stacks: [{ ...stack, Outputs }] });
  return client;
}

it('the outputs of a stack locate its deployment', async () => {
  const target = await openStack('client-health', cloudFormation(outputs));

  expect({ table: target.table.name, prefix: target.keyPrefix, baseUrl: target.baseUrl }).toEqual({
    table: 'prod-table',
    prefix: 'svclive',
    baseUrl: 'https://abc.execute-api.eu-west-1.amazonaws.com/v1',
  });
  expect(target.queue).toBeDefined();
  target.close();
});

it('the newer outputs locate queues, logs and dashboard', async () => {
  const depths: Record<string, string> = { [outputs.QueueUrl]: '1', 'https://q/dead': '2', 'https://q/missed': '3' };
  const [queues, logs] = [mockClient(SQSClient), mockClient(CloudWatchLogsClient)];
  onTestFinished(() => {
    queues.restore();
    logs.restore();
  });
  queues.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }) => ({
    Attributes: { ApproximateNumberOfMessages: depths[QueueUrl] },
  }));
  logs.on(FilterLogEventsCommand).callsFake(({ logGroupName: message }) => ({ events: [{ message }] }));
  const newer = {
    Commit: 'abc',
    Options: 'env=prod',
    DashboardUrl: 'https://console.example/',
    DeadLettersUrl: 'https://q/dead',
    MissedNightsUrl: 'https://q/missed',
    WorkerLogGroup: 'worker',
    AccessLogGroup: 'access',
    AlarmMails: 'none',
  };
  const { deployment, close } = await openStack('client-health', cloudFormation({ ...outputs, ...newer }));
  const logged = async (name: 'worker' | 'access') =>
    (await deployment?.logs(name, { from: 0 }))?.map(({ text }) => text);

  expect(deployment).toMatchObject({
    commit: 'abc',
    options: 'env=prod',
    dashboardUrl: newer.DashboardUrl,
    missing: [],
  });
  expect(await deployment?.queues()).toEqual({ waiting: 1, deadLetters: 2, missedNights: 3 });
  expect([await logged('worker'), await logged('access')]).toEqual([['worker'], ['access']]);
  close();
});

it('a stack without the newer outputs is a deployment all the same, and says which it lacks', async () => {
  const { deployment, close } = await openStack('client-health', cloudFormation(outputs));

  expect(deployment?.stackName).toBe('client-health');
  expect(deployment?.missing).toEqual([
    ...['Commit', 'Options', 'DashboardUrl', 'DeadLettersUrl', 'MissedNightsUrl'],
    ...['WorkerLogGroup', 'AccessLogGroup', 'AlarmMails'],
  ]);
  expect(await deployment?.queues()).toBeUndefined();
  close();
});

it('environments other than production issue test keys', async () => {
  const { keyPrefix, close } = await openStack('client-health', cloudFormation({ ...outputs, Environment: 'dev' }));

  expect(keyPrefix).toBe('svctest');
  close();
});

it('a stack of another service is rejected, with the missing outputs', async () => {
  const { TableName: _, QueueUrl: __, ...others } = outputs;

  await expect(openStack('client-health', cloudFormation(others))).rejects.toThrow(
    'The stack client-health is not a deployment of this service: it lacks the outputs TableName, QueueUrl.',
  );
});
