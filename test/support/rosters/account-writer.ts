import { createAccount } from '../../../shared/table/access/accounts.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { bytesOf, randomOf } from '../random.ts';
import type { TestWriter } from '../store/writer.ts';

// one source for all: two runs with the same mark would count as one
const randomBytes = bytesOf(randomOf(1));

/** Writes facts and builds the lists at once. Creates the account if it does not exist. */
export function accountWriter(table: Table): TestWriter {
  return {
    table,
    randomBytes,
    changed: async (account) => {
      if (!(await readRoot(table, account))) await createAccount(table, account, account);
      await rebuild(table, account, { now: 0 });
    },
  };
}
