import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { sqsQueue } from '../../shared/jobs/sqs.ts';
import { openTable } from '../../shared/table/client.ts';
import type { Target } from './target.ts';

/** The outputs of the stack that the CLI needs. */
const outputs = z.object({
  BaseUrl: z.url(),
  TableName: z.string().min(1),
  QueueUrl: z.url(),
  UsagePlanId: z.string().min(1),
  Region: z.string().min(1),
  Environment: z.string().min(1),
});

/** A deployed service, found by the name of its stack, with the credentials and the Region that the AWS CLI would use. */
export async function openStack(name: string, cloudFormation = new CloudFormationClient()): Promise<Target> {
  const { BaseUrl, TableName, QueueUrl, Region, Environment } = await outputsOf(name, cloudFormation);
  const table = openTable({ tableName: TableName, region: Region }, 'job');
  const queues = new SQSClient({ region: Region });
  return {
    table,
    keyPrefix: Environment === 'prod' ? 'svclive' : 'svctest',
    queue: sqsQueue(queues, QueueUrl),
    // a key that the table has and the gateway does not would be refused, so none is made without it
    gateway: { add: noControlPlane, remove: noControlPlane },
    baseUrl: BaseUrl,
    close: () => {
      for (const client of [table.documents, queues, cloudFormation]) client.destroy();
    },
  };
}

async function noControlPlane(): Promise<never> {
  throw new Error('The keys of a deployed gateway cannot be changed from here yet.');
}

async function outputsOf(name: string, cloudFormation: CloudFormationClient): Promise<z.output<typeof outputs>> {
  const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
  const found = Object.fromEntries(
    (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
  const result = outputs.safeParse(found);
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The stack ${name} is none of this service: it has no outputs ${missing}.`);
}
