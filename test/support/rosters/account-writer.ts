import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { bytesOf, randomOf } from '../random.ts';

/** Writes facts and builds the lists at once. Creates the account if it does not exist. */
export function accountWriter(table: Table, seed = 1): FactWriter {
  return {
    table,
    randomBytes: bytesOf(randomOf(seed)),
    changed: async (account) => {
      if (!(await readRoot(table, account))) await createAccount(table, account, account);
      await rebuild(table, account, {});
    },
  };
}
