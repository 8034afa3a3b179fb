import { Aws } from 'aws-cdk-lib';
import type { UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { accountTag, keyTag } from '../shared/domain/access/key-tags.ts';
import { partitions, partitionsOf } from '../shared/table/store/item-keys.ts';
import type { Settings } from './settings.ts';

// Policy statements for the roles. A condition on leading keys must hold for every key of a request. The statements
// also require that there is at least one key, because ForAllValues is true for a request without keys.

/** Reads items by their keys. Scans are never allowed. */
export const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writing = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

/** Reads the data of accounts: clients, their records, views. */
export function readTenants(table: Table): PolicyStatement {
  return onKeys(table, [partitions.tenants], reading);
}

/**
 * Counts requests on API keys. Cannot move a key to another account, because it may not write that attribute. State and
 * expiry (`st`, `exp`) are in the list because the condition of the count reads them, and IAM does not tell an attribute
 * that is read from one that is written.
 */
export function countRequests(table: Table): PolicyStatement {
  return onKeys(table, [partitions.apiKeys], ['dynamodb:UpdateItem'], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'st', 'exp', 'w'] },
  });
}

/** Reads and writes scores and views. Has no access to API keys. */
export function writeTenants(table: Table): PolicyStatement {
  return onKeys(table, [partitions.tenants], [...reading, ...writing]);
}

export function listAccounts(table: Table): PolicyStatement {
  return onKeys(table, [partitions.accounts], ['dynamodb:Query']);
}

/** Tells whether the deletion of an account is under way. */
export function readDeletions(table: Table): PolicyStatement {
  return onKeys(table, [partitions.deletedAccounts], ['dynamodb:GetItem']);
}

/** Reads what the feeds of accounts have sent. */
export function readFeeds(table: Table): PolicyStatement {
  return onKeys(table, [partitions.feeds], ['dynamodb:GetItem', 'dynamodb:Query']);
}

/** Allows transactions to check that an account exists. */
export function askForAccounts(table: Table): PolicyStatement {
  return onKeys(table, [partitions.accounts], ['dynamodb:ConditionCheckItem']);
}

/** Tells whether an import is at work. */
export function readLocks(table: Table): PolicyStatement {
  return onKeys(table, [partitions.locks], ['dynamodb:GetItem']);
}

/** Reads every item but notices, which have secrets, and cannot scan. */
export function readTable(table: Table): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: reading,
    resources: [table.tableArn],
    conditions: { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [partitions.notices] } },
  });
}

/** Takes and releases the locks of imports, and records what feeds have sent. */
export function lockImports(table: Table): PolicyStatement {
  return onKeys(table, [partitions.locks, partitions.feeds], [...reading, ...writing]);
}

/** Tells imports what was erased, so that they leave it out. */
export function readErased(table: Table): PolicyStatement {
  return onKeys(table, [partitions.erased], ['dynamodb:Query']);
}

/** Works on the runs of inboxes: reads their settings, changes their runs, and reads the accounts. */
export function inboxTable(table: Table): PolicyStatement[] {
  return [
    onKeys(table, [partitions.inboxes], ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem']),
    checkAccounts(table),
    // for the generation of the account, which is in its root
    onKeys(table, [partitions.tenants], ['dynamodb:GetItem']),
  ];
}

/** Reads what arrived, moves it, and stores reports and rejects. */
export function workOnFiles(bucket: Bucket): PolicyStatement[] {
  const on = (...prefixes: string[]) => prefixes.map((prefix) => bucket.arnForObjects(`${prefix}/*`));
  return [
    // ListBucket alone makes a missing object an answer 404; lists are of versions
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion'],
      resources: on('in', 'waiting', 'rejects'),
    }),
    new PolicyStatement({
      actions: ['s3:PutObject'],
      resources: on('in', 'waiting', 'done', 'failed', 'reports', 'rejects', 'mappings', 'mended'),
    }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: on('reports', 'mappings', 'mended') }),
  ];
}

/** Lists what waits, and reads reports. */
export function readReports(bucket: Bucket): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('reports/*')] }),
  ];
}

/** Puts files, and reads reports and rejects. */
export function useInbox(bucket: Bucket): PolicyStatement[] {
  return [
    ...readReports(bucket),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('rejects/*')] }),
    new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects('in/*')] }),
  ];
}

/** Subscribes addresses to the notices of an account, and ends subscriptions. */
export function manageNotices(topic: Topic): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['sns:Subscribe'], resources: [topic.topicArn] }),
    // IAM knows no resource for it: a statement about the topic allows nothing
    new PolicyStatement({ actions: ['sns:Unsubscribe'], resources: ['*'] }),
  ];
}

/** Everything that the operator's CLI does with files; the end of an account deletes all of its versions. */
export function operateInbox(bucket: Bucket, topic: Topic): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:ListBucket', 's3:ListBucketVersions'], resources: [bucket.bucketArn] }),
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObjectVersion'],
      resources: [bucket.arnForObjects('*')],
    }),
    ...manageNotices(topic),
  ];
}

/** Configures inboxes. */
export function configureInboxes(table: Table): PolicyStatement {
  return onKeys(table, [partitions.inboxes], ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
}

/** Reads accounts, and checks in transactions that they exist. */
export function checkAccounts(table: Table): PolicyStatement {
  return onKeys(table, [partitions.accounts], ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']);
}

/** Issues and ends keys, which accounts count, and suspends accounts. */
export function writeKeys(table: Table): PolicyStatement[] {
  const keys = [partitions.apiKeys, partitions.issuedKeys];
  return [
    onKeys(table, [...keys, partitions.accounts], [...reading, 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem']),
    onKeys(table, keys, ['dynamodb:PutItem', 'dynamodb:DeleteItem']),
  ];
}

/** Tells of which account a person is, and which invite the person. */
export function readLogins(table: Table): PolicyStatement {
  return onKeys(table, [partitions.logins], ['dynamodb:GetItem', 'dynamodb:Query']);
}

/** Reads where the mornings of accounts go, and writes how that went. */
export function writeNotices(table: Table): PolicyStatement {
  return onKeys(
    table,
    [partitions.notices],
    ['Query', 'GetItem', 'PutItem'].map((each) => `dynamodb:${each}`),
  );
}

/** Invites and removes the people of accounts with their notices, and reads what they changed. */
export function writePeople(table: Table): PolicyStatement[] {
  return [
    onKeys(table, [partitions.people, partitions.logins, partitions.notices], [...reading, ...writing]),
    onKeys(table, [partitions.logs], ['dynamodb:Query']),
  ];
}

/** Adds lines to logs: nobody who does may change or delete one. (IAM cannot forbid to put another one in its place.) */
export function appendToLogs(table: Table): PolicyStatement {
  return onKeys(table, [partitions.logs], ['dynamodb:PutItem']);
}

/** Invites people into the pool, finds and removes them. */
export function managePeople(pool: IUserPool, { provider }: Settings): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'AdminCreateUser',
      'AdminGetUser',
      'AdminDeleteUser',
      ...(provider ? ['AdminLinkProviderForUser'] : []),
    ].map((action) => `cognito-idp:${action}`),
    resources: [pool.userPoolArn],
  });
}

interface OnePage {
  readonly table: Table;
  readonly plan: UsagePlan;
  readonly stackName: string;
  readonly bucket: Bucket | undefined;
  /** Of the worker, which makes the lists. */
  readonly queue: IQueue;
}

/**
 * What the page of one account does; `account` is a variable of IAM. Keys, accounts, locks, settings of inboxes and feeds
 * share partitions with those of other accounts, and messages for the worker a queue: there the code decides (SECURITY.md).
 */
export function pageOfAccount(account: string, { table, plan, stackName, bucket, queue }: OnePage): PolicyStatement[] {
  const own = partitionsOf(account);
  return [
    onKeys(table, [...own.tenant, own.people, own.notices], [...reading, ...writing]),
    // of the lock, which keeps imports away while facts are written
    onKeys(
      table,
      [partitions.locks],
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((each) => `dynamodb:${each}`),
    ),
    sendTo(queue),
    // lines of the log, and hashes of what was erased
    onKeys(table, [own.log, own.erased], ['dynamodb:Query', 'dynamodb:PutItem']),
    onKeys(
      table,
      [partitions.logins],
      ['Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'].map((each) => `dynamodb:${each}`),
    ),
    onKeys(
      table,
      [partitions.apiKeys, partitions.issuedKeys],
      [...reading, ...['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map((each) => `dynamodb:${each}`)],
    ),
    onKeys(
      table,
      [partitions.accounts],
      ['GetItem', 'UpdateItem', 'ConditionCheckItem'].map((each) => `dynamodb:${each}`),
    ),
    onKeys(table, [partitions.inboxes, partitions.feeds], ['dynamodb:GetItem']),
    ...gatewayKeysOf({ plan, tags: { [keyTag]: stackName, [accountTag]: account } }),
    ...(bucket ? filesOfAccount(account, bucket) : []),
  ];
}

/** Puts files for one account, and reads what became of them. */
function filesOfAccount(account: string, bucket: Bucket): PolicyStatement[] {
  const below = (...prefixes: string[]) => prefixes.map((prefix) => `${prefix}/${account}/*`);
  const on = (...prefixes: string[]) => below(...prefixes).map((prefix) => bucket.arnForObjects(prefix));
  return [
    new PolicyStatement({ actions: ['s3:PutObject'], resources: on('in') }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: on('reports', 'rejects') }),
    // ListBucket alone makes a missing object an answer 404
    new PolicyStatement({
      actions: ['s3:ListBucket', 's3:ListBucketVersions'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': below('in', 'waiting', 'reports', 'rejects') } },
    }),
  ];
}

/** Makes and deletes keys of API Gateway with these tags. */
export function gatewayKeysOf({ plan, tags }: { plan: UsagePlan; tags: Record<string, string> }): PolicyStatement[] {
  const apiGateway = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::`;
  const conditionOn = (kind: string) => ({
    StringEquals: Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`aws:${kind}/${tag}`, value])),
  });
  const requested = conditionOn('RequestTag');
  // whoever creates a key with a tag also needs the right to tag; to tag an existing key, the right to patch it as well
  const tagging = `${apiGateway}/tags/arn%3A${Aws.PARTITION}%3Aapigateway%3A${Aws.REGION}%3A%3A%2Fapikeys%2F*`;
  return [
    new PolicyStatement({ actions: ['apigateway:POST'], resources: [`${apiGateway}/apikeys`], conditions: requested }),
    // a key that is created has no tags yet; one that has those of another deployment is not ours to tag
    new PolicyStatement({
      actions: ['apigateway:PUT'],
      resources: [tagging],
      conditions: { ...requested, StringEqualsIfExists: conditionOn('ResourceTag').StringEquals },
    }),
    new PolicyStatement({
      actions: ['apigateway:DELETE'],
      resources: [`${apiGateway}/apikeys/*`],
      conditions: conditionOn('ResourceTag'),
    }),
    new PolicyStatement({
      actions: ['apigateway:POST'],
      resources: [`${apiGateway}/usageplans/${plan.usagePlanId}/keys`],
    }),
  ];
}

/** Everything that the operator's CLI does with the table. The log has what an operator does too: it stays. */
export function operateTable(table: Table): PolicyStatement[] {
  const changing = ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: [...reading, ...writing.filter((action) => !changing.includes(action))],
      resources: [table.tableArn],
    }),
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: changing,
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [partitions.logs] } },
    }),
  ];
}

export function sendTo(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['sqs:SendMessage'],
    resources: [queue.queueArn],
  });
}

/** Mails from this address, by SES, which has verified its domain, with this configuration set. */
export function mailFrom(address: string, configurationSet: string): PolicyStatement {
  const [, domain] = address.split('@');
  const ses = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [`${ses}:identity/${domain}`, `${ses}:configuration-set/${configurationSet}`],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  });
}

/** Puts the events of nights on the default bus, and no events of others. */
export function announceNights(): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['events:PutEvents'],
    resources: [`arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:event-bus/default`],
    conditions: { StringEquals: { 'events:source': 'client-health' } },
  });
}

export function consume(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
    resources: [queue.queueArn],
  });
}

function onKeys(table: Table, leading: readonly string[], actions: string[], further: object = {}): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions,
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leading },
      Null: { 'dynamodb:LeadingKeys': 'false' },
      ...further,
    },
  });
}
