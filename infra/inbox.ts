import { Aws, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { DeduplicationScope, FifoThroughputLimit, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  appendToLogs,
  consume,
  inboxTable,
  lockImports,
  readDeletions,
  readErased,
  readFeeds,
  sendTo,
  workOnFiles,
  writeTenants,
} from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

const importerMemoryMb = 3008;
const importerTimeout = Duration.minutes(15);

/**
 * Files arrive in a bucket. A schedule looks every five minutes and sends a message per account to a queue; the importer
 * takes them. What a run has done is in the table, so no message is needed to finish one.
 */
export class Inbox extends Construct {
  readonly bucket: Bucket;
  /** FIFO by account: one import of an account at a time. */
  readonly queue: Queue;
  /** Mails for the people of an account. */
  readonly notices: Topic;
  readonly check: ServiceFunction;
  readonly importer: ServiceFunction;
  readonly schedule: CfnSchedule;
  readonly scheduleRole: Role;

  constructor(
    scope: Construct,
    id: string,
    props: { settings: Settings; table: Table; workerQueue: Queue; encryption: Encryption },
  ) {
    super(scope, id);
    const { settings, table, workerQueue, encryption } = props;
    this.bucket = this.#bucket(encryption);
    this.queue = new Queue(this, 'Queue', {
      ...encryption.queue,
      enforceSSL: true,
      fifo: true,
      contentBasedDeduplication: false,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      // the group of an account is blocked for this long after an importer was killed
      visibilityTimeout: importerTimeout.plus(Duration.minutes(1)),
      retentionPeriod: Duration.days(1),
    });
    acknowledge.needsNoDeadLetters(this.queue);
    this.notices = new Topic(this, 'Notices', { enforceSSL: true, ...encryption.topic });

    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: workerQueue.queueUrl,
      INBOX_QUEUE_URL: this.queue.queueUrl,
      INBOX_BUCKET: this.bucket.bucketName,
      NOTICES_TOPIC: this.notices.topicArn,
      LOG_DAYS: `${settings.logDays}`,
    };
    const both = [
      ...inboxTable(table),
      ...workOnFiles(this.bucket),
      sendTo(this.queue),
      new PolicyStatement({ actions: ['sns:Publish'], resources: [this.notices.topicArn] }),
      ...(['dynamodb', 's3', 'sqs', 'sns'] as const).flatMap((service) => encryption.write(service)),
    ];
    this.importer = new ServiceFunction(this, 'importer', {
      name: 'importer',
      purpose: 'Imports the files that arrived for one account.',
      memoryMb: importerMemoryMb,
      temporaryStorage: Size.gibibytes(4),
      timeout: importerTimeout,
      may: [
        ...both,
        writeTenants(table),
        appendToLogs(table),
        lockImports(table),
        readErased(table),
        consume(this.queue),
        sendTo(workerQueue),
      ],
      environment,
      settings,
      encryption,
      failures: 'by a queue',
    });
    this.importer.take(this.queue, settings.atOnce.importers);
    this.check = new ServiceFunction(this, 'inbox', {
      name: 'inbox',
      purpose: 'Looks every five minutes which accounts have files to import, and gives up runs that do not end.',
      memoryMb: 512,
      timeout: Duration.minutes(4),
      may: [...both, appendToLogs(table), readFeeds(table), readDeletions(table)],
      environment,
      settings,
      encryption,
      failures: 'again',
    });
    // the next check follows in five minutes
    this.check.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(5) });
    acknowledge.nextCheckFollows(this.check.lambda);
    this.scheduleRole = this.#scheduleRole();
    this.schedule = this.#schedule();
    acknowledge.filesOfTheInbox(this.bucketId, this.importer.role, this.check.role);
  }

  /** As findings of the rule packs name it. */
  get bucketId(): string {
    return Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
  }

  #bucket(encryption: Encryption): Bucket {
    const closed: BucketProps = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // files of customers are not deleted with a stack
      removalPolicy: RemovalPolicy.RETAIN,
    };
    const abandoned = { abortIncompleteMultipartUploadAfter: Duration.days(1) };
    const accessLog = new Bucket(this, 'AccessLog', {
      ...closed,
      // S3 cannot deliver logs to a bucket with a customer-managed key
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ ...abandoned, expiration: Duration.days(90) }],
    });
    acknowledge.isAccessLog(accessLog);
    const bucket = new Bucket(this, 'Bucket', {
      ...closed,
      ...encryption.bucket,
      versioned: true,
      lifecycleRules: [
        ...['in/', 'waiting/', 'done/', 'failed/', 'rejects/'].map((prefix) => ({
          prefix,
          expiration: Duration.days(90),
        })),
        { prefix: 'reports/', expiration: Duration.days(365) },
        { ...abandoned, noncurrentVersionExpiration: Duration.days(7) },
        { expiredObjectDeleteMarker: true },
      ],
    });
    // CDK's own way depends on a feature flag
    (bucket.node.defaultChild as CfnBucket).loggingConfiguration = { destinationBucketName: accessLog.bucketName };
    accessLog.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [accessLog.arnForObjects('*')],
        conditions: {
          ArnLike: { 'aws:SourceArn': bucket.bucketArn },
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        },
      }),
    );
    for (const statement of onlyReadableFiles(bucket, encryption)) bucket.addToResourcePolicy(statement);
    return bucket;
  }

  #scheduleRole(): Role {
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: 'Starts the check of the inbox',
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.check.lambda.functionArn] }),
    );
    return role;
  }

  #schedule(): CfnSchedule {
    return new CfnSchedule(this, 'EveryFiveMinutes', {
      scheduleExpression: 'cron(0/5 * * * ? *)',
      scheduleExpressionTimezone: 'UTC',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: this.check.lambda.functionArn,
        roleArn: this.scheduleRole.roleArn,
        input: JSON.stringify({ task: 'check inboxes' }),
        retryPolicy: { maximumEventAgeInSeconds: 300, maximumRetryAttempts: 5 },
      },
    });
  }
}

/**
 * Refuses what the importer could not read or move, whoever puts it: files under keys of others or of the uploader, and
 * files in archives.
 */
function onlyReadableFiles(bucket: Bucket, { key }: Encryption): PolicyStatement[] {
  const refuse = (sid: string, operator: string, condition: string, value: string) =>
    new PolicyStatement({
      sid,
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects('*')],
      conditions: { [operator]: { [condition]: value } },
    });
  const algorithm = 's3:x-amz-server-side-encryption';
  return [
    refuse('NoKeyOfTheUploader', 'Null', `${algorithm}-customer-algorithm`, 'false'),
    refuse('OneEncryption', 'StringNotEqualsIfExists', algorithm, key ? 'aws:kms' : 'AES256'),
    ...(key ? [refuse('OneKey', 'StringNotEqualsIfExists', `${algorithm}-aws-kms-key-id`, key.keyArn)] : []),
    refuse('NoArchive', 'StringNotEqualsIfExists', 's3:x-amz-storage-class', 'STANDARD'),
  ];
}
