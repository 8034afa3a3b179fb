import { id, list, text, time } from '../../../shared/domain/cells/cells.ts';
import { portfolioKey } from '../../../shared/table/store/item-keys.ts';
import { nameColumn, required } from './columns.ts';
import { merged, trimmedName, validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const portfolios: Kind = {
  name: 'portfolios',
  about: 'sets of clients',
  columns: [
    { header: 'Portfolio ID', field: 'id', type: id, ...required, about: 'its id' },
    nameColumn,
    {
      header: 'Color',
      aliases: ['Colour'],
      field: 'color',
      type: text,
      about: '# and six hexadecimal digits; default #6B7280',
    },
    { header: 'Description', field: 'description', type: text, about: 'up to 500 characters' },
    { header: 'User IDs', field: 'userIds', type: list, about: 'separated by ;' },
    { header: 'Created At', field: 'createdAt', type: time, about: 'a time or a date' },
  ],
  identity: ({ row }) => [row.given.id],
  storedAt: (account, { row }) => portfolioKey(account, String(row.given.id)),
  toFact: (statement, [stored]) => ({
    kind: 'portfolio',
    value: validated(statement, 'portfolio', trimmedName(merged({ color: '#6B7280' }, stored, statement.row.given))),
  }),
};
