import { randomBytes } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readEnvironment } from '../environment.ts';
import { lambdaLog, nameOnly } from '../log.ts';
import { meterConsumption } from '../table/store/meter.ts';
import { openTable } from '../table/store/table.ts';
import { PageStore } from '../table/views/read/page-store.ts';
import type { JobDeps } from './queue.ts';
import { sqsQueue } from './sqs.ts';

/** What a job function is told by its environment. The template sets exactly these, beside what Lambda sets itself. */
export const jobEnvironment = {
  TABLE_NAME: z.string().min(1),
  /** The name of the stack. */
  DEPLOYMENT: z.string().min(1),
  QUEUE_URL: z.url(),
  AWS_REGION: z.string().min(1),
  DYNAMODB_ENDPOINT: z.url().optional(),
};

const heldBytes = 256 * 1024 * 1024;

/** Starts a job function; what it throws has been logged by then. */
export function startJob<Given extends unknown[]>(
  create: (deps: JobDeps) => (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  const environment = readEnvironment(jobEnvironment);
  const region = environment.AWS_REGION;
  const table = openTable(
    { tableName: environment.TABLE_NAME, region, endpoint: environment.DYNAMODB_ENDPOINT },
    'job',
  );
  const handler = create({
    table,
    consumed: meterConsumption(table),
    queue: sqsQueue(openQueues(region), environment.QUEUE_URL),
    pages: new PageStore(heldBytes),
    clock: Date.now,
    randomBytes,
    log: lambdaLog(environment.DEPLOYMENT),
    buildId: process.env.BUILD_ID ?? 'dev',
  });
  return (...given) =>
    handler(...given).catch((error) => {
      throw nameOnly(error);
    });
}

function openQueues(region: string): SQSClient {
  return new SQSClient({
    region,
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: async () => undefined,
  });
}
