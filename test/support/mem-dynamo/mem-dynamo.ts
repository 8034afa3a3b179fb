import {
  type Compiled,
  type Condition,
  compileCondition,
  compileUpdate,
  type RawItem,
  type Scope,
  ValidationException,
  type Value,
} from './expressions.ts';

/** An error response of DynamoDB. */
export class ServiceError extends Error {
  readonly facts: object;

  constructor(name: string, message: string, facts: object = {}) {
    super(message);
    this.name = name;
    this.facts = facts;
  }
}

export interface Input {
  readonly Key?: RawItem;
  readonly Item?: RawItem;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, Value>;
  readonly ReturnValues?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
  readonly RequestItems?: Record<string, { readonly Keys: readonly RawItem[] } | readonly WriteRequest[]>;
  readonly TransactItems?: readonly Readonly<Record<string, Input>>[];
  readonly [other: string]: unknown;
}

interface WriteRequest {
  readonly PutRequest?: { readonly Item: RawItem };
  readonly DeleteRequest?: { readonly Key: RawItem };
}

/** Items by key, with an index by partition. */
class Items extends Map<string, RawItem> {
  readonly #partitions = new Map<string, Map<string, RawItem>>();

  override set(address: string, item: RawItem): this {
    const pk = textOf(item.pk);
    const partition = this.#partitions.get(pk) ?? new Map<string, RawItem>();
    this.#partitions.set(pk, partition.set(address, item));
    return super.set(address, item);
  }

  override delete(address: string): boolean {
    this.#partitions.get(textOf(this.get(address)?.pk))?.delete(address);
    return super.delete(address);
  }

  of(pk: string): RawItem[] {
    return [...(this.#partitions.get(pk)?.values() ?? [])];
  }
}

/** One table in memory. Every operation is atomic. */
export interface MemDynamo {
  readonly items: Map<string, RawItem>;
  perform(operation: string, input: Input): object;
  get(pk: string, sk: string): RawItem | undefined;
  put(item: RawItem): void;
}

export function memDynamo(): MemDynamo {
  const items = new Items();
  const tokens = new Set<unknown>();
  const put = (item: RawItem) => items.set(addressOf(item), item);

  const operations: Record<string, (input: Input) => object> = {
    GetItem: ({ Key = {} }) => found(items.get(addressOf(Key))),
    BatchGetItem: ({ RequestItems = {} }) => ({
      Responses: Object.fromEntries(
        Object.entries(RequestItems).map(([table, asked]) => [
          table,
          different('Keys' in asked ? asked.Keys : [])
            .map((key) => items.get(addressOf(key)))
            .filter((item) => item !== undefined),
        ]),
      ),
    }),
    Query: (input) => {
      const { pk, within } = rangeOf(input);
      const backwards = input.ScanIndexForward === false ? -1 : 1;
      const start = input.ExclusiveStartKey as RawItem | undefined;
      const isAfterStart = ({ sk }: RawItem) => !start || compare(textOf(sk), textOf(start.sk)) * backwards > 0;
      const after = items
        .of(pk)
        .filter((item) => within(item) && isAfterStart(item))
        .sort((a, b) => compare(textOf(a.sk), textOf(b.sk)) * backwards);
      const Items = after.slice(0, Number(input.Limit ?? after.length));
      const last = Items.length < after.length ? Items.at(-1) : undefined;
      return {
        ...(input.Select !== 'COUNT' && { Items: Items.map(projectionOf(input)) }),
        Count: Items.length,
        ...(last?.pk && last.sk && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
      };
    },
    // all items at once, in no particular order
    Scan: ({ FilterExpression }) => {
      if (FilterExpression !== undefined) throw new Error(`the table in memory does not know ${FilterExpression}`);
      return { Items: [...items.values()] };
    },
    PutItem: (input) => {
      changeOf('Put', input)();
      return {};
    },
    DeleteItem: (input) => {
      changeOf('Delete', input)();
      return {};
    },
    BatchWriteItem: ({ RequestItems = {} }) => {
      const requests = Object.values(RequestItems).flat() as WriteRequest[];
      different(requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {}));
      for (const { PutRequest, DeleteRequest } of requests) {
        if (PutRequest) put(PutRequest.Item);
        if (DeleteRequest) items.delete(addressOf(DeleteRequest.Key));
      }
      return {};
    },
    UpdateItem: (input) => {
      const item = changeOf('Update', input)();
      return input.ReturnValues === 'ALL_NEW' ? { Attributes: item } : {};
    },
    TransactWriteItems: ({ TransactItems = [], ClientRequestToken }) => {
      // a repeated transaction has no effect
      if (ClientRequestToken !== undefined && tokens.has(ClientRequestToken)) return {};
      const parts = TransactItems.flatMap((part) => Object.entries(part));
      const reasons = parts.map(([kind, input]) => reasonAgainst(() => changeOf(kind, input, 'dry')()));
      if (reasons.some(({ Code }) => Code !== 'None')) {
        throw new ServiceError('TransactionCanceledException', 'Transaction cancelled', {
          CancellationReasons: reasons,
        });
      }
      for (const [kind, input] of parts) changeOf(kind, input)();
      tokens.add(ClientRequestToken);
      return {};
    },
  };

  /** Checks the condition of one write and applies it; in a dry run, only checks. */
  function changeOf(kind: string, input: Input, dry?: 'dry'): () => RawItem | undefined {
    const address = addressOf(input.Key ?? input.Item ?? {});
    return () => {
      const old = items.get(address);
      const scope = scopeOf(input, old ?? {});
      if (!conditionOf(input)(scope)) throw failedCondition(input, old);
      const item = next(kind, input, { ...scope, item: old ?? input.Key ?? {} });
      if (dry || kind === 'ConditionCheck') return item;
      if (item) items.set(address, item);
      else items.delete(address);
      return item;
    };
  }

  return {
    items,
    put,
    get: (pk, sk) => items.get(addressOf({ pk: { S: pk }, sk: { S: sk } })),
    perform: (name, input) => {
      const operation = operations[name];
      if (!operation) throw new Error(`the table in memory does not know ${name}`);
      return operation(input);
    },
  };
}

function next(kind: string, input: Input, scope: Scope): RawItem | undefined {
  if (kind === 'Put') return input.Item;
  if (kind === 'Update') return compileUpdate(input.UpdateExpression ?? '').meaning(scope);
  if (kind === 'Delete') return undefined;
  if (kind === 'ConditionCheck') return scope.item;
  throw new Error(`the table in memory does not know ${kind}`);
}

function scopeOf(input: Input, item: RawItem): Scope {
  const names = input.ExpressionAttributeNames ?? {};
  const values = input.ExpressionAttributeValues ?? {};
  const compiled: Compiled<unknown>[] = [];
  if (input.UpdateExpression) compiled.push(compileUpdate(input.UpdateExpression));
  if (input.ConditionExpression) compiled.push(compileCondition(input.ConditionExpression));
  const given = [...Object.keys(names), ...Object.keys(values)];
  const unused = given.find((name) => !compiled.some(({ placeholders }) => placeholders.has(name)));
  if (unused) throw new ValidationException(`${unused} is unused in expressions`);
  for (const { placeholders } of compiled) {
    for (const name of placeholders) {
      if (!(name in names) && !(name in values)) throw new ValidationException(`${name} is not defined`);
    }
  }
  return { item, names, values };
}

function conditionOf({ ConditionExpression }: Input): Condition {
  return ConditionExpression ? compileCondition(ConditionExpression).meaning : () => true;
}

function failedCondition(input: Input, old: RawItem | undefined): ServiceError {
  const told = old && input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return new ServiceError(
    'ConditionalCheckFailedException',
    'The conditional request failed',
    told ? { Item: old } : {},
  );
}

function reasonAgainst(change: () => unknown): { Code: string } {
  try {
    change();
    return { Code: 'None' };
  } catch (error) {
    if (error instanceof ServiceError) return { Code: 'ConditionalCheckFailed', ...error.facts };
    throw error;
  }
}

function rangeOf({ KeyConditionExpression, ExpressionAttributeValues: values = {} }: Input) {
  const bounded = KeyConditionExpression === 'pk = :pk AND sk BETWEEN :from AND :to';
  if (!bounded && KeyConditionExpression !== 'pk = :pk') {
    throw new Error(`the table in memory does not know ${KeyConditionExpression}`);
  }
  const [pk, from, to] = [':pk', ':from', ':to'].map((name) => textOf(values[name]));
  const within = ({ sk }: RawItem) => !bounded || (textOf(sk) >= (from ?? '') && textOf(sk) <= (to ?? ''));
  return { pk: pk ?? '', within };
}

/** Only top-level attributes without placeholders, which is all that the project uses. */
function projectionOf({ ProjectionExpression }: Input): (item: RawItem) => RawItem {
  if (typeof ProjectionExpression !== 'string') return (item) => item;
  const names = new Set(ProjectionExpression.split(', '));
  return (item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function found(item: RawItem | undefined): object {
  return item ? { Item: item } : {};
}

/** A batch may name a key only once. */
function different(keys: readonly RawItem[]): readonly RawItem[] {
  if (new Set(keys.map(addressOf)).size < keys.length) {
    throw new ValidationException('Provided list of item keys contains duplicates');
  }
  return keys;
}

function addressOf({ pk, sk }: RawItem): string {
  return `${textOf(pk)} ${textOf(sk)}`;
}

export function textOf(value: Value | undefined): string {
  return value && 'S' in value ? value.S : '';
}
