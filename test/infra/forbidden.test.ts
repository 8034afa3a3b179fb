import { expect, it } from 'vitest';
import { type Attempt, allows, named, type Statement } from '../support/infra/policies.ts';
import { resourcesOf, synthesise } from '../support/infra/template.ts';

// What no role and no policy of the deployment may do, and what some must be able to do.

const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com' });
const [table = ''] = resourcesOf(template, 'AWS::DynamoDB::Table').map(({ id }) => id);
const [pool = ''] = resourcesOf(template, 'AWS::Cognito::UserPool').map(({ id }) => id);
const arn = (service: string, rest: string) => `arn:aws:${service}:eu-west-1:123456789012:${rest}`;
const gateway = 'arn:aws:apigateway:eu-west-1::';
const foreignKey = 'arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Fapikeys%2Fabc';

const principals = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) =>
  resourcesOf(template, type).map(({ id, Properties }) => ({
    name: named(id),
    // the page's session is one of the account that the attempts are about
    statements: JSON.parse(
      JSON.stringify(Properties.PolicyDocument).replaceAll(/\$\{aws:PrincipalTag\/client-health-account\}/g, 'acme'),
    ).Statement as Statement[],
  })),
);

const forbidden: readonly Attempt[] = [
  { action: 'dynamodb:UpdateItem', on: table, keys: ['LOG#acme'] },
  { action: 'dynamodb:DeleteItem', on: table, keys: ['LOG#acme'] },
  { action: 'dynamodb:BatchWriteItem', on: table, keys: ['LOG#acme'] },
  { action: 'dynamodb:BatchWriteItem', on: table, keys: ['CUST#acme', 'LOG#acme'] },
  ...['Scan', 'DeleteTable', 'UpdateTable', 'UpdateContinuousBackups', 'UpdateTimeToLive', 'TagResource'].map(
    (action) => ({ action: `dynamodb:${action}`, on: table }),
  ),
  { action: 'dynamodb:DeleteBackup', on: `${table}/backup/1` },
  { action: 'backup:DeleteRecoveryPoint', on: arn('backup', 'recovery-point:1') },
  ...['DeleteLogGroup', 'DeleteLogStream', 'PutRetentionPolicy'].map((action) => ({
    action: `logs:${action}`,
    on: arn('logs', 'log-group:/aws/lambda/any'),
  })),
  ...['DeleteUserPool', 'AdminSetUserPassword', 'AdminUpdateUserAttributes', 'AdminInitiateAuth'].map((action) => ({
    action: `cognito-idp:${action}`,
    on: pool,
  })),
  { action: 'apigateway:PUT', on: `${gateway}/tags/${foreignKey}`, requestTags: { 'client-health': 'another-stack' } },
  { action: 'apigateway:PUT', on: `${gateway}/tags/${foreignKey}` },
  // with the tags of this deployment, which would make it ours
  {
    action: 'apigateway:PUT',
    on: `${gateway}/tags/${foreignKey}`,
    requestTags: { 'client-health': 'client-health-prod', 'client-health-account': 'acme' },
    resourceTags: { 'client-health': 'another-stack' },
  },
  { action: 'apigateway:DELETE', on: `${gateway}/tags/${foreignKey}` },
  { action: 'apigateway:DELETE', on: `${gateway}/apikeys/abc` },
  { action: 'apigateway:DELETE', on: `${gateway}/apikeys/abc`, resourceTags: { 'client-health': 'another-stack' } },
  { action: 'apigateway:PATCH', on: `${gateway}/apikeys/abc` },
  { action: 'apigateway:DELETE', on: `${gateway}/restapis/abc` },
  { action: 's3:DeleteBucket', on: 'Inbox' },
  { action: 's3:PutBucketPolicy', on: 'Inbox' },
  { action: 'kms:ScheduleKeyDeletion', on: arn('kms', 'key/1') },
  { action: 'sqs:DeleteQueue', on: 'NightQueue' },
  { action: 'sns:DeleteTopic', on: 'InboxNotices' },
  { action: 'lambda:UpdateFunctionCode', on: arn('lambda', 'function:any') },
  { action: 'lambda:InvokeFunction', on: arn('lambda', 'function:another-stack') },
  { action: 'iam:CreateAccessKey', on: arn('iam', 'user/any') },
  { action: 'iam:PutRolePolicy', on: arn('iam', 'role/any') },
  { action: 'sts:AssumeRole', on: arn('iam', 'role/any') },
  { action: 'cloudformation:DeleteStack', on: arn('cloudformation', 'stack/client-health-prod/1') },
  { action: 'cloudtrail:StopLogging', on: arn('cloudtrail', 'trail/any') },
];

it('no principal deletes what is kept, changes a line of a log, or touches keys that are not its own', () => {
  const pairs = principals.flatMap((principal) => forbidden.map((attempt) => ({ ...principal, attempt })));
  expect(pairs.length).toBeGreaterThan(200);
  const allowed = pairs.filter(({ statements, attempt }) => allows(statements, attempt));
  expect(allowed.map(({ name, attempt }) => `${name}: ${JSON.stringify(attempt)}`)).toEqual([]);
});

it('a key of this deployment may be tagged when it is made, and a session of the page tags those of its account alone', () => {
  const tagging = { action: 'apigateway:PUT', on: `${gateway}/tags/${foreignKey}` };
  const tagsOf = (account: string) => ({ 'client-health': 'client-health-prod', 'client-health-account': account });
  const mayTag = (attempt: object) =>
    principals
      .filter(({ statements }) => allows(statements, { ...tagging, ...attempt }))
      .map(({ name }) => name)
      .sort();
  expect(mayTag({ requestTags: tagsOf('acme') })).toEqual([
    'AccountSessionDefaultPolicy',
    'OperatorKeys',
    'OperatorPolicy',
  ]);
  expect(mayTag({ requestTags: tagsOf('acme'), resourceTags: tagsOf('other') })).toEqual([
    'OperatorKeys',
    'OperatorPolicy',
  ]);
});

it('whoever changes an account may add to its log', () => {
  const attempt = { action: 'dynamodb:PutItem', on: table, keys: ['LOG#acme'] };
  const may = principals.filter(({ statements }) => allows(statements, attempt)).map(({ name }) => name);
  expect(may.sort()).toEqual([
    'AccountSessionDefaultPolicy',
    'InboximporterRoleDefaultPolicy',
    'InboxinboxRoleDefaultPolicy',
    'OperatorData',
    'OperatorKeys',
    'OperatorPolicy',
  ]);
});

it('the function that delivers messages reaches no data, though a receiver should find a way into it', () => {
  const sender = principals.find(({ name }) => name === 'NoticesnoticesRoleDefaultPolicy') ?? expect.fail();
  const idOf = (type: string, name: string) =>
    resourcesOf(template, type).find(({ id }) => named(id) === name)?.id ?? expect.fail(name);
  const [bucket, night, own] = [
    idOf('AWS::S3::Bucket', 'InboxBucket'),
    idOf('AWS::SQS::Queue', 'NightQueue'),
    idOf('AWS::SQS::Queue', 'NoticesQueue'),
  ];
  const attempts: Attempt[] = [
    ...['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].flatMap(
      (action) =>
        ['CUST#acme', 'NOTICES#acme', 'ACCOUNTS', 'KEYS'].map((key) => ({
          action: `dynamodb:${action}`,
          on: table,
          keys: [key],
        })),
    ),
    ...['GetObject', 'PutObject'].map((action) => ({ action: `s3:${action}`, on: `${bucket}/in/acme/a.csv` })),
    { action: 'sqs:ReceiveMessage', on: night },
    { action: 'ses:SendEmail', on: arn('ses', 'identity/example.com') },
    { action: 'sts:AssumeRole', on: idOf('AWS::IAM::Role', 'AccountSession') },
  ];
  expect(attempts.filter((attempt) => allows(sender.statements, attempt))).toEqual([]);
  // what it must be able to do, which shows that these names are those of the policies
  for (const queue of [own, night]) {
    expect(allows(sender.statements, { action: 'sqs:SendMessage', on: queue })).toBe(true);
  }
});

it.each([
  ['dynamodb:Query', ['AccountSessionDefaultPolicy', 'InboximporterRoleDefaultPolicy', 'OperatorData']],
  ['dynamodb:PutItem', ['AccountSessionDefaultPolicy']],
  ['dynamodb:DeleteItem', []],
  ['dynamodb:BatchWriteItem', []],
])('beside those who read or operate the whole table, %s of what was erased', (action, allowed) => {
  const attempt = { action, on: table, keys: ['ERASED#acme'] };
  const may = principals.filter(({ statements }) => allows(statements, attempt)).map(({ name }) => name);
  expect(may.filter((name) => !['OperatorPolicy', 'OperatorRead'].includes(name)).sort()).toEqual(allowed);
});

it('nobody but the worker, the page, and who operates accounts or their people reads notices, which have secrets', () => {
  const attempt = { action: 'dynamodb:Query', on: table, keys: ['NOTICES#acme'] };
  const may = principals.filter(({ statements }) => allows(statements, attempt)).map(({ name }) => name);
  expect(may.sort()).toEqual([
    'AccountSessionDefaultPolicy',
    'NightworkerRoleDefaultPolicy',
    'OperatorKeys',
    'OperatorPolicy',
  ]);
});
