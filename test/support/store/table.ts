import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startDynamoDb } from '../../../bin/local/store/embedded-dynamodb.ts';
import { createTable, type LocalAddress, localAddress } from '../../../bin/local/store/table.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';
import { openWired, type Profile } from './wired.ts';

export interface TestTable {
  readonly table: Table;
  /** Another client of the same table, like that of another process. */
  readonly open: (profile?: Profile) => Table;
}

/** A table in memory. */
export const memoryTable = (profile: Profile = 'request'): Table => memTable(memDynamo(), profile);

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
export function useTable(): TestTable & { readonly address: LocalAddress } {
  let opened: { readonly address: LocalAddress; readonly table: Table; readonly stop: () => Promise<void> } | undefined;
  const clients: Table[] = [];
  beforeAll(async () => {
    const { endpoint, stop } = await startDynamoDb();
    // with DYNAMODB_ENDPOINT all files share one engine
    const address = localAddress(endpoint, `test-${randomUUID()}`);
    await createTable(address);
    opened = { address, table: openWired(address, 'job'), stop };
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    opened?.table.close();
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
      const table = openWired(ready().address, profile);
      clients.push(table);
      return table;
    },
  };
}
