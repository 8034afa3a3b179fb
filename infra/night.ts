import { Aws, Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { askForAccounts, consume, listAccounts, readTenants, sendTo, writeTenants } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export const workerMemoryMb = 1769;
const workerTimeout = Duration.minutes(5);
/** A message must not come back while a worker may still be at it. */
const visibility = Duration.minutes(30);
const receives = 3;
const workersAtOnce = 20;
const kept = Duration.days(14);
const hoursOfRetries = 6;

/** The work that nobody calls for: schedules dispatch it, a queue holds it, one worker does it, an account at a time. */
export class Night extends Construct {
  /** One account's messages after another, accounts beside each other. */
  readonly queue: Queue;
  /** Messages that failed three times. */
  readonly deadLetters: Queue;
  /** Nights that could not be handed over to the dispatcher, or at which it failed. */
  readonly missed: Queue;
  readonly dispatcher: ServiceFunction;
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, { settings, table }: { settings: Settings; table: Table }) {
    super(scope, id);
    const encrypted = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...encrypted, fifo: true, retentionPeriod: kept });
    this.missed = new Queue(this, 'Missed', { ...encrypted, retentionPeriod: kept });
    acknowledge.isDeadLetterQueue(this.deadLetters);
    acknowledge.isDeadLetterQueue(this.missed);
    this.queue = new Queue(this, 'Queue', {
      ...encrypted,
      fifo: true,
      // ids are given: one made of the content would swallow an honest repetition
      contentBasedDeduplication: false,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: receives },
    });
    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: this.queue.queueUrl,
    };
    this.dispatcher = new ServiceFunction(this, 'nightly', {
      name: 'nightly',
      purpose: 'Asks for the scores of every account at 00:00 UTC, and watches that they come.',
      memoryMb: 512,
      timeout: Duration.minutes(5),
      may: [listAccounts(table), readTenants(table), sendTo(this.queue)],
      environment,
      settings,
    });
    this.dispatcher.lambda.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(hoursOfRetries),
      onFailure: new SqsDestination(this.missed),
    });
    this.worker = new ServiceFunction(this, 'worker', {
      name: 'worker',
      purpose: 'Scores one account, or lets its views follow changed facts.',
      memoryMb: workerMemoryMb,
      timeout: workerTimeout,
      may: [writeTenants(table), askForAccounts(table), consume(this.queue), sendTo(this.queue)],
      environment,
      settings,
    });
    this.worker.lambda.addEventSource(new SqsEventSource(this.queue, { batchSize: 1, maxConcurrency: workersAtOnce }));
    acknowledge.queueHasDeadLetters(this.worker.lambda);
    this.#schedules();
  }

  #schedules(): void {
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: 'Starts the dispatcher',
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.dispatcher.lambda.functionArn] }),
    );
    role.addToPolicy(sendTo(this.missed));
    const schedule = (
      id: string,
      expression: string,
      task: 'dispatch' | 'check',
      unlessHandedOver: Pick<CfnSchedule.TargetProperty, 'retryPolicy' | 'deadLetterConfig'>,
    ) =>
      new CfnSchedule(this, id, {
        scheduleExpression: expression,
        scheduleExpressionTimezone: 'UTC',
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: this.dispatcher.lambda.functionArn,
          roleArn: role.roleArn,
          // the time that it stands for, however late it arrives
          input: JSON.stringify({ task, scheduledTime: '<aws.scheduler.scheduled-time>' }),
          ...unlessHandedOver,
        },
      });
    schedule('AtMidnight', 'cron(0 0 * * ? *)', 'dispatch', {
      retryPolicy: retriesFor(Duration.hours(hoursOfRetries)),
      deadLetterConfig: { arn: this.missed.queueArn },
    });
    // given up when the next one comes; that none comes shows in the age of the scores
    schedule('EveryQuarter', 'cron(0/15 * * * ? *)', 'check', { retryPolicy: retriesFor(Duration.minutes(15)) });
  }
}

function retriesFor(time: Duration): CfnSchedule.RetryPolicyProperty {
  return { maximumEventAgeInSeconds: time.toSeconds(), maximumRetryAttempts: 185 };
}
