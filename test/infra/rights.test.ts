import { expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import { named, type Statement, statementsOf } from '../support/infra/policies.ts';
import { resourcesOf, synthesise } from '../support/infra/template.ts';

const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';
const backupCopyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';
const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', kmsKeyArn, backupCopyTo });

const all = (service: string, actions: string) => actions.replaceAll(/\w+/g, `${service}:$&`);
const reads = all('dynamodb', 'GetItem BatchGetItem Query');
const writes = all('dynamodb', 'PutItem UpdateItem DeleteItem BatchWriteItem ConditionCheckItem');
const decrypts = all('kms', 'Decrypt DescribeKey');
const encrypts = all('kms', 'Encrypt GenerateDataKey GenerateDataKeyWithoutPlaintext ReEncryptFrom ReEncryptTo');

/** A statement in one line, with names for what many of them have. */
function said({ Effect, Action, Resource, Condition = {} }: Statement): string {
  const on = [Resource].flat().map((each) => named(each).replace(/^arn:aws:(\w+):eu-west-1:(123456789012)?:/, '$1 '));
  const conditions = Object.entries(Condition).flatMap(([operator, tests]) =>
    Object.entries(tests).map(([key, values]) => `, ${operator} ${key} ${[values].flat().map(named).join(' ')}`),
  );
  return `${Effect} ${[Action].flat().join(' ')}: ${on.join(' ')}${conditions.join('')}`
    .replace(/^Allow /, '')
    .replace(reads, 'READ')
    .replace(writes, 'WRITE')
    .replace(`${decrypts} ${encrypts}`, 'USE KEY')
    .replace(decrypts, 'DECRYPT')
    .replace(/: DataTable, ForAllValues:StringLike dynamodb:LeadingKeys (.*?), Null dynamodb:LeadingKeys false/, ' $1')
    .replace(/: kms key\/0a1b2c3d[\w-]+(, StringEquals kms:ViaService)?/, '')
    .replaceAll('.eu-west-1.AWS::URLSuffix', '')
    .replace(/(?<=PutLogEvents: )\w+Log$/, 'its own');
}

// every function writes its own log, and traces
const ofFunctions = [
  'logs:CreateLogStream logs:PutLogEvents: its own',
  'xray:PutTraceSegments xray:PutTelemetryRecords: *',
];
const ofInbox = [
  'dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem INBOXES',
  'dynamodb:GetItem dynamodb:Query dynamodb:ConditionCheckItem ACCOUNTS',
  'dynamodb:GetItem CUST#*',
  's3:ListBucket s3:ListBucketVersions: InboxBucket',
  's3:GetObject s3:GetObjectVersion s3:DeleteObjectVersion: InboxBucket/in/*',
  's3:PutObject: InboxBucket/done/* InboxBucket/failed/* InboxBucket/reports/* InboxBucket/rejects/*',
  's3:GetObject: InboxBucket/reports/*',
  'sqs:SendMessage: InboxQueue',
  'sns:Publish: InboxNotices',
  'USE KEY dynamodb',
  'USE KEY s3',
  'USE KEY sqs',
  'USE KEY sns',
];
const logGroups =
  'ApiclientsLog ApiclientrecordsLog ApistreamsLog ApiportfoliosLog ApialignmentLog ApitopicsLog ApiexportLog ApimcpLog NightnightlyLog NightworkerLog InboxinboxLog InboximporterLog ApiAccessLog';
const watching = [
  'sqs:GetQueueAttributes: NightQueue NightDeadLetters NightMissed',
  `logs:FilterLogEvents logs:StartQuery: ${logGroups}`,
  'logs:GetQueryResults cloudwatch:GetMetricData: *',
  'cloudwatch:DescribeAlarms: cloudwatch alarm:*',
  'backup:DescribeRegionSettings backup:DescribeGlobalSettings backup:ListBackupJobs backup:ListCopyJobs: *',
  'backup:DescribeBackupVault: BackupsVault',
];
const keysOfGateway = [
  'apigateway:POST: apigateway /apikeys, StringEquals aws:RequestTag/client-health client-health-prod',
  'apigateway:PUT: apigateway /tags/arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Fapikeys%2F*, StringEquals aws:RequestTag/client-health client-health-prod',
  'apigateway:GET: apigateway /apikeys',
  'apigateway:GET apigateway:PATCH apigateway:DELETE: apigateway /apikeys/*, StringEquals aws:ResourceTag/client-health client-health-prod',
  'apigateway:POST: apigateway /usageplans/ApiRestFuse/keys',
];
const stack = 'cloudformation:DescribeStacks: cloudformation stack/client-health-prod/*';

const rights: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    groups.map(({ name }) => [
      `Api${name.replaceAll('-', '')}Role`,
      [
        ...ofFunctions,
        // the topics are the same for every account
        ...(name === 'topics' ? [] : ['READ CUST#*']),
        'dynamodb:UpdateItem KEY#*, ForAllValues:StringEquals dynamodb:Attributes pk sk st exp w',
        'USE KEY dynamodb',
      ],
    ]),
  ),
  // it calls the API, as anybody does
  ApimcpRole: ofFunctions,
  NightnightlyRole: [
    ...ofFunctions,
    'dynamodb:Query ACCOUNTS',
    'dynamodb:Query FEEDS',
    'dynamodb:GetItem WRITERS',
    'READ CUST#*',
    'sqs:SendMessage: NightQueue',
    'DECRYPT dynamodb',
    'USE KEY sqs',
    'sqs:SendMessage: NightMissed',
    'kms:DescribeKey',
  ],
  NightworkerRole: [
    ...ofFunctions,
    'READ WRITE CUST#*',
    'dynamodb:ConditionCheckItem ACCOUNTS',
    'sqs:ReceiveMessage sqs:DeleteMessage sqs:ChangeMessageVisibility sqs:GetQueueAttributes: NightQueue',
    'events:PutEvents: events event-bus/default, StringEquals events:source client-health',
    'sqs:SendMessage: NightQueue',
    'USE KEY dynamodb',
    'USE KEY sqs',
  ],
  NightScheduleRole: ['lambda:InvokeFunction: NightnightlyFunction', 'sqs:SendMessage: NightMissed', 'USE KEY sqs'],
  InboximporterRole: [
    ...ofFunctions,
    ...ofInbox,
    'READ WRITE CUST#*',
    'READ WRITE WRITERS FEEDS',
    'sqs:ReceiveMessage sqs:DeleteMessage sqs:ChangeMessageVisibility sqs:GetQueueAttributes: InboxQueue',
    'sqs:SendMessage: NightQueue',
  ],
  InboxinboxRole: [...ofFunctions, ...ofInbox, 'dynamodb:Query FEEDS', 'dynamodb:GetItem DELETED'],
  InboxScheduleRole: ['lambda:InvokeFunction: InboxinboxFunction'],
  BackupsRole: [],
  ExecutionLogRole: ['logs:PutRetentionPolicy: logs log-group:API-Gateway-Execution-Logs_ApiRest/v1:*'],
  OperatorPolicy: [
    ...watching,
    ...keysOfGateway,
    stack,
    'READ WRITE: DataTable',
    'sqs:SendMessage: NightQueue',
    'USE KEY dynamodb sqs s3',
    's3:ListBucket s3:ListBucketVersions: InboxBucket',
    's3:GetObject s3:PutObject s3:DeleteObjectVersion: InboxBucket/*',
    'sns:Subscribe: InboxNotices',
    'sns:Unsubscribe: *',
    'READ: DataTable-restored*',
  ],
  OperatorRepair: [
    'sqs:StartMessageMoveTask sqs:ListMessageMoveTasks sqs:CancelMessageMoveTask: NightDeadLetters',
    'sqs:GetQueueAttributes sqs:ReceiveMessage sqs:DeleteMessage sqs:PurgeQueue: NightDeadLetters NightMissed',
    'sqs:SendMessage: NightQueue',
    'USE KEY dynamodb sqs',
    'scheduler:GetSchedule scheduler:UpdateSchedule: NightAtMidnight NightEveryQuarter ExecutionLogRetention InboxEveryFiveMinutes',
    'iam:PassRole: NightScheduleRole ExecutionLogRole InboxScheduleRole, StringEquals iam:PassedToService scheduler.amazonaws.com',
    'dynamodb:RestoreTableToPointInTime dynamodb:DescribeContinuousBackups: DataTable',
    'kms:CreateGrant dynamodb, Bool kms:GrantIsForAWSResource true',
    'READ dynamodb:BatchWriteItem dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem dynamodb:Scan dynamodb:DescribeTable dynamodb:DeleteTable dynamodb:RestoreTableToPointInTime: DataTable-restored*',
  ],
  OperatorRead: [
    ...watching,
    stack,
    'READ: DataTable',
    'DECRYPT dynamodb',
    's3:ListBucket s3:ListBucketVersions: InboxBucket',
    's3:GetObject: InboxBucket/reports/*',
    'DECRYPT s3',
  ],
  OperatorData: [
    stack,
    'READ WRITE CUST#*',
    'READ WRITE WRITERS FEEDS',
    'dynamodb:GetItem dynamodb:Query dynamodb:ConditionCheckItem ACCOUNTS',
    'sqs:SendMessage: NightQueue',
    'USE KEY dynamodb',
    'USE KEY sqs',
    's3:ListBucket s3:ListBucketVersions: InboxBucket',
    's3:GetObject: InboxBucket/reports/*',
    's3:GetObject: InboxBucket/rejects/*',
    's3:PutObject: InboxBucket/in/*',
    'sns:Subscribe: InboxNotices',
    'sns:Unsubscribe: *',
    'USE KEY s3',
    'dynamodb:GetItem dynamodb:UpdateItem INBOXES',
  ],
  OperatorKeys: [
    ...keysOfGateway,
    stack,
    'READ dynamodb:UpdateItem dynamodb:ConditionCheckItem KEY#* KEYS ACCOUNTS',
    'dynamodb:PutItem dynamodb:DeleteItem KEY#* KEYS',
    'USE KEY dynamodb',
  ],
};

it('each role and each policy for operators may do this, and nothing else', () => {
  const documents = Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    if (Type === 'AWS::IAM::Role') return [[id, statementsOf(template, id)] as const];
    if (Type !== 'AWS::IAM::ManagedPolicy') return [];
    return [[id, (Properties.PolicyDocument as { Statement: Statement[] }).Statement] as const];
  });
  const found = documents.map(([id, statements]) => [named({ Ref: id }), statements.map(said).sort()]);
  const expected = Object.entries(rights).map(([name, lines]) => [name, lines.toSorted()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

it('a role is taken by the service that it is for, and by nobody else', () => {
  const { template: withLogRole } = synthesise({ env: 'prod', createLogRole: 'true', backupCopyTo });
  const takers = resourcesOf(withLogRole, 'AWS::IAM::Role').map(({ id, Properties }) => {
    const { Statement } = Properties.AssumeRolePolicyDocument as { Statement: { Principal: { Service: string } }[] };
    return [named({ Ref: id }), Statement.map(({ Principal }) => Principal)];
  });
  const by = (service: string, ...roles: string[]) =>
    roles.map((role) => [role, [{ Service: `${service}.amazonaws.com` }]]);
  expect(Object.fromEntries(takers)).toEqual(
    Object.fromEntries([
      ...by('apigateway', 'ApiLogRole'),
      ...by('backup', 'BackupsRole'),
      ...by('scheduler', ...['Night', 'Inbox'].map((part) => `${part}ScheduleRole`), 'ExecutionLogRole'),
      ...by('lambda', ...Object.keys(rights).filter((name) => /^(Api|Night[nw]|Inboxi)/.test(name))),
    ]),
  );
});
