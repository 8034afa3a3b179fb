import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { differences } from '../support/sim/differential.ts';
import { tried } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const items = tried(300, 2_000, 5_000);

it(`the table in memory behaves like the embedded database, for ${items} random items and every expression of the project`, async () => {
  await holdsAsync(differences(db.table, randomUUID), { numRuns: items });
});

describe('the table in memory refuses', () => {
  const store = memDynamo();
  const key = { pk: { S: 'p' }, sk: { S: 's' } };

  it.each([
    ['an operation that nobody owns', 'ExecuteStatement', {}],
    [
      'a clause that nobody owns',
      'UpdateItem',
      { Key: key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } },
    ],
    [
      'a comparator that nobody owns',
      'UpdateItem',
      { Key: key, UpdateExpression: 'REMOVE a', ConditionExpression: 'a <> b' },
    ],
    [
      'a function that nobody owns',
      'UpdateItem',
      { Key: key, UpdateExpression: 'REMOVE a', ConditionExpression: 'begins_with(a, b)' },
    ],
    ['an element of a list', 'UpdateItem', { Key: key, UpdateExpression: 'REMOVE a[0]' }],
    ['a key condition that nobody owns', 'Query', { KeyConditionExpression: 'pk > :pk' }],
    [
      'a name that is not used',
      'UpdateItem',
      { Key: key, UpdateExpression: 'REMOVE a', ExpressionAttributeNames: { '#b': 'b' } },
    ],
    ['a name that is not given', 'UpdateItem', { Key: key, UpdateExpression: 'REMOVE #a' }],
    [
      'two changes of one path',
      'UpdateItem',
      { Key: key, UpdateExpression: 'SET a = :one REMOVE a', ExpressionAttributeValues: { ':one': { N: '1' } } },
    ],
    ['a key twice in a batch of reads', 'BatchGetItem', { RequestItems: { memory: { Keys: [key, key] } } }],
    [
      'a key twice in a batch of writes',
      'BatchWriteItem',
      { RequestItems: { memory: [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: key } }] } },
    ],
    [
      'a path through nothing',
      'UpdateItem',
      { Key: key, UpdateExpression: 'SET a.b = :one', ExpressionAttributeValues: { ':one': { N: '1' } } },
    ],
  ])('%s', (_, operation, input) => {
    expect(() => store.perform(operation, input)).toThrow();
  });
});
