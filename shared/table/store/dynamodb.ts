import type { ItemKey } from './item-keys.ts';
import type { CommandOf, Delete, Item, OutcomeOf, RequestCalls, Update } from './table.ts';

// The calls of a table as operations of DynamoDB: what is sent, and what comes back.

/** Parts of outputs that are used. Documents in them are as the adapter receives them. */
export interface Output {
  readonly Item?: object | undefined;
  readonly Items?: readonly object[] | undefined;
  readonly Attributes?: object | undefined;
  readonly Count?: number | undefined;
  readonly LastEvaluatedKey?: object | undefined;
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
  readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys?: readonly object[] | undefined }>>;
  readonly UnprocessedItems?: Readonly<
    Record<
      string,
      readonly { readonly PutRequest?: { readonly Item: object }; readonly DeleteRequest?: { readonly Key: object } }[]
    >
  >;
  readonly ConsumedCapacity?: Consumed | readonly Consumed[] | undefined;
}

interface Consumed {
  readonly CapacityUnits?: number | undefined;
}

/** Converts a document from and to the form in which an adapter sends it. */
export interface Form {
  readonly toSent: (document: object) => object;
  readonly fromSent: (sent: object) => Item;
}

/** How each call is sent, and what its output says. */
export type Operations<C> = {
  readonly [Name in keyof C]: {
    readonly operation: string;
    readonly input: (command: CommandOf<C, Name>, table: string, form: Form) => object;
    readonly outcome: (output: Output, table: string, form: Form) => OutcomeOf<C, Name>;
  };
};

export const requestOperations: Operations<RequestCalls> = {
  get: {
    operation: 'GetItem',
    input: ({ key, consistent }, TableName, form) => ({
      TableName,
      Key: keyIn(form, key),
      ConsistentRead: consistent,
    }),
    outcome: ({ Item }, _, form) => Item && form.fromSent(Item),
  },
  getMany: {
    operation: 'BatchGetItem',
    input: ({ keys, consistent }, table, form) => ({
      RequestItems: { [table]: { Keys: keys.map((key) => keyIn(form, key)), ConsistentRead: consistent } },
    }),
    outcome: ({ Responses, UnprocessedKeys }, table, form) => ({
      items: (Responses?.[table] ?? []).map(form.fromSent),
      left: (UnprocessedKeys?.[table]?.Keys ?? []).map(form.fromSent),
    }),
  },
  query: {
    operation: 'Query',
    input: ({ range, consistent, backwards, limit, attributes, countOnly, after }, TableName, form) => ({
      TableName,
      // DynamoDB accepts no empty string as a sort key
      KeyConditionExpression: range.from === '' ? 'pk = :pk' : 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: form.toSent({
        ':pk': range.pk,
        ...(range.from !== '' && { ':from': range.from, ':to': range.to }),
      }),
      ScanIndexForward: !backwards,
      ConsistentRead: consistent,
      ...(countOnly && { Select: 'COUNT' }),
      ...(after && { ExclusiveStartKey: keyIn(form, after) }),
      ...(limit && { Limit: limit }),
      ...(attributes && { ProjectionExpression: attributes.join(', ') }),
    }),
    outcome: ({ Items = [], Count = 0, LastEvaluatedKey }, _, form) => ({
      items: Items.map(form.fromSent),
      count: Count,
      next: LastEvaluatedKey && form.fromSent(LastEvaluatedKey),
    }),
  },
  update: {
    operation: 'UpdateItem',
    input: ({ returnsItem, ...update }, table, form) => ({
      ...updateInput(update, table, form),
      ...(returnsItem && { ReturnValues: 'ALL_NEW' }),
      ...toldWhyNot(update),
    }),
    outcome: ({ Attributes }, _, form) => Attributes && form.fromSent(Attributes),
  },
};

export function updateInput({ update, ...conditional }: Update, table: string, form: Form): object {
  return { UpdateExpression: update, ...conditionIn(conditional, table, form) };
}

/** The input of a write whose condition fails with the item that is stored. */
export function toldWhyNot({ condition: given }: { readonly condition?: string }): object {
  return given === undefined ? {} : { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
}

/** The key of an item, and the condition under which it is written. */
export function conditionIn({ key, condition, names, values }: Delete, table: string, form: Form) {
  return {
    TableName: table,
    Key: keyIn(form, key),
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: form.toSent(values) }),
  };
}

/** Items are also handed in as their keys. */
function keyIn(form: Form, { pk, sk }: ItemKey): object {
  return form.toSent({ pk, sk });
}

export function unitsIn({ ConsumedCapacity = [] }: Output): number {
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
