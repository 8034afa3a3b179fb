import { describe, expect, it } from 'vitest';
import { workerMemoryMb } from '../../infra/night.ts';
import { heapOption } from '../../infra/service-function.ts';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { functionIds, resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);
const queues = resourcesOf(template, 'AWS::SQS::Queue');
const missed = queues.find(({ Properties }) => !Properties.FifoQueue)?.id;
const fifo = queues.find(({ Properties }) => Properties.FifoQueue && Properties.RedrivePolicy);

interface ScheduleTarget {
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

describe('the queue', () => {
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
    expect(mapping?.Properties).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 20 } });
    expect(mapping?.Properties.MaximumBatchingWindowInSeconds).toBeUndefined();
    expect(targetOf(mapping?.Properties.EventSourceArn)).toBe(fifo?.id);
  });

  it('accepts only TLS, as all queues do', () => {
    const secured = resourcesOf(template, 'AWS::SQS::QueuePolicy').flatMap(({ Properties }) =>
      (Properties.Queues as unknown[]).map(targetOf),
    );
    expect(secured.sort()).toEqual(queues.map(({ id }) => id).sort());
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
