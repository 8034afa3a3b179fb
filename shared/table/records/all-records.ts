import { type Account, recordsRange, streamsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';

/** All records of a client, also its streams, which are stored with the clients. Strongly consistent. */
export async function allRecords(table: Table, account: Account, clientId: string): Promise<Item[]> {
  const ranges = [recordsRange(account, clientId), streamsRange(account, clientId)];
  return (await Promise.all(ranges.map((range) => readRange(table, range, { consistent: true })))).flat();
}
