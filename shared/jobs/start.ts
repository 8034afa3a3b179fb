import { randomBytes } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { optionalText, optionalUrl, readEnvironment, requiredText, url } from '../environment.ts';
import { lambdaLog, nameOnly, startLine } from '../log.ts';
import { meterConsumption } from '../table/store/meter.ts';
import { openTable } from '../table/store/sdk.ts';
import type { Credentials } from '../table/store/table.ts';
import { keyStateOf } from './encryption-key.ts';
import { eventBridge } from './events.ts';
import type { JobDeps } from './queue.ts';
import { sqsDeliveries, sqsQueue } from './sqs.ts';

/** The environment variables of a job function: those that the template sets, and Lambda's own. */
export const jobEnvironment = {
  TABLE_NAME: requiredText,
  /** The name of the stack. */
  DEPLOYMENT: requiredText,
  QUEUE_URL: url,
  /** What is deployed. */
  COMMIT: optionalText,
  OPTIONS: optionalText,
  AWS_REGION: requiredText,
  DYNAMODB_ENDPOINT: optionalUrl,
  /** The address of EventBridge; without it, no events are sent. */
  EVENTS_URL: optionalUrl,
  /** `true` if events may name clients. */
  MORNING_NAMES: optionalText,
  /** The queue of messages to accounts, and the page of accounts, to which they lead; without it, none are sent. */
  NOTICES_QUEUE_URL: optionalUrl,
  PAGE_URL: optionalText,
  /** The key that the deployment is encrypted with, and the address of KMS: where it is checked. */
  KMS_KEY_ARN: optionalText,
  KMS_URL: optionalUrl,
};

/** Starts a job function. Its handler logs its errors itself, so Lambda only gets their names. */
export function startJob<Event>(
  create: (deps: JobDeps) => (event: Event, context: Context) => Promise<void>,
): (event: Event, context: Context) => Promise<void> {
  const environment = readEnvironment(jobEnvironment);
  const region = environment.AWS_REGION;
  const { consumed, onConsumed } = meterConsumption();
  const address = { tableName: environment.TABLE_NAME, region, endpoint: environment.DYNAMODB_ENDPOINT };
  const queues = openQueues(region);
  const buildId = process.env.BUILD_ID ?? 'dev';
  const { log, beginInvocation } = lambdaLog(environment.DEPLOYMENT, buildId);
  const { credentials } = queues.config;
  const { EVENTS_URL: events, KMS_URL: kms, KMS_KEY_ARN: key } = environment;
  const { NOTICES_QUEUE_URL: messages, PAGE_URL: page } = environment;
  const handler = create({
    table: { ...openTable(address), onConsumed },
    consumed,
    ...(events && {
      mornings: {
        send: eventBridge({ url: events, region, credentials }),
        withNames: environment.MORNING_NAMES === 'true',
      },
    }),
    ...(messages && page && { notices: { ...sqsDeliveries(queues, messages), pageOf: () => page } }),
    ...(kms && key && { keyState: keyStateOf({ url: kms, region, credentials }, key) }),
    queue: sqsQueue(queues, environment.QUEUE_URL),
    clock: Date.now,
    randomBytes,
    log,
    buildId,
  });
  log(startLine(environment));
  return (event, context) => {
    beginInvocation(context.awsRequestId);
    return handler(event, context).catch((error) => {
      throw nameOnly(error);
    });
  };
}

/** A client whose settings are all given, so that it reads no files. */
export function openQueues(region: string, credentials?: Credentials): SQSClient {
  return new SQSClient({
    region,
    ...(credentials && { credentials }),
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: async () => undefined,
  });
}
