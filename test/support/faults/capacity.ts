import type { RawItem, Value } from '../mem-dynamo/expressions.ts';
import { type Input, type MemDynamo, ServiceError } from '../mem-dynamo/mem-dynamo.ts';

/** Write units a second. */
export interface Capacity {
  readonly partition: number;
  readonly table: number;
}

export interface TableWithCapacity extends Pick<MemDynamo, 'perform'> {
  readonly told: { writeUnits: number; refused: number };
}

/**
 * A table with a limited write rate, as in DynamoDB: it throttles writes over the limit, and of a batch it writes the
 * items that still fit. It saves up at most one second of unused capacity.
 */
export function withCapacity(store: MemDynamo, { partition, table }: Capacity, clock: () => number): TableWithCapacity {
  const told = { writeUnits: 0, refused: 0 };
  const whole = bucket(table, clock);
  const partitions = new Map<string, ReturnType<typeof bucket>>();
  const take = (key: RawItem, units: number): boolean => {
    const pk = textOf(key.pk);
    const own = partitions.get(pk) ?? bucket(partition, clock);
    partitions.set(pk, own);
    const fits = own.left() > 0 && whole.left() > 0;
    if (fits) {
      own.take(units);
      whole.take(units);
      told.writeUnits += units;
    } else told.refused += 1;
    return fits;
  };
  const unitsOf = (item: RawItem | undefined) => Math.max(1, Math.ceil(sizeOf({ M: item ?? {} }) / 1024));

  function batch(input: Input): object {
    const left: Record<string, unknown[]> = {};
    let done = 0;
    for (const [name, requests] of Object.entries(input.RequestItems ?? {})) {
      for (const request of requests as { PutRequest?: { Item: RawItem }; DeleteRequest?: { Key: RawItem } }[]) {
        const item = request.PutRequest?.Item;
        if (take(item ?? request.DeleteRequest?.Key ?? {}, unitsOf(item))) {
          store.perform('BatchWriteItem', { RequestItems: { [name]: [request] } });
          done += 1;
        } else left[name] = [...(left[name] ?? []), request];
      }
    }
    if (done === 0) throw refusal();
    return { UnprocessedItems: left };
  }

  return {
    told,
    perform: (operation, input) => {
      if (operation === 'BatchWriteItem') return batch(input);
      const writes = (input.TransactItems ?? [input]).flatMap((part) =>
        'TableName' in part ? [part as Input] : (Object.values(part) as Input[]),
      );
      if (!/^(Put|Update|Delete|TransactWrite)/.test(operation)) return store.perform(operation, input);
      for (const { Key, Item } of writes) {
        const key = Key ?? Item ?? {};
        const units = unitsOf(Item ?? store.get(textOf(key.pk), textOf(key.sk)));
        if (!take(key, input.TransactItems ? 2 * units : units)) throw refusal();
      }
      return store.perform(operation, input);
    },
  };
}

function refusal(): ServiceError {
  return new ServiceError('ProvisionedThroughputExceededException', 'The level of throughput was exceeded');
}

/** A token bucket: a write may overdraw it, and the following writes wait until it is refilled. */
function bucket(perSecond: number, clock: () => number) {
  let [level, at] = [perSecond, clock()];
  return {
    left: () => {
      const now = clock();
      level = Math.min(perSecond, level + ((now - at) * perSecond) / 1000);
      at = now;
      return level;
    },
    take: (units: number) => {
      level -= units;
    },
  };
}

/** Approximately the item size that DynamoDB charges. */
function sizeOf(value: Value): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('B' in value) return (value.B.length * 3) / 4;
  if ('L' in value) return value.L.reduce((sum, each) => sum + 1 + sizeOf(each), 3);
  if ('M' in value) return Object.entries(value.M).reduce((sum, [name, each]) => sum + name.length + sizeOf(each), 0);
  return 5;
}

function textOf(value: Value | undefined): string {
  return value && 'S' in value ? value.S : '';
}
