import { text, time } from '../../domain/cells/cells.ts';
import { type Account, aliasesRange, aliasKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { clientColumns, column, required } from './columns.ts';
import type { ColumnOfField, Entity } from './entity.ts';
import * as limits from './limits.ts';
import { merged, validated } from './statement.ts';

/** Another name of a client, under which files refer to it. */
export interface Alias {
  readonly name: string;
  readonly clientId: string;
  /** Who gave it on the page of the account, and when. */
  readonly by?: string;
  readonly at?: string;
}

type AliasRow = Omit<Alias, 'name' | 'clientId'> & { readonly serviceId: string; readonly alias: string };

export const alias: Entity<{ readonly kind: 'alias'; readonly value: Alias }, AliasRow> = {
  fact: 'alias',
  name: 'aliases',
  about: 'other names of clients, under which files refer to them',
  shape: () => ({
    name: limits.name,
    clientId: limits.clientId,
    by: limits.text(limits.caps.name, 'the author').exactOptional(),
    at: limits.timestamp.exactOptional(),
  }),
  columns: () => ({
    ...clientColumns,
    alias: column('Name', text, 'the other name; one client each', { ...required, example: 'Harbor Light' }),
    by: column('By', text, 'who gave it on the page of the account'),
    at: column('At', time, 'and when'),
    ...Object.fromEntries(
      ['Proposal', 'Rows', 'Others'].map((header): [string, ColumnOfField] => {
        const about = 'not imported; written by match';
        return [header.toLowerCase(), { header, type: text, about, importOnly: true }];
      }),
    ),
  }),
  identity: ({ row }) => [comparedName(String(row.given.alias))],
  toFact: (statement) => {
    const { alias: name, by, at } = statement.row.given;
    const value = merged({ name: String(name).trim(), clientId: statement.clientId }, undefined, { by, at });
    return { kind: 'alias', value: validated(statement, alias, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, name, ...cells } = fromAliasItem(item);
    return [{ serviceId, alias: name, ...cells }];
  },
  toItem: toAliasItem,
  clientNames: ['name'],
};

/** Names are compared without case and without spaces around them. */
export function comparedName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function toAliasItem(account: Account, each: Alias): Item {
  return { ...aliasKey(account, comparedName(each.name)), v: itemVersion, ...each };
}

function fromAliasItem(item: Item): Alias {
  return entityIn(item);
}

export async function allAliases(table: Table, account: Account): Promise<Alias[]> {
  return (await readRange(table, aliasesRange(account), { consistent: true })).map(fromAliasItem);
}
