import { Validations } from 'aws-cdk-lib';
import type { CfnMethod, Method } from 'aws-cdk-lib/aws-apigateway';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

// Accepted findings of the rule packs, each with the reason. A rule that finds several things is acknowledged finding
// by finding, so a new finding of the same rule still fails.

function accept(construct: IConstruct, reason: string, ...ids: string[]): void {
  for (const id of ids) Validations.of(construct).acknowledge({ id, reason });
}

/** For a method whose callers API Gateway does not know. */
function withoutAuthorizer(method: Method, comment: string): void {
  accept(method, comment, 'AwsSolutions-APIG4', 'AwsSolutions-COG4');
  (method.node.defaultChild as CfnMethod).addMetadata('checkov', { skip: [{ id: 'CKV_AWS_59', comment }] });
}

export const acknowledge = {
  tracing: (role: IConstruct) =>
    accept(
      role,
      "X-Ray's actions take no resource: tracing needs `*`, and allows nothing but writing traces.",
      'AwsSolutions-IAM5[Resource::*]',
    ),
  noFailureQueue: (
    lambda: IConstruct,
    invoked: 'by the gateway' | 'by the pool' | 'by a queue' | 'with a destination' | 'again',
  ) =>
    accept(
      lambda,
      {
        'by the gateway': 'The gateway waits for the answer, so Lambda never keeps an event that failed.',
        'by the pool': 'Cognito waits for the answer, so Lambda never keeps an event that failed.',
        'by a queue': 'The queue keeps a message until it was handled; Lambda never keeps one.',
        'with a destination':
          'A night that was not started goes to the destination for failures, which replaces a DLQ.',
        again: 'A check that fails is not kept: the next one follows in five minutes and finds the same files.',
      }[invoked],
      'Serverless-LambdaDLQ',
    ),
  keysAreCheckedByFunctions: (method: IConstruct) =>
    accept(
      method,
      'Callers are customers with API keys, not users of a directory: the function checks key, state and limits in one conditional write before it answers.',
      'AwsSolutions-APIG4',
      'AwsSolutions-COG4',
    ),
  keysComeWithQuestions: (method: Method) =>
    withoutAuthorizer(
      method,
      'The key may be a bearer token, which API Gateway does not read. The function checks its form, and the API the key, at every call of a tool.',
    ),
  peopleSignIn: (method: Method) =>
    withoutAuthorizer(
      method,
      'An authorizer reads a header, which a page without script cannot send: the function verifies the token in a cookie, and reads at every request who the person is.',
    ),
  factorsAreTheirs: (pool: IConstruct) =>
    accept(
      pool,
      'People may add a second factor. Whether they must is up to each deployment, and costs those who cannot.',
      'AwsSolutions-COG2',
    ),
  threatsAreTheirs: (pool: IConstruct) =>
    accept(
      pool,
      'Threat protection needs a dearer plan, so it is up to each deployment.',
      'AwsSolutions-COG3',
      'AwsSolutions-COG8',
    ),
  isPublic: (method: Method) =>
    withoutAuthorizer(method, 'openapi.json describes the API and is the same for everybody.'),
  executionLog: (role: IConstruct, api: string, stage: string) =>
    accept(
      role,
      'The ending :* is part of how IAM writes the ARN of a log group.',
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:API-Gateway-Execution-Logs_<${api}>/${stage}:*]`,
    ),
  backupRole: (role: IConstruct) =>
    accept(
      role,
      "AWS Backup's own policy for making backups; only that service can take the role, and AWS extends the policy when it changes how backups of a service are made.",
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    ),
  watchesWithoutResource: (...policies: IConstruct[]) => {
    for (const policy of policies) {
      accept(
        policy,
        'Results of log queries, metrics, settings and job lists of AWS Backup take no resource. A query can only be started on the logs of this deployment.',
        'AwsSolutions-IAM5[Resource::*]',
      );
    }
  },
  endsOfSubscriptions: (...policies: IConstruct[]) => {
    for (const policy of policies) {
      accept(policy, 'IAM binds the right to end a subscription to no resource.', 'AwsSolutions-IAM5[Resource::*]');
    }
  },
  accountLogRole: (role: IConstruct) =>
    accept(
      role,
      "API Gateway writes logs for the whole account with one role, and this is AWS's own policy for just that.",
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    ),
  keysOfTheGateway: (...policies: IConstruct[]) => {
    const apiGateway = 'arn:<AWS::Partition>:apigateway:<AWS::Region>::';
    for (const policy of policies) {
      accept(
        policy,
        'Keys of the gateway get their ids when they are made. Their tag binds the policy to those of this deployment.',
        `AwsSolutions-IAM5[Resource::${apiGateway}/apikeys/*]`,
        `AwsSolutions-IAM5[Resource::${apiGateway}/tags/arn%3A<AWS::Partition>%3Aapigateway%3A<AWS::Region>%3A%3A%2Fapikeys%2F*]`,
      );
    }
  },
  restoredTables: (table: string, ...policies: IConstruct[]) => {
    for (const policy of policies) {
      accept(
        policy,
        'A table is restored under its own name with an ending that the operator chooses.',
        `AwsSolutions-IAM5[Resource::<${table}.Arn>-restored*]`,
      );
    }
  },
  stackByItsName: (stackName: string, ...policies: IConstruct[]) => {
    for (const policy of policies) {
      accept(
        policy,
        'The CLI asks for the stack by its name; the id that CloudFormation gave it, which the wildcard stands for, is not part of that.',
        `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/${stackName}/*]`,
      );
    }
  },
  alarmsByPrefix: (...policies: IConstruct[]) => {
    for (const policy of policies) {
      accept(
        policy,
        'CloudWatch lists alarms by the prefix of their names and checks the right to list against all alarms; the CLI asks for those of its stack.',
        'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]',
      );
    }
  },
  noFirewall: (stage: IConstruct) =>
    accept(
      stage,
      'A firewall costs more than a small deployment; keys, the usage plan and the stage throttle guard it. Switch one on with -c waf=true.',
      'AwsSolutions-APIG3',
    ),
  isDeadLetterQueue: (queue: IConstruct) =>
    accept(
      queue,
      'This queue is where messages end that could not be handled; a further queue behind it would only hide them.',
      'AwsSolutions-SQS3',
      'Serverless-SQSRedrivePolicy',
    ),
  nextCheckFollows: (lambda: IConstruct) =>
    accept(
      lambda,
      'A check that fails is not repeated from a queue: the next one follows in five minutes and finds the same files.',
      'Serverless-LambdaAsyncFailureDestination',
    ),
  needsNoDeadLetters: (queue: IConstruct) =>
    accept(
      queue,
      'A message only says that an account has files. The check sends another one, and counts the attempts in the table.',
      'AwsSolutions-SQS3',
      'Serverless-SQSRedrivePolicy',
    ),
  filesOfTheInbox: (bucket: string, ...roles: IConstruct[]) => {
    const prefixes = ['in/', 'waiting/', 'done/', 'failed/', 'reports/', 'rejects/', 'mappings/', 'mended/', ''];
    for (const role of roles) {
      accept(
        role,
        'Accounts have prefixes of their own, and every account has one: the roles of the service work on those of all.',
        ...prefixes.map((prefix) => `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${prefix}*]`),
      );
    }
  },
  filesOfOneAccount: (bucket: string, account: string, role: IConstruct) =>
    accept(
      role,
      'Files have names that people choose, below the prefix of the account that the tag of the session names.',
      ...['in', 'reports', 'rejects'].map(
        (part) => `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${part}/${account.replace(/^..(.*).$/, '<$1>')}/*]`,
      ),
    ),
  isAccessLog: (bucket: Bucket) => {
    const comment = 'This bucket holds the access log; a log of its own would log itself.';
    accept(bucket, comment, 'AwsSolutions-S1');
    const unversioned = { id: 'CKV_AWS_21', comment: 'S3 writes each of its objects once.' };
    (bucket.node.defaultChild as CfnBucket).addMetadata('checkov', {
      skip: [{ id: 'CKV_AWS_18', comment }, unversioned],
    });
  },
  mailHasNoDeadLetters: (subscription: IConstruct) =>
    accept(
      subscription,
      'Alarms are mailed: SNS tries again by itself, and there is nobody to send an old alarm to once more. CloudWatch keeps its history.',
      'Serverless-SNSRedrivePolicy',
    ),
  failuresAreListed: (rule: IConstruct) => {
    accept(
      rule,
      'A topic that was named by its ARN: EventBridge, like CloudWatch, publishes to those of its own Region alone.',
      'Annotation::@aws-cdk/aws-events:ruleUnresolvedEnvironment',
    );
    accept(
      rule,
      'The message only says early that a job failed: AWS Backup lists its jobs, and `status --backups` fails until a later one succeeds.',
      'Serverless-EventBusDLQ',
    );
  },
  queueHasDeadLetters: (mapping: IConstruct) =>
    accept(
      mapping,
      'A failure destination of the mapping does not exist for SQS. The queue of the night has a DLQ; for that of the inbox, the next check sends another message.',
      'Serverless-LambdaEventSourceMappingDestination',
    ),
};
