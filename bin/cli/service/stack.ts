import { BackupClient } from '@aws-sdk/client-backup';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { S3Client } from '@aws-sdk/client-s3';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { apiGatewayPlane, openApiGateway } from '../../../account/keys/control-plane.ts';
import { gatewayKeys } from '../../../account/keys/gateway-keys.ts';
import { s3Store } from '../../../import/inbox/aws/s3-store.ts';
import { sqsQueue } from '../../../shared/jobs/sqs.ts';
import { cognitoPool, poolState } from '../../../shared/people/user-pool.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { callerName } from './caller.ts';
import { openDeployment } from './deployment.ts';
import { openInboxBucket } from './inbox-bucket.ts';
import type { Target } from './target.ts';

/** The stack outputs that the CLI needs. */
const outputs = z.object({
  BaseUrl: z.url(),
  TableName: z.string().min(1),
  QueueUrl: z.url(),
  UsagePlanId: z.string().min(1),
  Region: z.string().min(1),
  Environment: z.string().min(1),
});

/** Outputs for status and usage. A deployment that lacks some is older, or stands for a restored table. */
const observation = {
  Commit: z.string(),
  Options: z.string(),
  DashboardUrl: z.url(),
  DeadLettersUrl: z.url(),
  MissedNightsUrl: z.url(),
  WorkerLogGroup: z.string().min(1),
  AccessLogGroup: z.string().min(1),
  AlarmMails: z.string().min(1),
} as const;

type Observation = { readonly [Name in keyof typeof observation]?: string | undefined };

/** Outputs of a stack with backups in another Region or account. */
const backupOutputs = z.object({ BackupVault: z.string().min(1), BackupCopyTo: z.string().min(1) });

/** Outputs of a stack with an inbox. */
const inboxOutputs = z.object({
  InboxBucket: z.string().min(1),
  NoticesTopic: z.string().min(1),
  KmsKey: z.string().optional(),
});

/** How long lines of logs are kept; older stacks do not say. */
const logOutputs = z.object({ LogDays: z.coerce.number() });

/** The output of a stack with the account's page. */
const pageOutputs = z.object({ UserPoolId: z.string().min(1), SignInProvider: z.string().optional() });

/** Opens a deployment by the name of its stack, with the credentials and Region that the AWS CLI would use. */
export async function openStack(name: string, cloudFormation = new CloudFormationClient()): Promise<Target> {
  const { stack, found, watched, missing, backups, inbox, page, logDays } = await outputsOf(name, cloudFormation);
  const { BaseUrl, TableName, QueueUrl, UsagePlanId, Region, Environment } = found;
  const table = openTable({ tableName: TableName, region: Region, logDays });
  const queues = new SQSClient({ region: Region });
  const apiGateway = openApiGateway(Region);
  const alarms = new CloudWatchClient({ region: Region });
  const logs = new CloudWatchLogsClient({ region: Region });
  const backup = new BackupClient({ region: Region });
  // emulators serve buckets by their path
  const endpoint = process.env.AWS_ENDPOINT_URL;
  const files = new S3Client({
    region: Region,
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const notices = new SNSClient({ region: Region });
  const cognito = {
    url: endpoint ?? `https://cognito-idp.${Region}.amazonaws.com/`,
    region: Region,
    credentials: queues.config.credentials,
  };
  return {
    table,
    keyPrefix: Environment === 'prod' ? 'svclive' : 'svctest',
    queue: sqsQueue(queues, QueueUrl),
    gateway: gatewayKeys(apiGatewayPlane({ usagePlan: async () => UsagePlanId, stackName: name }, apiGateway)),
    baseUrl: BaseUrl,
    operator: async () => {
      const url = endpoint ?? `https://sts.${Region}.amazonaws.com/`;
      return callerName({ url, region: Region, credentials: await queues.config.credentials() }, Date.now());
    },
    ...(page && { pool: cognitoPool(cognito, { userPoolId: page.UserPoolId, provider: page.SignInProvider }) }),
    ...(inbox && {
      inbox: s3Store(files, inbox.InboxBucket),
      inboxBucket: openInboxBucket(
        {
          name: inbox.InboxBucket,
          region: Region,
          kmsKeyArn: inbox.KmsKey,
          topicArn: inbox.NoticesTopic,
          partition: inbox.NoticesTopic.split(':')[1] ?? 'aws',
          accountId: inbox.NoticesTopic.split(':')[4] ?? '',
        },
        { files, notices },
      ),
    }),
    deployment: openDeployment(
      {
        stackName: name,
        deployedAt: (stack.LastUpdatedTime ?? stack.CreationTime ?? new Date(0)).toISOString(),
        missing,
        commit: watched.Commit,
        options: watched.Options,
        dashboardUrl: watched.DashboardUrl,
        alarmMails: watched.AlarmMails,
        queueUrl: QueueUrl,
        deadLettersUrl: watched.DeadLettersUrl,
        missedNightsUrl: watched.MissedNightsUrl,
        logGroups: {
          worker: listOf(watched.WorkerLogGroup),
          access: listOf(watched.AccessLogGroup),
        },
        backups: backups && {
          vault: backups.BackupVault,
          copyTo: backups.BackupCopyTo,
          region: Region,
          accountId: stack.StackId?.split(':')[4] ?? '',
        },
      },
      { alarms, logs, queues, backup, topics: notices, pool: async () => page && poolState(cognito, page.UserPoolId) },
    ),
    close: () => {
      for (const client of [queues, apiGateway, alarms, logs, backup, files, notices, cloudFormation]) client.destroy();
      table.close();
    },
  };
}

interface FoundOutputs {
  readonly stack: Stack;
  readonly found: z.output<typeof outputs>;
  readonly watched: Observation;
  readonly missing: readonly string[];
  readonly backups: z.output<typeof backupOutputs> | undefined;
  readonly inbox: z.output<typeof inboxOutputs> | undefined;
  readonly page: z.output<typeof pageOutputs> | undefined;
  readonly logDays: number | undefined;
}

async function outputsOf(name: string, cloudFormation: CloudFormationClient): Promise<FoundOutputs> {
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
  const values: Readonly<Record<string, string>> = Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
  const result = outputs.safeParse(values);
  const watched = Object.entries(observation).map(([output, schema]) => [
    output,
    schema.safeParse(values[output]).data,
  ]);
  const missing = watched.flatMap(([output, value]) => (value === undefined && output ? [output] : []));
  const backups = backupOutputs.safeParse(values).data;
  if (stack && result.success) {
    const inbox = inboxOutputs.safeParse(values).data;
    const page = pageOutputs.safeParse(values).data;
    const logDays = logOutputs.safeParse(values).data?.LogDays;
    return { stack, found: result.data, watched: Object.fromEntries(watched), missing, backups, inbox, page, logDays };
  }
  const needed = result.error?.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The stack ${name} is not a deployment of this service: it lacks the outputs ${needed}.`);
}

function listOf(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}
