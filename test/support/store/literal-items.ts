import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';

/** An item whose keys a test spells out, as docs/table.md shows them: no key function has a say in it. */
export function literal(pk: string, sk: string, attributes: object = {}): Item {
  return { pk, sk, v: 1, ...attributes };
}

export function putLiteral(table: Table, items: readonly Item[]): Promise<void> {
  return putAll(table, items);
}

/** Other accounts whose ids begin as ours does, or with which ours begins. */
export const lookalikes = (account: string): string[] => [`${account}2`, `${account}-2`, account.slice(0, -1)];
