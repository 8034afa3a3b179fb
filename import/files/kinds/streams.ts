import { choice, text } from '../../../shared/domain/cells/cells.ts';
import { streamKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, nameColumn, required, streamIdColumn } from './columns.ts';
import { merged, trimmedName, validated, withoutClient } from './fact.ts';
import type { Kind } from './kind.ts';

export const streams: Kind = {
  name: 'streams',
  about: 'sub-projects of clients',
  columns: [
    ...clientReference,
    { ...streamIdColumn('its id'), ...required },
    nameColumn,
    {
      header: 'State',
      field: 'state',
      type: choice('active', 'inactive', 'pending'),
      about: 'active, inactive or pending; default active',
    },
    { header: 'Goals', field: 'goals', type: text, about: 'up to 2,000 characters' },
    { header: 'Spotlight', field: 'spotlight', type: text, about: 'up to 2,000 characters' },
  ],
  identity: ({ row, clientId }) => [clientId, row.given.streamId],
  storedAt: (account, { row, clientId }) => streamKey(account, clientId, String(row.given.streamId)),
  toFact: (statement, [stored]) => {
    const { streamId, ...rest } = withoutClient(statement.row);
    const value = trimmedName(merged({ state: 'active', goals: null }, stored, rest));
    return {
      kind: 'stream',
      value: validated(statement, 'stream', { ...value, id: streamId, clientId: statement.clientId }),
    };
  },
};
