import { text } from '../../../shared/domain/cells/cells.ts';
import { comparedName } from '../../../shared/table/records/aliases.ts';
import { clientColumns, required } from './columns.ts';
import { validated } from './fact.ts';
import type { Column, Kind } from './kind.ts';

export const aliases: Kind = {
  name: 'aliases',
  about: 'other names of clients, under which files refer to them',
  columns: [
    ...clientColumns,
    { header: 'Name', field: 'alias', type: text, ...required, about: 'the other name; one client each' },
    ...['Proposal', 'Rows', 'Others'].map((header): Column => {
      const about = 'not imported; written by match';
      return { header, field: header.toLowerCase(), type: text, about, importOnly: true };
    }),
  ],
  identity: ({ row }) => [comparedName(String(row.given.alias))],
  toFact: (statement) => {
    const name = String(statement.row.given.alias).trim();
    return { kind: 'alias', value: validated(statement, 'alias', { name, clientId: statement.clientId }) };
  },
};
