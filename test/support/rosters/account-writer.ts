import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { project } from '../../../shared/table/views/write/project.ts';
import { bytesOf, randomOf } from '../random.ts';

/** Writes facts and projects them at once. Creates the account if it does not exist. */
export function accountWriter(table: Table, seed = 1): FactWriter {
  const pages = new PageStore(8 * 1024 * 1024);
  return {
    table,
    randomBytes: bytesOf(randomOf(seed)),
    project: async (account, clientIds) => {
      if (!(await readRoot(table, account))) await createAccount(table, account, account);
      await project(table, account, clientIds, pages);
    },
  };
}
