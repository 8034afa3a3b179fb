import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { sqsQueue } from '../../../shared/jobs/sqs.ts';
import { openTable } from '../../../shared/table/store/table.ts';
import { apiGatewayPlane, openApiGateway } from './control-plane.ts';
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

/** Opens a deployment by the name of its stack, with the credentials and Region that the AWS CLI would use. */
export async function openStack(name: string, cloudFormation = new CloudFormationClient()): Promise<Target> {
  const { BaseUrl, TableName, QueueUrl, UsagePlanId, Region, Environment } = await outputsOf(name, cloudFormation);
  const table = openTable({ tableName: TableName, region: Region }, 'job');
  const queues = new SQSClient({ region: Region });
  const apiGateway = openApiGateway(Region);
  return {
    table,
    keyPrefix: Environment === 'prod' ? 'svclive' : 'svctest',
    queue: sqsQueue(queues, QueueUrl),
    gateway: gatewayKeys(apiGatewayPlane(UsagePlanId, apiGateway)),
    baseUrl: BaseUrl,
    close: () => {
      for (const client of [table.documents, queues, apiGateway, cloudFormation]) client.destroy();
    },
  };
}

async function outputsOf(name: string, cloudFormation: CloudFormationClient): Promise<z.output<typeof outputs>> {
  const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
  const found = Object.fromEntries(
    (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
  const result = outputs.safeParse(found);
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The stack ${name} is not a deployment of this service: it lacks the outputs ${missing}.`);
}
