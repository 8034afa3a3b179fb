import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { functionIds, resourcesOf, synthesise, targetOf } from '../support/template.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);
const queues = resourcesOf(template, 'AWS::SQS::Queue');
const fifo = queues.find(({ Properties }) => Properties.FifoQueue && Properties.RedrivePolicy);

describe('the schedules', () => {
  const schedules = resourcesOf(template, 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties);

  it('ask for the night at 00:00 UTC, at no other minute, and look after it every quarter of an hour', () => {
    expect(
      schedules.map(({ ScheduleExpression, ScheduleExpressionTimezone, FlexibleTimeWindow }) => ({
        ScheduleExpression,
        ScheduleExpressionTimezone,
        FlexibleTimeWindow,
      })),
    ).toEqual([
      {
        ScheduleExpression: 'cron(0 0 * * ? *)',
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
      },
      {
        ScheduleExpression: 'cron(0/15 * * * ? *)',
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
      },
    ]);
  });

  it('send what the dispatcher reads: a task, and the time that the schedule stands for', () => {
    const inputs = schedules.map(({ Target }) => (Target as { Input: string }).Input);
    const late = inputs.map((input) => input.replace('<aws.scheduler.scheduled-time>', '2026-11-20T00:00:00Z'));
    expect(late.map((input) => scheduledBy(JSON.parse(input)))).toEqual([
      { task: 'dispatch', runDate: '2026-11-20' },
      { task: 'check', runDate: '2026-11-20' },
    ]);
  });

  it('lose nothing: what cannot be handed over and what fails end in the queue of missed nights', () => {
    const missed = queues.find(({ Properties }) => !Properties.FifoQueue)?.id;
    for (const { Target } of schedules) {
      const { DeadLetterConfig, RetryPolicy } = Target as { DeadLetterConfig: { Arn: unknown }; RetryPolicy: object };
      expect(targetOf(DeadLetterConfig.Arn)).toBe(missed);
      expect(RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 185 });
    }
    const [invoke] = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig');
    expect(invoke?.Properties).toMatchObject({ MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 2 });
    expect(JSON.stringify(invoke?.Properties.DestinationConfig)).toContain(missed);
  });
});

describe('the queue', () => {
  it('keeps order for each account, gives up after three receives, and is FIFO like the queue behind it', () => {
    const { deadLetterTargetArn, maxReceiveCount } = (fifo?.Properties.RedrivePolicy ?? {}) as Record<string, unknown>;
    const dead = queues.find(({ id }) => id === targetOf(deadLetterTargetArn));
    expect(maxReceiveCount).toBe(3);
    expect(dead?.Properties).toMatchObject({ FifoQueue: true, MessageRetentionPeriod: 14 * 86_400 });
    expect(fifo?.Properties).toMatchObject({ FifoQueue: true, ContentBasedDeduplication: false });
  });

  it('gives a message back no earlier than six times a worker takes', () => {
    const { Timeout } = template.Resources[ids.get('worker') ?? '']?.Properties ?? {};
    expect(fifo?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(Timeout));
  });

  it('hands one message to a worker at a time', () => {
    const [mapping] = resourcesOf(template, 'AWS::Lambda::EventSourceMapping');
    expect(mapping?.Properties).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 20 } });
    expect(mapping?.Properties.MaximumBatchingWindowInSeconds).toBeUndefined();
    expect(targetOf(mapping?.Properties.EventSourceArn)).toBe(fifo?.id);
  });

  it('is spoken to over TLS only, as all queues are', () => {
    const secured = resourcesOf(template, 'AWS::SQS::QueuePolicy').flatMap(({ Properties }) =>
      (Properties.Queues as unknown[]).map(targetOf),
    );
    expect(secured.sort()).toEqual(queues.map(({ id }) => id).sort());
  });
});

describe('the alarms', () => {
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm');
  const operations = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');

  it('say who suffers, and each has its paragraph in the runbook', () => {
    expect(alarms).toHaveLength(8);
    for (const { Properties } of alarms) {
      const name = /docs\/operations\.md, (\w+)\.$/.exec(String(Properties.AlarmDescription))?.[1];
      expect(operations).toContain(`### ${name}\n`);
    }
  });

  it('take silence for peace, but the silence of the scores for the failure that it is', () => {
    const silent = alarms.filter(({ Properties }) => Properties.TreatMissingData === 'breaching');
    expect(silent.map(({ Properties }) => Properties.MetricName)).toEqual(['ScoreAge']);
  });

  it('look at metrics of this deployment', () => {
    for (const { Properties } of alarms.filter(({ Properties: { Namespace } }) => Namespace === 'ClientHealth')) {
      expect(Properties.Dimensions).toEqual([{ Name: 'deployment', Value: 'client-health-prod' }]);
    }
  });
});
