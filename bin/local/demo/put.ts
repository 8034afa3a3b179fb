import { chunks, eachLimit } from '../../../shared/table/store/batches.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { transact } from '../../../shared/table/store/transaction.ts';

const maxTransactionSize = 100;
const concurrentTransactions = 4;

/**
 * Writes many items into a new table. The embedded engine waits for the disk once a transaction, but once an item of a
 * batch, which makes the first start on a file several times slower.
 */
export async function putInTransactions(table: Table, items: readonly Item[]): Promise<void> {
  await eachLimit(chunks(items, maxTransactionSize), concurrentTransactions, async (chunk) => {
    await transact(
      table,
      chunk.map((item) => ({ put: { item } })),
    );
  });
}
