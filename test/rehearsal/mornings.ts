import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { onTestFinished } from 'vitest';
import { root } from '../../bin/paths.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callJson, deployTemplate, type Emulator, outputsOf, region } from './emulator.ts';

interface Received {
  /** The mail that SNS would send. */
  readonly mail: { readonly Subject: string; readonly Message: string };
  /** Bodies that were posted to the webhooks. */
  readonly slack: unknown;
  readonly teams: unknown;
}

/** SNS of the emulator sends no mail. A queue gets what the topic gets. */
const queueOfTopic = {
  Parameters: { Topic: { Type: 'String' } },
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
    Subscription: {
      Type: 'AWS::SNS::Subscription',
      Properties: { TopicArn: { Ref: 'Topic' }, Protocol: 'sqs', Endpoint: { 'Fn::GetAtt': ['Queue', 'Arn'] } },
    },
  },
  Outputs: { QueueUrl: { Value: { Ref: 'Queue' } } },
};

/** Deploys the templates of infra/examples for an account. Call the result to wait for what they deliver. */
export async function deployExamples(on: Emulator, CustomerId: string): Promise<() => Promise<Received>> {
  const posted = new Map<string, string>();
  const webhooks = createServer(async (request, response) => {
    posted.set(request.url ?? '', await text(request));
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(webhooks, 'listening');
  onTestFinished(() => void webhooks.close());
  const address = webhooks.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');

  const folder = join(root, 'infra', 'examples');
  for (const file of readdirSync(folder).filter((name) => name.startsWith('morning-'))) {
    const name = file.replace('.yaml', '');
    const webhook = { WebhookUrl: `http://127.0.0.1:${address.port}/${name}` };
    const target: Record<string, string> = name === 'morning-email' ? { Email: 'ann@example.com' } : webhook;
    await deployTemplate(on, name, await adapted(on, join(folder, file), target), { CustomerId, ...target });
  }
  await deployTemplate(on, 'mailbox', JSON.stringify(queueOfTopic), { Topic: await topicOf(on) });
  const { QueueUrl } = await outputsOf(on, 'mailbox');
  const queues = new SQSClient({ endpoint: on.endpoint, region, credentials: on.credentials });

  return async () => {
    const WaitTimeSeconds = 20;
    const { Messages: [message] = [] } = await queues.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds }));
    return {
      mail: JSON.parse(message?.Body ?? '{}'),
      slack: JSON.parse(posted.get('/morning-slack') ?? 'null'),
      teams: JSON.parse(posted.get('/morning-teams') ?? 'null'),
    };
  };
}

interface Included {
  readonly Rules?: unknown;
  readonly Parameters: Record<string, unknown>;
  readonly Resources: Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>;
}

/**
 * CloudFormation of the emulator knows neither connections nor API destinations, EventBridge does. So those are made by
 * its API, and the template names the one that was made.
 */
async function adapted(on: Emulator, templateFile: string, { WebhookUrl }: { WebhookUrl?: string }): Promise<string> {
  const stack = new Stack(new App({ outdir: temporaryFolder() }), 'Example');
  new CfnInclude(stack, 'Template', { templateFile });
  const { Rules: _, ...template } = Template.fromStack(stack).toJSON() as Included;
  // of CDK's own: the version of the bootstrap stack
  delete template.Parameters.BootstrapVersion;
  const { Connection, Destination } = template.Resources;
  if (!Connection || !Destination) return JSON.stringify(template);
  const Name = basename(templateFile, '.yaml');
  const { ConnectionArn } = await callJson(on, 'events', 'AWSEvents.CreateConnection', {
    Name,
    ...Connection.Properties,
  });
  const { ApiDestinationArn } = await callJson(on, 'events', 'AWSEvents.CreateApiDestination', {
    ...Destination.Properties,
    Name,
    ConnectionArn,
    InvocationEndpoint: WebhookUrl,
  });
  delete template.Resources.Connection;
  delete template.Resources.Destination;
  const reference = JSON.stringify({ 'Fn::GetAtt': 'Destination.Arn' });
  return JSON.stringify(template).replaceAll(reference, JSON.stringify(ApiDestinationArn));
}

async function topicOf({ endpoint, credentials }: Emulator): Promise<string> {
  const cloudFormation = new CloudFormationClient({ endpoint, region, credentials });
  const { StackResources = [] } = await cloudFormation.send(
    new DescribeStackResourcesCommand({ StackName: 'morning-email' }),
  );
  return StackResources.find(({ ResourceType }) => ResourceType === 'AWS::SNS::Topic')?.PhysicalResourceId ?? '';
}
