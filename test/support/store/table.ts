import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startDynamoDb } from '../../../bin/local/store/embedded-dynamodb.ts';
import { createTable, localAddress } from '../../../bin/local/store/table.ts';
import { openTable, type Table, type TableAddress } from '../../../shared/table/store/table.ts';
import { memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';

type TableKind = Parameters<typeof openTable>[1];

export interface TestTable {
  readonly table: Table;
  /** Another client of the same table, as another process has it. */
  readonly open: (kind?: TableKind) => Table;
}

/**
 * A table in memory for this test file: a tenth of the work of an embedded database. With DYNAMODB_ENDPOINT it is in that
 * database, so the specification is also run on DynamoDB Local.
 */
export function useMemoryTable(): TestTable {
  if (process.env.DYNAMODB_ENDPOINT !== undefined) return useTable();
  const store = memDynamo();
  const open = (kind: TableKind = 'job') => memTable(store, kind);
  return { table: open(), open };
}

/** A table for this test file, in an embedded database that runs until the file ends. */
export function useTable(): TestTable & { readonly address: TableAddress } {
  let address: TableAddress | undefined;
  let table: Table | undefined;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const engine = await startDynamoDb();
    stop = engine.stop;
    // with DYNAMODB_ENDPOINT all files share one engine
    address = localAddress(engine.endpoint, `test-${randomUUID()}`);
    await createTable(address);
    table = openTable(address, 'job');
  });
  afterAll(async () => {
    table?.documents.destroy();
    await stop?.();
  });
  const ready = <T>(value: T | undefined): T => {
    if (!value) throw new Error('the table is there only while tests run');
    return value;
  };
  return {
    get table() {
      return ready(table);
    },
    get address() {
      return ready(address);
    },
    open: (kind = 'job') => openTable(ready(address), kind),
  };
}
