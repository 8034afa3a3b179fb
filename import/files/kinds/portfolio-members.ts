import { id } from '../../../shared/domain/cells/cells.ts';
import { memberKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, required } from './columns.ts';
import { validated, withOwnColumns } from './fact.ts';
import type { Kind } from './kind.ts';

export const portfolioMembers: Kind = {
  name: 'portfolio-members',
  about: 'which clients are in which portfolio',
  ownColumns: 'extra columns',
  columns: [
    { header: 'Portfolio ID', field: 'portfolioId', type: id, ...required, about: 'a portfolio' },
    ...clientReference,
  ],
  identity: ({ row, clientId }) => [row.given.portfolioId, clientId],
  storedAt: (account, { row, clientId }) => memberKey(account, String(row.given.portfolioId), clientId),
  toFact: (statement, [stored], { prune }) => {
    const { row, clientId } = statement;
    const before = prune ? {} : (stored?.extraColumns as Record<string, unknown> | undefined);
    const value = { clientId, extraColumns: withOwnColumns(before ?? {}, row) };
    return { kind: 'member', portfolioId: String(row.given.portfolioId), value: validated(statement, 'member', value) };
  },
};
