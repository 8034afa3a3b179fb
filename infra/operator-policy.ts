import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import type { CfnUsagePlan, RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { operateTable, sendTo } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';

export interface OperatedResources {
  readonly rest: RestApi;
  readonly plan: UsagePlan;
  readonly table: Table;
  readonly queue: IQueue;
  /** Dead letters and missed nights. */
  readonly failed: readonly IQueue[];
  readonly functions: readonly Pick<LambdaFunction, 'logGroup'>[];
  readonly encryption: Encryption;
}

/** The permissions that a person needs to run the operator's CLI against this deployment, and no others. */
export class OperatorPolicy extends Construct {
  readonly policy: ManagedPolicy;

  constructor(scope: Construct, id: string, of: OperatedResources) {
    super(scope, id);
    const stack = Stack.of(this).stackName;
    const apiGateway = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::`;
    const planKeys = `${apiGateway}/usageplans/${of.plan.usagePlanId}/keys`;
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.policy = new ManagedPolicy(this, 'Policy', {
      description: 'Runs the client health CLI: accounts, keys, facts and scores of one deployment',
      statements: [
        operateTable(of.table),
        sendTo(of.queue),
        ...of.encryption.write('dynamodb'),
        ...of.encryption.write('sqs'),
        new PolicyStatement({
          actions: ['sqs:GetQueueAttributes'],
          resources: [of.queue, ...of.failed].map(({ queueArn }) => queueArn),
        }),
        new PolicyStatement({
          actions: ['logs:FilterLogEvents'],
          resources: of.functions.map(({ logGroup }) => logGroup.logGroupArn),
        }),
        new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] }),
        // API Gateway generates the ids of its keys, so a policy cannot name single keys
        new PolicyStatement({ actions: ['apigateway:GET', 'apigateway:POST'], resources: [`${apiGateway}/apikeys`] }),
        new PolicyStatement({
          actions: ['apigateway:GET', 'apigateway:PATCH', 'apigateway:DELETE'],
          resources: [`${apiGateway}/apikeys/*`],
        }),
        new PolicyStatement({
          actions: ['apigateway:GET', 'apigateway:POST', 'apigateway:DELETE'],
          resources: [planKeys, `${planKeys}/*`],
        }),
        new PolicyStatement({
          actions: ['cloudformation:DescribeStacks'],
          resources: [
            Stack.of(this).formatArn({ service: 'cloudformation', resource: `stack/${stack}`, resourceName: '*' }),
          ],
        }),
      ],
    });
    const plan = of.plan.node.defaultChild as CfnUsagePlan;
    acknowledge.stackByItsName(this.policy, stack);
    acknowledge.alarmsByPrefix(this.policy);
    acknowledge.keysOfTheGateway(this.policy, Stack.of(this).getLogicalId(plan));
  }
}
