import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { project } from '../../../shared/table/views/write/project.ts';
import { bytesOf, randomOf } from '../random.ts';

/** Writes facts and projects them at once. */
export function accountWriter(table: Table, today: number, seed = 1): FactWriter {
  const pages = new PageStore(8 * 1024 * 1024);
  return {
    table,
    randomBytes: bytesOf(randomOf(seed)),
    project: (account, clientIds) => project(table, account, clientIds, today, pages),
  };
}
