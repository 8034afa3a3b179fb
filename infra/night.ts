import { Aws, Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { DeduplicationScope, FifoThroughputLimit, type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  announceNights,
  askForAccounts,
  consume,
  listAccounts,
  readFeeds,
  readLocks,
  readTenants,
  sendTo,
  writeNotices,
  writeTenants,
} from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export const workerMemoryMb = 1769;
const workerTimeout = Duration.minutes(5);
/** Longer than a worker can run, so a message is not delivered again while it is handled. */
const visibility = Duration.minutes(30);
const receives = 3;
const kept = Duration.days(14);
const hoursOfRetries = 6;

/** The night: a schedule starts the dispatcher, a queue holds one message per account, the worker takes them. */
export class Night extends Construct {
  /** FIFO by account: the messages of one account in order, accounts in parallel. */
  readonly queue: Queue;
  /** Messages that failed three times. */
  readonly deadLetters: Queue;
  /** Nights that could not be started, or at which the dispatcher failed. */
  readonly missed: Queue;
  readonly dispatcher: ServiceFunction;
  readonly worker: ServiceFunction;
  readonly schedules: readonly CfnSchedule[];
  readonly scheduleRole: Role;

  constructor(scope: Construct, id: string, props: { settings: Settings; table: Table; encryption: Encryption }) {
    super(scope, id);
    const { settings, table, encryption } = props;
    const encrypted = { ...encryption.queue, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...encrypted, fifo: true, retentionPeriod: kept });
    this.missed = new Queue(this, 'Missed', { ...encrypted, retentionPeriod: kept });
    acknowledge.isDeadLetterQueue(this.deadLetters);
    acknowledge.isDeadLetterQueue(this.missed);
    this.queue = new Queue(this, 'Queue', {
      ...encrypted,
      fifo: true,
      // messages have deduplication ids: a hash of the content would drop intended repetitions
      contentBasedDeduplication: false,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: receives },
    });
    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: this.queue.queueUrl,
      // the nightly function only looks which events are still to be sent
      EVENTS_URL: `https://events.${Aws.REGION}.${Aws.URL_SUFFIX}/`,
      MORNING_NAMES: String(settings.morningNames),
    };
    this.dispatcher = new ServiceFunction(this, 'nightly', {
      name: 'nightly',
      purpose: 'Sends every account to the worker at 00:00 UTC, and checks every 15 minutes that all are scored.',
      memoryMb: 512,
      timeout: Duration.minutes(5),
      may: [
        listAccounts(table),
        readFeeds(table),
        readLocks(table),
        readTenants(table),
        sendTo(this.queue),
        sendTo(this.missed),
        ...encryption.read('dynamodb'),
        ...encryption.write('sqs'),
        ...encryption.ask(),
      ],
      environment: {
        ...environment,
        ...(encryption.key && {
          KMS_KEY_ARN: encryption.key.keyArn,
          KMS_URL: `https://kms.${Aws.REGION}.${Aws.URL_SUFFIX}/`,
        }),
      },
      settings,
      // it says that the key is gone
      encryption: undefined,
      failures: 'with a destination',
    });
    this.dispatcher.lambda.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(hoursOfRetries),
      // SqsDestination would grant the key without naming the service
      onFailure: { bind: () => ({ destination: this.missed.queueArn }) },
    });
    this.worker = new ServiceFunction(this, 'worker', {
      name: 'worker',
      purpose: 'Scores one account, or rebuilds its views after facts changed.',
      memoryMb: workerMemoryMb,
      timeout: workerTimeout,
      may: [
        writeTenants(table),
        writeNotices(table),
        askForAccounts(table),
        readFeeds(table),
        consume(this.queue),
        announceNights(),
        sendTo(this.queue),
        ...encryption.write('dynamodb'),
        ...encryption.write('sqs'),
      ],
      environment,
      settings,
      encryption,
      failures: 'by a queue',
      concurrency: settings.workerConcurrency,
    });
    this.worker.take(this.queue, settings.atOnce.workers);
    this.scheduleRole = this.#scheduleRole(encryption);
    this.schedules = this.#schedules(this.scheduleRole);
  }

  /** The worker queues what accounts want to be told of, with links to their page. */
  mayNotify(queue: IQueue, pageUrl: string): void {
    this.worker.role.addToPolicy(sendTo(queue));
    this.worker.lambda.addEnvironment('NOTICES_QUEUE_URL', queue.queueUrl);
    this.worker.lambda.addEnvironment('PAGE_URL', pageUrl);
  }

  #scheduleRole(encryption: Encryption): Role {
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: 'Starts the dispatcher',
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.dispatcher.lambda.functionArn] }),
    );
    for (const statement of [sendTo(this.missed), ...encryption.write('sqs')]) role.addToPolicy(statement);
    return role;
  }

  #schedules(role: Role): CfnSchedule[] {
    const schedule = (
      id: string,
      expression: string,
      task: 'dispatch' | 'check',
      onFailure: Pick<CfnSchedule.TargetProperty, 'retryPolicy' | 'deadLetterConfig'>,
    ) =>
      new CfnSchedule(this, id, {
        scheduleExpression: expression,
        scheduleExpressionTimezone: 'UTC',
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: this.dispatcher.lambda.functionArn,
          roleArn: role.roleArn,
          // the scheduled time, however late the event arrives
          input: JSON.stringify({ task, scheduledTime: '<aws.scheduler.scheduled-time>' }),
          ...onFailure,
        },
      });
    return [
      schedule('AtMidnight', 'cron(0 0 * * ? *)', 'dispatch', {
        retryPolicy: retriesFor(Duration.hours(hoursOfRetries)),
        deadLetterConfig: { arn: this.missed.queueArn },
      }),
      // no dead letters: the next check runs in 15 minutes, and the alarm OldScores fires if none runs
      schedule('EveryQuarter', 'cron(0/15 * * * ? *)', 'check', { retryPolicy: retriesFor(Duration.minutes(15)) }),
    ];
  }
}

function retriesFor(time: Duration): CfnSchedule.RetryPolicyProperty {
  return { maximumEventAgeInSeconds: time.toSeconds(), maximumRetryAttempts: 185 };
}
