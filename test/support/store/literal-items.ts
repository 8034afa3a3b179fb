import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';

/** An item whose keys the test spells out as in docs/architecture.md, without the key functions of the code. */
export function literal(pk: string, sk: string, attributes: object = {}): Item {
  return { pk, sk, v: 3, ...attributes };
}

export function putLiteral(table: Table, items: readonly Item[]): Promise<void> {
  return putAll(table, items);
}

/** Other accounts whose id has ours as a prefix, or is a prefix of ours. */
export const lookalikes = (account: string): string[] => [`${account}2`, `${account}-2`, account.slice(0, -1)];
