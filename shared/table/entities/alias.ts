import { text } from '../../domain/cells/cells.ts';
import { type Account, aliasesRange, aliasKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { clientColumns, column, required } from './columns.ts';
import type { ColumnOfField, Entity } from './entity.ts';
import * as limits from './limits.ts';
import { validated } from './statement.ts';

/** Another name of a client, under which files refer to it. */
export interface Alias {
  readonly name: string;
  readonly clientId: string;
}

type AliasRow = Omit<Alias, 'name' | 'clientId'> & { readonly serviceId: string; readonly alias: string };

export const alias: Entity<{ readonly kind: 'alias'; readonly value: Alias }, AliasRow> = {
  fact: 'alias',
  name: 'aliases',
  about: 'other names of clients, under which files refer to them',
  shape: () => ({ name: limits.name, clientId: limits.clientId }),
  columns: () => ({
    ...clientColumns,
    alias: column('Name', text, 'the other name; one client each', { ...required, example: 'Harbor Light' }),
    ...Object.fromEntries(
      ['Proposal', 'Rows', 'Others'].map((header): [string, ColumnOfField] => {
        const about = 'not imported; written by match';
        return [header.toLowerCase(), { header, type: text, about, importOnly: true }];
      }),
    ),
  }),
  identity: ({ row }) => [comparedName(String(row.given.alias))],
  toFact: (statement) => {
    const name = String(statement.row.given.alias).trim();
    return { kind: 'alias', value: validated(statement, alias, { name, clientId: statement.clientId }) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, name, ...cells } = fromAliasItem(item);
    return [{ serviceId, alias: name, ...cells }];
  },
  toItem: toAliasItem,
};

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
