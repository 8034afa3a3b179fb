import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import type { UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { keyTag } from '../shared/domain/access/key-tags.ts';
import * as access from './access.ts';
import type { AccountPage } from './account-page.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import type { Inbox } from './inbox.ts';
import type { Notices } from './notices.ts';
import type { Settings } from './settings.ts';

export interface OperatedResources {
  readonly settings: Settings;
  readonly plan: UsagePlan;
  readonly table: Table;
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  readonly missed: IQueue;
  readonly inbox: Inbox | undefined;
  readonly notices: Notices | undefined;
  readonly page: AccountPage | undefined;
  readonly logGroups: readonly ILogGroup[];
  /** Those that commands read. */
  readonly readLogs: readonly ILogGroup[];
  readonly schedules: readonly CfnSchedule[];
  readonly scheduleRoles: readonly IRole[];
  readonly encryption: Encryption;
  /** The vault of backups, with `-c backupCopyTo`. */
  readonly vault: IBackupVault | undefined;
  /** That mails alarms. */
  readonly alarmMails: ITopic | undefined;
}

/** Managed policies for the people and jobs that run the operator's CLI. docs/operations.md says who needs which. */
export class OperatorPolicies extends Construct {
  /** Looks at everything except the secrets of keys and of notices, and changes nothing. */
  readonly read: ManagedPolicy;
  /** Imports, scores and exports. Has no access to keys, and cannot create or delete accounts. */
  readonly data: ManagedPolicy;
  /** Issues and ends keys. Has no access to the data of accounts. */
  readonly keys: ManagedPolicy;
  /** Runs every command. */
  readonly everything: ManagedPolicy;
  /** Runs the `aws` commands of the runbook that repair a deployment. Apart, because IAM allows a policy 6,144 characters. */
  readonly repair: ManagedPolicy;

  constructor(scope: Construct, id: string, of: OperatedResources) {
    super(scope, id);
    const { table, encryption, inbox } = of;
    const read = [
      access.readTable(table),
      ...encryption.read('dynamodb'),
      ...(inbox ? [...access.readReports(inbox.bucket), ...encryption.read('s3')] : []),
      describeStack(this),
      ...this.#watch(of),
      filterLogs(of.logGroups),
    ];
    const files = inbox
      ? [...access.useInbox(inbox.bucket), ...access.manageNotices(inbox.notices), ...encryption.write('s3')]
      : [];
    const services = ['dynamodb', 'sqs', ...(inbox ? ['s3' as const] : [])] as const;
    const people = of.page ? [access.managePeople(of.page.pool, of.settings)] : [];
    const keys = [...gatewayKeys(of), ...people, describeStack(this)];
    // its id is older than the others
    this.everything = this.#policy(
      'Policy',
      'Runs the client health CLI: accounts, keys, facts and scores of one deployment',
      [
        ...access.operateTable(table),
        // for `accounts restore`
        new PolicyStatement({ actions: access.reading, resources: [restoredTables(table)] }),
        access.sendTo(of.queue),
        ...encryption.write(...services),
        ...this.#watch(of),
        filterLogs(of.readLogs),
        ...keys,
        ...(inbox ? access.operateInbox(inbox.bucket, inbox.notices) : []),
      ],
    );
    this.repair = this.#policy('Repair', 'Redrives, stops the schedules and restores the table of one deployment', [
      ...this.#repair(of),
      filterLogs(of.logGroups),
      // a redrive sends the messages to the queue that they came from
      access.sendTo(of.queue),
      ...(of.notices ? [access.sendTo(of.notices.queue)] : []),
      ...encryption.write('dynamodb', 'sqs'),
    ]);
    this.read = this.#policy('Read', 'Watches one deployment: status, usage, inspect, lists of accounts', read);
    this.data = this.#policy('Data', 'Imports, scores and exports data of one deployment; no keys', [
      access.writeTenants(table),
      access.appendToLogs(table),
      access.lockImports(table),
      access.readErased(table),
      access.checkAccounts(table),
      access.sendTo(of.queue),
      ...encryption.write('dynamodb'),
      ...encryption.write('sqs'),
      ...files,
      ...(inbox ? [access.configureInboxes(table)] : []),
      describeStack(this),
    ]);
    this.keys = this.#policy('Keys', 'Issues and ends API keys of one deployment, and invites people; no data', [
      ...access.writeKeys(table),
      access.appendToLogs(table),
      ...(of.page ? access.writePeople(table) : []),
      ...encryption.write('dynamodb'),
      ...keys,
    ]);
    acknowledge.watchesWithoutResource(this.read, this.everything);
    if (inbox) {
      acknowledge.filesOfTheInbox(inbox.bucketId, this.read, this.data, this.everything);
      acknowledge.endsOfSubscriptions(this.data, this.everything);
    }
    acknowledge.alarmsByPrefix(this.read, this.everything);
    acknowledge.stackByItsName(Stack.of(this).stackName, this.read, this.data, this.keys, this.everything);
    acknowledge.keysOfTheGateway(this.keys, this.everything);
    acknowledge.restoredTables(
      Stack.of(this).getLogicalId(table.node.defaultChild as CfnTable),
      this.repair,
      this.everything,
    );
  }

  #policy(id: string, description: string, statements: PolicyStatement[]): ManagedPolicy {
    return new ManagedPolicy(this, id, { description, statements });
  }

  #watch({ queue, deadLetters, missed, vault, alarmMails, page }: OperatedResources): PolicyStatement[] {
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return [
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes'],
        resources: [queue, deadLetters, missed].map(({ queueArn }) => queueArn),
      }),
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] }),
      // IAM binds these to no resource: results of a query have an id alone, and metrics belong to the account
      new PolicyStatement({
        actions: ['logs:GetQueryResults', 'cloudwatch:GetMetricData'],
        resources: ['*'],
      }),
      ...(vault ? watchBackups(vault) : []),
      ...(alarmMails
        ? [new PolicyStatement({ actions: ['sns:ListSubscriptionsByTopic'], resources: [alarmMails.topicArn] })]
        : []),
      ...(page
        ? [new PolicyStatement({ actions: ['cognito-idp:DescribeUserPool'], resources: [page.pool.userPoolArn] })]
        : []),
    ];
  }

  /** Redrives and empties queues, stops the schedules, and restores the table under another name. */
  #repair({ table, deadLetters, missed, notices, schedules, scheduleRoles, encryption }: OperatedResources) {
    const failed = [deadLetters, ...(notices ? [notices.deadLetters] : [])];
    return [
      new PolicyStatement({
        actions: ['sqs:StartMessageMoveTask', 'sqs:ListMessageMoveTasks', 'sqs:CancelMessageMoveTask'],
        resources: failed.map(({ queueArn }) => queueArn),
      }),
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:PurgeQueue'],
        resources: [...failed, missed].map(({ queueArn }) => queueArn),
      }),
      new PolicyStatement({
        actions: ['scheduler:GetSchedule', 'scheduler:UpdateSchedule'],
        resources: schedules.map(({ attrArn }) => attrArn),
      }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: scheduleRoles.map(({ roleArn }) => roleArn),
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
      ...encryption.grant('dynamodb'),
      new PolicyStatement({
        actions: ['dynamodb:RestoreTableToPointInTime', 'dynamodb:DescribeContinuousBackups'],
        resources: [table.tableArn],
      }),
      // what a restore does with the new table, and deleting it afterwards
      new PolicyStatement({
        actions: [
          ...access.reading,
          ...['BatchWriteItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Scan'].map((action) => `dynamodb:${action}`),
          ...['DescribeTable', 'DeleteTable', 'RestoreTableToPointInTime'].map((action) => `dynamodb:${action}`),
        ],
        resources: [restoredTables(table)],
      }),
    ];
  }
}

/** Tables under the name of the deployment's own with an ending. */
const restoredTables = ({ tableArn }: Table) => `${tableArn}-restored*`;

const filterLogs = (groups: readonly ILogGroup[]) =>
  new PolicyStatement({
    actions: ['logs:FilterLogEvents', 'logs:StartQuery'],
    resources: groups.map(({ logGroupArn }) => logGroupArn),
  });

function watchBackups({ backupVaultArn }: IBackupVault): PolicyStatement[] {
  const settings = ['DescribeRegionSettings', 'DescribeGlobalSettings', 'ListBackupJobs', 'ListCopyJobs'];
  return [
    new PolicyStatement({ actions: settings.map((action) => `backup:${action}`), resources: ['*'] }),
    new PolicyStatement({ actions: ['backup:DescribeBackupVault'], resources: [backupVaultArn] }),
  ];
}

function describeStack(scope: Construct): PolicyStatement {
  const stack = Stack.of(scope);
  const resource = `stack/${stack.stackName}`;
  return new PolicyStatement({
    actions: ['cloudformation:DescribeStacks'],
    resources: [stack.formatArn({ service: 'cloudformation', resource, resourceName: '*' })],
  });
}

/**
 * The keys of this deployment in API Gateway, which its tag tells apart from those of other APIs. Lists are the
 * exception: API Gateway lists all keys of the AWS account and Region. Only a command whose answer was lost needs one.
 */
function gatewayKeys({ plan }: OperatedResources): PolicyStatement[] {
  const apiGateway = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::`;
  const stackName = Stack.of(plan).stackName;
  const tags = { [keyTag]: stackName };
  return [
    ...access.gatewayKeysOf({ plan, tags }),
    new PolicyStatement({ actions: ['apigateway:GET'], resources: [`${apiGateway}/apikeys`] }),
    new PolicyStatement({
      actions: ['apigateway:GET', 'apigateway:PATCH'],
      resources: [`${apiGateway}/apikeys/*`],
      conditions: { StringEquals: { [`aws:ResourceTag/${keyTag}`]: stackName } },
    }),
  ];
}
