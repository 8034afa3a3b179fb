import { comparedName } from '../../../shared/table/records/aliases.ts';
import { text } from '../cells.ts';
import { clientColumns, required } from './columns.ts';
import { validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const aliases: Kind = {
  name: 'aliases',
  about: 'other names of clients, under which files refer to them',
  columns: [
    ...clientColumns,
    {
      header: 'Name',
      field: 'alias',
      type: text,
      ...required,
      example: 'Harbor Light',
      about: 'the other name; one client each',
    },
    {
      header: 'Proposal',
      field: 'proposal',
      type: text,
      example: '',
      about: 'not imported; written by match',
      importOnly: true,
    },
    {
      header: 'Rows',
      field: 'rows',
      type: text,
      example: '',
      about: 'not imported; written by match',
      importOnly: true,
    },
    {
      header: 'Others',
      field: 'others',
      type: text,
      example: '',
      about: 'not imported; written by match',
      importOnly: true,
    },
  ],
  identity: ({ row }) => [comparedName(String(row.given.alias))],
  toFact: (statement) => {
    const name = String(statement.row.given.alias).trim();
    return { kind: 'alias', value: validated(statement, 'alias', { name, clientId: statement.clientId }) };
  },
};
