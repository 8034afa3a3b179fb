import * as z from 'zod';
import { id, list, text, time } from '../../domain/cells/cells.ts';
import { type Account, portfolioKey, portfoliosRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { type CellsOf, column, nameColumn, required } from './columns.ts';
import type { Entity } from './entity.ts';
import * as limits from './limits.ts';
import { merged, trimmedName, validated } from './statement.ts';

/** A set of clients that users of the account have put together. */
export interface Portfolio {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description?: string;
  readonly userIds?: readonly string[];
  readonly createdAt?: string;
}

export const portfolio: Entity<{ readonly kind: 'portfolio'; readonly value: Portfolio }, CellsOf<Portfolio>> = {
  fact: 'portfolio',
  name: 'portfolios',
  about: 'sets of clients',
  shape: () => ({
    id: limits.id.refine(
      (value) => !value.endsWith('-clients'),
      'ids that end with -clients are the system portfolios',
    ),
    name: limits.name,
    color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'a colour is # and six hexadecimal digits'),
    description: limits.text(500, 'the description').exactOptional(),
    userIds: z.array(limits.text(100, 'a user id')).max(100).exactOptional(),
    createdAt: limits.timestamp.exactOptional(),
  }),
  columns: () => ({
    id: column('Portfolio ID', id, 'its id', { ...required, example: 'key-accounts' }),
    name: { ...nameColumn, example: 'Key accounts' },
    color: column('Color', text, '# and six hexadecimal digits; default #6B7280', {
      aliases: ['Colour'],
      example: '#336699',
    }),
    description: column('Description', text, 'up to 500 characters', { example: 'The ten largest' }),
    userIds: column('User IDs', list, 'separated by ;', { example: 'u-1;u-2' }),
    createdAt: column('Created At', time, 'a time or a date', { example: '2026-01-05T09:00:00Z' }),
  }),
  identity: ({ row }) => [row.given.id],
  storedAt: (account, { row }) => portfolioKey(account, String(row.given.id)),
  toFact: (statement, [stored]) => {
    const value = trimmedName(merged({ color: '#6B7280' }, stored, statement.row.given));
    return { kind: 'portfolio', value: validated(statement, portfolio, value) };
  },
  rowsOf: (item) => [fromPortfolioItem(item)],
  toItem: toPortfolioItem,
};

export function toPortfolioItem(account: Account, each: Portfolio): Item {
  return { ...portfolioKey(account, each.id), v: itemVersion, ...each };
}

export function fromPortfolioItem(item: Item): Portfolio {
  return entityIn(item);
}

/** The account's own portfolios, ordered by id. */
export async function allPortfolios(table: RequestTable, account: Account): Promise<Portfolio[]> {
  return (await readRange(table, portfoliosRange(account), { consistent: true })).map(fromPortfolioItem);
}
