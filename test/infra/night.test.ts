import { describe, expect, it } from 'vitest';
import { workerMemoryMb } from '../../infra/night.ts';
import { heapOption } from '../../infra/service-function.ts';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { named, statementsOf } from '../support/infra/policies.ts';
import { functionIds, resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);
const queues = resourcesOf(template, 'AWS::SQS::Queue');
const missed = queues.find(({ Properties }) => !Properties.FifoQueue)?.id;
const fifo = queues.find(({ Properties }) => Properties.FifoQueue && Properties.RedrivePolicy);

interface ScheduleTarget {
  readonly Arn: unknown;
  readonly RoleArn: unknown;
  readonly DeadLetterConfig?: { readonly Arn: unknown };
  readonly RetryPolicy: object;
}

describe('the schedules', () => {
  const schedules = resourcesOf(template, 'AWS::Scheduler::Schedule')
    .filter(({ id }) => id.startsWith('Night'))
    .map(({ Properties }) => Properties);

  it('start the night at 00:00 UTC only, and check on it every 15 minutes', () => {
    const exactly = { ScheduleExpressionTimezone: 'UTC', FlexibleTimeWindow: { Mode: 'OFF' } };
    expect(schedules).toMatchObject([
      { ...exactly, ScheduleExpression: 'cron(0 0 * * ? *)' },
      { ...exactly, ScheduleExpression: 'cron(0/15 * * * ? *)' },
    ]);
  });

  it('send the fields that the dispatcher reads: a task and the scheduled time', () => {
    const inputs = schedules.map(({ Target }) => (Target as { Input: string }).Input);
    const late = inputs.map((input) => input.replace('<aws.scheduler.scheduled-time>', '2026-11-20T00:00:00Z'));
    expect(late.map((input) => scheduledBy(JSON.parse(input)))).toEqual([
      { task: 'dispatch', runDate: '2026-11-20' },
      { task: 'check', runDate: '2026-11-20' },
    ]);
  });

  it('lose no night: one that cannot be delivered or fails goes to the queue of missed nights', () => {
    const [dispatch] = schedules.map(({ Target }) => Target as ScheduleTarget);
    expect(targetOf(dispatch?.DeadLetterConfig?.Arn)).toBe(missed);
    expect(dispatch?.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 185 });
    const [invoke] = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig');
    expect(invoke?.Properties).toMatchObject({ MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 2 });
    expect(JSON.stringify(invoke?.Properties.DestinationConfig)).toContain(missed);
  });

  it('drop a check that cannot be delivered before the next one: it is not a missed night', () => {
    const [, check] = schedules.map(({ Target }) => Target as ScheduleTarget);
    expect(check?.DeadLetterConfig).toBeUndefined();
    expect(check?.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 185 });
  });
});

describe('the targets of schedules', () => {
  it.each([
    ['Night', 'NightnightlyFunction', [['sqs:SendMessage', 'NightMissed']]],
    ['Inbox', 'InboxinboxFunction', []],
  ])(
    'of the %s start %s, with a role that may do this, and send what cannot be started to its queue',
    (part, starts, more) => {
      const targets = resourcesOf(template, 'AWS::Scheduler::Schedule')
        .filter(({ id }) => id.startsWith(part))
        .map(({ Properties }) => Properties.Target as ScheduleTarget);
      expect(new Set(targets.map(({ Arn }) => named(Arn)))).toEqual(new Set([starts]));
      for (const { RoleArn } of targets) {
        const may = statementsOf(template, targetOf(RoleArn) ?? '').map(({ Action, Resource }) => [
          Action,
          named(Resource),
        ]);
        expect(may).toEqual([['lambda:InvokeFunction', starts], ...more]);
      }
    },
  );

  it('have roles that only the scheduler of this account can take, not that of another one', () => {
    const roles = resourcesOf(template, 'AWS::Scheduler::Schedule').map(({ Properties }) => {
      const role = targetOf((Properties.Target as ScheduleTarget).RoleArn) ?? '';
      const { AssumeRolePolicyDocument } = template.Resources[role]?.Properties ?? {};
      return (AssumeRolePolicyDocument as { Statement: unknown }).Statement;
    });
    const scheduler = {
      ...{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'scheduler.amazonaws.com' } },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    };
    expect(roles).toEqual(Array(4).fill([scheduler]));
  });
});

describe('the queue', () => {
  it('works on accounts in parallel, each in its order; the queues of failures keep what they hold for two weeks', () => {
    const settings = queues.map(({ id, Properties: { RedrivePolicy: _, ...others } }) => [named({ Ref: id }), others]);
    const encrypted = { SqsManagedSseEnabled: true };
    const byAccount = {
      ...{ ...encrypted, FifoQueue: true, ContentBasedDeduplication: false },
      ...{ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' },
    };
    const keptLong = { ...encrypted, MessageRetentionPeriod: 14 * 86_400 };
    expect(Object.fromEntries(settings)).toEqual({
      NightQueue: { ...byAccount, VisibilityTimeout: 30 * 60 },
      NightDeadLetters: { ...keptLong, FifoQueue: true },
      NightMissed: keptLong,
      // a minute longer than the importer runs; a check sends the messages of a day again
      InboxQueue: { ...byAccount, VisibilityTimeout: 16 * 60, MessageRetentionPeriod: 86_400 },
    });
  });

  it('is FIFO, as is its dead-letter queue, and gives up after three receives', () => {
    const { deadLetterTargetArn, maxReceiveCount } = (fifo?.Properties.RedrivePolicy ?? {}) as Record<string, unknown>;
    const dead = queues.find(({ id }) => id === targetOf(deadLetterTargetArn));
    expect(maxReceiveCount).toBe(3);
    expect(dead?.Properties).toMatchObject({ FifoQueue: true, MessageRetentionPeriod: 14 * 86_400 });
    expect(fifo?.Properties).toMatchObject({ FifoQueue: true, ContentBasedDeduplication: false });
  });

  it('has a visibility timeout of at least six times the timeout of the worker', () => {
    const { Timeout } = template.Resources[ids.get('worker') ?? '']?.Properties ?? {};
    expect(fifo?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(Timeout));
  });

  it('delivers one message at a time to a worker', () => {
    const [mapping] = resourcesOf(template, 'AWS::Lambda::EventSourceMapping');
    expect(mapping?.Properties).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 4 } });
    expect(mapping?.Properties.MaximumBatchingWindowInSeconds).toBeUndefined();
    expect(targetOf(mapping?.Properties.EventSourceArn)).toBe(fifo?.id);
  });

  it('accepts only TLS, as all queues and topics do', () => {
    const secured = ['AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy']
      .flatMap((type) => resourcesOf(template, type))
      .filter(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('{"aws:SecureTransport":"false"}'))
      .flatMap(({ Properties }) => [Properties.Queues ?? Properties.Topics].flat().map(targetOf));
    const topics = resourcesOf(template, 'AWS::SNS::Topic');
    expect(secured.sort()).toEqual([...queues, ...topics].map(({ id }) => id).sort());
  });
});

describe('the functions', () => {
  const settingsOf = (of: typeof template, name: string) => {
    const { Timeout, MemorySize, EphemeralStorage, Environment } = of.Resources[ids.get(name) ?? '']?.Properties ?? {};
    const { NODE_OPTIONS: _, ...variables } = (Environment as { Variables: Record<string, unknown> }).Variables;
    const told = Object.entries(variables).map(([variable, value]) => [variable, named(value)]);
    return { Timeout, MemorySize, ...(EphemeralStorage as object), told: Object.fromEntries(told) };
  };
  const told = {
    ...{ TABLE_NAME: 'DataTable', DEPLOYMENT: 'client-health-prod' },
    ...{ COMMIT: 'unknown', OPTIONS: 'env=prod alarmEmail=none' },
  };
  const night = {
    QUEUE_URL: 'NightQueue',
    EVENTS_URL: 'https://events.eu-west-1.AWS::URLSuffix/',
    MORNING_NAMES: 'false',
  };
  const inbox = {
    ...{ QUEUE_URL: 'NightQueue', INBOX_QUEUE_URL: 'InboxQueue' },
    ...{ INBOX_BUCKET: 'InboxBucket', NOTICES_TOPIC: 'InboxNotices' },
  };

  it.each([
    ['topics', { Timeout: 10, MemorySize: 1769 }, {}],
    ['export', { Timeout: 120, MemorySize: 1769 }, {}],
    ['nightly', { Timeout: 300, MemorySize: 512 }, night],
    ['worker', { Timeout: 300, MemorySize: 1769 }, night],
    ['importer', { Timeout: 900, MemorySize: 3008, Size: 4096 }, inbox],
    // the next check comes after five minutes
    ['inbox', { Timeout: 240, MemorySize: 512 }, inbox],
  ])('%s has its time, its memory and the addresses that it uses', (name, limits, addresses) => {
    expect(settingsOf(template, name)).toEqual({ ...limits, told: { ...told, ...addresses } });
  });

  it.each(['nightly', 'worker'])('%s names clients in events only with -c morningNames=true', (name) => {
    const { template: naming } = synthesise({ env: 'prod', morningNames: 'true' });
    expect(settingsOf(naming, name).told.MORNING_NAMES).toBe('true');
  });
});

describe('the heap', () => {
  it('of every function is 80% of its memory; the default of Node is smaller', () => {
    for (const { Properties } of resourcesOf(template, 'AWS::Lambda::Function')) {
      const { NODE_OPTIONS } = (Properties.Environment as { Variables: Record<string, unknown> }).Variables;
      expect(NODE_OPTIONS).toBe(`--max-old-space-size=${Math.floor(Number(Properties.MemorySize) * 0.8)}`);
    }
  });

  it('of the worker is that of the nightly benchmark', () => {
    const { MemorySize, Environment } = template.Resources[ids.get('worker') ?? '']?.Properties ?? {};
    expect(Environment).toMatchObject({ Variables: { NODE_OPTIONS: heapOption(workerMemoryMb) } });
    expect(MemorySize).toBe(workerMemoryMb);
  });
});
