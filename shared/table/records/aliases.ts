import { type Account, aliasesRange, aliasKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';

/** Another name of a client, under which files refer to it. */
export interface Alias {
  readonly name: string;
  readonly clientId: string;
}

/** Names are compared without case and without spaces around them. */
export function comparedName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function toAliasItem(account: Account, { name, clientId }: Alias): Item {
  return { ...aliasKey(account, comparedName(name)), v: itemVersion, name, clientId };
}

function fromAliasItem(item: Item): Alias {
  return entityIn(item);
}

export async function allAliases(table: Table, account: Account): Promise<Alias[]> {
  return (await readRange(table, aliasesRange(account), { consistent: true })).map(fromAliasItem);
}
