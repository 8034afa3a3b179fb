import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { sqsQueue } from '../../../shared/jobs/sqs.ts';
import { openTable } from '../../../shared/table/store/table.ts';
import { apiGatewayPlane, openApiGateway } from './control-plane.ts';
import { openDeployment } from './deployment.ts';
import { gatewayKeys } from './gateway-keys.ts';
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

/** Newer outputs, for status, usage, logs and open. Other commands also work with a deployment that lacks them. */
const observation = z.object({
  DashboardUrl: z.url(),
  DeadLettersUrl: z.url(),
  MissedNightsUrl: z.url(),
  LogGroups: z.string().min(1),
});

/** Opens a deployment by the name of its stack, with the credentials and Region that the AWS CLI would use. */
export async function openStack(name: string, cloudFormation = new CloudFormationClient()): Promise<Target> {
  const { stack, found, watched } = await outputsOf(name, cloudFormation);
  const { BaseUrl, TableName, QueueUrl, UsagePlanId, Region, Environment } = found;
  const table = openTable({ tableName: TableName, region: Region }, 'job');
  const queues = new SQSClient({ region: Region });
  const apiGateway = openApiGateway(Region);
  const alarms = new CloudWatchClient({ region: Region });
  const logs = new CloudWatchLogsClient({ region: Region });
  return {
    table,
    keyPrefix: Environment === 'prod' ? 'svclive' : 'svctest',
    queue: sqsQueue(queues, QueueUrl),
    gateway: gatewayKeys(apiGatewayPlane({ usagePlanId: UsagePlanId, stackName: name }, apiGateway)),
    baseUrl: BaseUrl,
    ...(watched && {
      deployment: openDeployment(
        {
          stackName: name,
          deployedAt: (stack.LastUpdatedTime ?? stack.CreationTime ?? new Date(0)).toISOString(),
          dashboardUrl: watched.DashboardUrl,
          queueUrl: QueueUrl,
          deadLettersUrl: watched.DeadLettersUrl,
          missedNightsUrl: watched.MissedNightsUrl,
          logGroups: watched.LogGroups.split(','),
        },
        { alarms, logs, queues },
      ),
    }),
    close: () => {
      for (const client of [table.documents, queues, apiGateway, alarms, logs, cloudFormation]) client.destroy();
    },
  };
}

async function outputsOf(
  name: string,
  cloudFormation: CloudFormationClient,
): Promise<{ stack: Stack; found: z.output<typeof outputs>; watched: z.output<typeof observation> | undefined }> {
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
  const values = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
  const result = outputs.safeParse(Object.fromEntries(values));
  const watched = observation.safeParse(Object.fromEntries(values)).data;
  if (stack && result.success) return { stack, found: result.data, watched };
  const missing = result.error?.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The stack ${name} is not a deployment of this service: it lacks the outputs ${missing}.`);
}
