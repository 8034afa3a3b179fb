import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import type { CfnRestApi, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { stageName } from './api.ts';
import type { Settings } from './settings.ts';

/**
 * The retention of the gateway's execution log. API Gateway creates its group when it writes to it first, and keeps it
 * for ever. A template cannot take over a group that exists, so a schedule sets the retention every day, without code.
 */
export class ExecutionLog extends Construct {
  readonly role: Role;
  readonly schedule: CfnSchedule;

  constructor(scope: Construct, id: string, { rest, settings }: { rest: RestApi; settings: Settings }) {
    super(scope, id);
    const stack = Stack.of(this);
    const name = `API-Gateway-Execution-Logs_${rest.restApiId}/${stageName}`;
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: "Sets the retention of the gateway's execution log",
    });
    const group = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${name}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.role.addToPolicy(new PolicyStatement({ actions: ['logs:PutRetentionPolicy'], resources: [group] }));
    acknowledge.executionLog(this.role, stack.getLogicalId(rest.node.defaultChild as CfnRestApi), stageName);
    this.schedule = new CfnSchedule(this, 'Retention', {
      scheduleExpression: 'rate(1 day)',
      flexibleTimeWindow: { mode: 'FLEXIBLE', maximumWindowInMinutes: 60 },
      target: {
        arn: `arn:${Aws.PARTITION}:scheduler:::aws-sdk:cloudwatchlogs:putRetentionPolicy`,
        roleArn: this.role.roleArn,
        input: stack.toJsonString({ LogGroupName: name, RetentionInDays: settings.logRetention }),
        // there is no group until the gateway writes to it
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    });
  }
}
