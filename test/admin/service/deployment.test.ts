import { BackupClient } from '@aws-sdk/client-backup';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayKeys } from '../../../account/keys/gateway-keys.ts';
import { type DeploymentAddress, openDeployment } from '../../../bin/admin/service/deployment.ts';
import { controlPlane } from '../../support/admin/control-plane.ts';

const region = { region: 'eu-west-1' };
const clients = {
  ...{ alarms: new CloudWatchClient(region), logs: new CloudWatchLogsClient(region) },
  ...{ queues: new SQSClient(region), backup: new BackupClient(region) },
};
const mocks = {
  alarms: mockClient(clients.alarms),
  logs: mockClient(clients.logs),
  queues: mockClient(clients.queues),
};
const address: DeploymentAddress = {
  ...{ stackName: 'health', deployedAt: '2026-11-19T08:00:00.000Z', commit: 'abc', options: 'env=prod' },
  ...{ dashboardUrl: 'https://console/dash', missing: ['LogGroups'], queueUrl: 'https://q/jobs' },
  ...{ deadLettersUrl: 'https://q/dead', missedNightsUrl: 'https://q/missed' },
  logGroups: { functions: ['api', 'worker'], worker: ['worker'], access: ['access'] },
};

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.reset();
});

describe('a deployment', () => {
  it('has what its stack names', () => {
    const { queues: _, alarms: __, backups: ___, logs: ____, ...rest } = openDeployment(address, clients);
    expect(rest).toEqual({
      ...{ stackName: 'health', deployedAt: '2026-11-19T08:00:00.000Z', commit: 'abc', options: 'env=prod' },
      ...{ dashboardUrl: 'https://console/dash', missing: ['LogGroups'] },
    });
  });

  it('counts messages that wait and messages in progress, of each queue', async () => {
    mocks.queues.on(GetQueueAttributesCommand).resolves({});
    const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const counts = { 'https://q/jobs': ['1', '2'], 'https://q/dead': ['10', '20'] };
    for (const [QueueUrl, [waiting = '', busy = '']] of Object.entries(counts)) {
      mocks.queues
        .on(GetQueueAttributesCommand, { QueueUrl, AttributeNames: [...names] })
        .resolves({ Attributes: { [names[0]]: waiting, [names[1]]: busy } });
    }
    expect(await openDeployment(address, clients).queues()).toEqual({ waiting: 3, deadLetters: 30, missedNights: 0 });
  });

  it.each(['deadLettersUrl', 'missedNightsUrl'])('without %s asks no queue', async (name) => {
    expect(await openDeployment({ ...address, [name]: undefined }, clients).queues()).toBeUndefined();
    expect(mocks.queues.calls()).toEqual([]);
  });

  it('names the alarms that are in alarm, of this stack only', async () => {
    mocks.alarms
      .on(DescribeAlarmsCommand, { AlarmNamePrefix: 'health-', StateValue: 'ALARM', MaxRecords: 100 })
      .resolves({ MetricAlarms: [{ AlarmName: 'health-b' }, {}, { AlarmName: 'health-a' }] });
    expect(await openDeployment(address, clients).alarms()).toEqual(['', 'health-a', 'health-b']);
    mocks.alarms.reset();
    mocks.alarms.on(DescribeAlarmsCommand).resolves({});
    expect(await openDeployment(address, clients).alarms()).toEqual([]);
  });

  it('reads all pages of each log, in the order in which they were written', async () => {
    const asked = { startTime: 5, endTime: 9, filterPattern: 'p' };
    const event = (eventId: string, timestamp: number) => ({ eventId, timestamp, message: `${eventId} \n` });
    mocks.logs
      .on(FilterLogEventsCommand, { ...asked, logGroupName: 'api' })
      .resolves({ events: [event('a', 8), {}], nextToken: 'more' })
      .on(FilterLogEventsCommand, { ...asked, logGroupName: 'api', nextToken: 'more' })
      .resolves({ nextToken: 'last' })
      .on(FilterLogEventsCommand, { ...asked, logGroupName: 'api', nextToken: 'last' })
      .resolves({ events: [event('b', 6)] })
      .on(FilterLogEventsCommand, { ...asked, logGroupName: 'worker' })
      .resolves({ events: [event('c', 7)] });
    const { logs } = openDeployment(address, clients);

    expect(await logs('functions', { from: 5, to: 9, pattern: 'p' })).toEqual([
      { id: '', time: 0, text: '' },
      { id: 'b', time: 6, text: 'b' },
      { id: 'c', time: 7, text: 'c' },
      { id: 'a', time: 8, text: 'a' },
    ]);
    expect(await logs('worker', { from: 5, to: 9, pattern: 'p' })).toEqual([{ id: 'c', time: 7, text: 'c' }]);
    mocks.logs.on(FilterLogEventsCommand, { logGroupName: 'access' }).resolves({});
    expect(await logs('access', { from: 5 })).toEqual([]);
    const { logs: unknown } = openDeployment(
      { ...address, logGroups: { functions: [], worker: [], access: [] } },
      clients,
    );
    expect(await unknown('functions', { from: 5 })).toBeUndefined();
  });
});

describe('the keys of the gateway', () => {
  const known = [
    { id: 'g1', name: 'abc', value: 'v1' },
    { id: 'g2', name: 'abc-2', value: 'v2' },
    { id: 'g3', name: 'abc', value: 'v3' },
  ];
  const names = (plane: ReturnType<typeof controlPlane>) => plane.keys.map(({ id }) => id);

  it('are added once: a key whose answer was lost is found by its name and value', async () => {
    const plane = controlPlane(known);
    const { add } = gatewayKeys(plane);
    expect([await add('abc', 'v3'), await add('abc', 'v1'), await add('new', 'v4')]).toEqual(['g3', 'g1', 'k4']);
    expect(names(plane)).toEqual(['g1', 'g2', 'g3', 'k4']);
    expect([...plane.members]).toContain('k4');
    for (const [name, value] of [
      ['abc', 'v2'],
      ['ab', 'v1'],
    ] as const) {
      await expect(add(name, value)).rejects.toThrow(
        `API Gateway has the key ${name} under another name. Delete that key in API Gateway, then run this again.`,
      );
    }
  });

  it('are removed by their id, or by their whole name', async () => {
    const plane = controlPlane(known);
    const { remove } = gatewayKeys(plane);
    await remove({ keyId: 'abc', gatewayId: 'g3' });
    expect(names(plane)).toEqual(['g1', 'g2']);
    const again = controlPlane(known);
    await gatewayKeys(again).remove({ keyId: 'abc' });
    expect(names(again)).toEqual(['g2']);
  });
});
