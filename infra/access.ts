import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { partitions } from '../shared/table/store/item-keys.ts';

// What a role may do, as sentences. A condition on leading keys holds for every key of a request; that there are any is
// demanded too, since ForAllValues is true of none.

/** Items by their keys; never a scan. */
const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writing = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

/** Reads what accounts have: clients, their records, views. */
export function readTenants(table: Table): PolicyStatement {
  return onKeys(table, [partitions.tenants], reading);
}

/** Counts requests on API keys; cannot bind a key to another account, as it may not name that attribute. */
export function countRequests(table: Table): PolicyStatement {
  return onKeys(table, [partitions.apiKeys], ['dynamodb:UpdateItem'], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'st', 'exp', 'w'] },
  });
}

/** Reads and writes scores and views; knows of no key. */
export function writeTenants(table: Table): PolicyStatement {
  return onKeys(table, [partitions.tenants], [...reading, ...writing]);
}

export function listAccounts(table: Table): PolicyStatement {
  return onKeys(table, [partitions.accounts], ['dynamodb:Query']);
}

/** Writes on the condition that there is an account. */
export function askForAccounts(table: Table): PolicyStatement {
  return onKeys(table, [partitions.accounts], ['dynamodb:ConditionCheckItem']);
}

/** Everything the operator's CLI does to the table. */
export function operateTable(table: Table): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...reading, ...writing],
    resources: [table.tableArn],
  });
}

export function sendTo(queue: IQueue): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['sqs:SendMessage'],
    resources: [queue.queueArn],
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
