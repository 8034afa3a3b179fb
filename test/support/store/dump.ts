import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { wiresOf } from './wired.ts';

/** Every item of the table, by key: tables with equal dumps are equal. */
export async function dump(table: Table): Promise<Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const part: ScanCommandOutput = await wiresOf(table).documents.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    );
    items.push(...((part.Items ?? []) as Item[]));
    start = part.LastEvaluatedKey;
  } while (start);
  return items.sort((a, b) => compare(a.pk, b.pk) || compare(a.sk, b.sk));
}

/** Every item of one account, by key. */
export async function dumpOf(table: Table, customerId: string): Promise<Item[]> {
  const own = `CUST#${customerId}`;
  return (await dump(table)).filter(({ pk }) => pk === own || pk.startsWith(`${own}#`));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
