import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { dump } from './dump.ts';

/** Restores the table to an earlier dump: writes only the differences. */
export async function restore(table: Table, items: readonly Item[]): Promise<void> {
  const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const now = new Map((await dump(table)).map((item) => [nameOf(item), item]));
  const wanted = new Set(items.map(nameOf));
  await deleteAll(
    table,
    [...now.values()].filter((item) => !wanted.has(nameOf(item))),
  );
  await putAll(
    table,
    items.filter((item) => !isDeepStrictEqual(item, now.get(nameOf(item)))),
  );
}
