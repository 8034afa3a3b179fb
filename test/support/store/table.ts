import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startDynamoDb } from '../../../bin/local/store/embedded-dynamodb.ts';
import { createTable, localAddress } from '../../../bin/local/store/table.ts';
import { openTable, type Table, type TableAddress, type TimeoutProfile } from '../../../shared/table/store/table.ts';
import { memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';

export interface TestTable {
  readonly table: Table;
  /** Another client of the same table, like that of another process. */
  readonly open: (profile?: TimeoutProfile) => Table;
}

/** A table in memory. */
export const memoryTable = (profile: TimeoutProfile = 'request'): Table => memTable(memDynamo(), profile);

/**
 * A table in memory for this test file: a tenth of the work of an embedded database. With DYNAMODB_ENDPOINT it is in that
 * database, so the specification is also run on DynamoDB Local.
 */
export function useMemoryTable(): TestTable {
  if (process.env.DYNAMODB_ENDPOINT !== undefined) return useTable();
  const store = memDynamo();
  return { table: memTable(store, 'job'), open: (profile = 'job') => memTable(store, profile) };
}

/** A table for this test file, in an embedded database that runs until the file ends. */
export function useTable(): TestTable & { readonly address: TableAddress } {
  let opened: { readonly address: TableAddress; readonly table: Table; readonly stop: () => Promise<void> } | undefined;
  const clients: Table[] = [];
  beforeAll(async () => {
    const { endpoint, stop } = await startDynamoDb();
    // with DYNAMODB_ENDPOINT all files share one engine
    const address = localAddress(endpoint, `test-${randomUUID()}`);
    await createTable(address);
    opened = { address, table: openTable(address, 'job'), stop };
  });
  afterAll(async () => {
    for (const { documents } of clients) documents.destroy();
    opened?.table.documents.destroy();
    await opened?.stop();
  });
  const ready = () => {
    if (!opened) throw new Error('the table is there only while tests run');
    return opened;
  };
  return {
    get table() {
      return ready().table;
    },
    get address() {
      return ready().address;
    },
    open: (profile = 'job') => {
      const table = openTable(ready().address, profile);
      clients.push(table);
      return table;
    },
  };
}
