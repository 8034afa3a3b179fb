import { randomBytes } from 'node:crypto';
import { SNSClient } from '@aws-sdk/client-sns';
import type { Context } from 'aws-lambda';
import {
  optionalNumber,
  optionalText,
  optionalUrl,
  readEnvironment,
  requiredText,
  url,
} from '../../../shared/environment.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import { sqsQueue } from '../../../shared/jobs/sqs.ts';
import { openQueues } from '../../../shared/jobs/start.ts';
import { lambdaLog, loggedError, nameOnly, startLine } from '../../../shared/log.ts';
import { type Consumption, meterConsumption } from '../../../shared/table/store/meter.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import type { InboxDeps } from '../deps.ts';
import { openBucket, s3Store } from './s3-store.ts';
import { publishNotice } from './topic.ts';

/** Asks the importer to work on an account. */
export interface InboxMessage {
  readonly customerId: string;
}

/** The effects of the functions of the inbox. */
export interface InboxJobDeps extends InboxDeps {
  /** The queue of the importer. */
  readonly queue: Queue<InboxMessage>;
  readonly log: (record: object) => void;
  readonly consumed: () => Consumption;
}

const environment = {
  TABLE_NAME: requiredText,
  DEPLOYMENT: requiredText,
  /** The queue of the worker. */
  QUEUE_URL: url,
  INBOX_QUEUE_URL: url,
  INBOX_BUCKET: requiredText,
  NOTICES_TOPIC: requiredText,
  COMMIT: optionalText,
  OPTIONS: optionalText,
  AWS_REGION: requiredText,
  LOG_DAYS: optionalNumber,
  DYNAMODB_ENDPOINT: optionalUrl,
  /** Of S3 and SNS, if it is not that of the Region. */
  FILES_ENDPOINT: optionalUrl,
};

/** Longer than an invocation can last: 15 minutes. */
const holdFor = 16 * 60_000;

/** Starts a function of the inbox. */
export function startInboxJob<Event>(
  create: (deps: InboxJobDeps) => (event: Event, context: Context) => Promise<void>,
): (event: Event, context: Context) => Promise<void> {
  const values = readEnvironment(environment);
  const { AWS_REGION: region, FILES_ENDPOINT: endpoint, NOTICES_TOPIC: topic } = values;
  const { consumed, onConsumed } = meterConsumption();
  const { TABLE_NAME: tableName, DYNAMODB_ENDPOINT: database, LOG_DAYS: logDays } = values;
  const address = { tableName, region, endpoint: database, logDays };
  const table = { ...openTable(address), onConsumed };
  const { log, beginInvocation } = lambdaLog(values.DEPLOYMENT, process.env.BUILD_ID ?? 'dev');
  const queues = openQueues(region);
  const bucket = { name: values.INBOX_BUCKET, region, endpoint };
  const notices = new SNSClient({
    region,
    ...(endpoint && { endpoint }),
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
    userAgentAppId: async () => undefined,
  });
  const handler = create({
    table,
    store: s3Store(openBucket(bucket), bucket.name),
    importer: { place: 'the inbox' },
    clock: Date.now,
    randomBytes,
    ask: sqsQueue(queues, values.QUEUE_URL).send,
    queue: sqsQueue(queues, values.INBOX_QUEUE_URL),
    holdFor,
    notify: async (account, notice) => {
      const root = await readRoot(table, account);
      if (root) await publishNotice(notices, topic, { account, generation: root.generation }, notice);
    },
    onNoticeFailure: (error) => log({ level: 'error', kind: 'notice', error: loggedError(error) }),
    log,
    consumed,
  });
  log(startLine(values));
  return (event, context) => {
    beginInvocation(context.awsRequestId);
    return handler(event, context).catch((error) => {
      throw nameOnly(error);
    });
  };
}
