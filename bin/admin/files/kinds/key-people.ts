import { id, text } from '../cells.ts';
import { recordIdFrom } from '../ids.ts';
import { clientColumns, nameColumn } from './columns.ts';
import { merged, validated, withoutClient } from './fact.ts';
import type { Kind, Row } from './kind.ts';

export const keyPeople: Kind = {
  name: 'key-people',
  about: 'people at the clients',
  columns: [
    ...clientColumns,
    {
      header: 'Person ID',
      field: 'id',
      type: id,
      example: 'p-1',
      about: 'default: made of the e-mail, or of the name',
    },
    nameColumn('Grace Nunes'),
    { header: 'Title', field: 'title', type: text, example: 'CMO', about: 'up to 200 characters' },
    {
      header: 'Email',
      aliases: ['E-mail'],
      field: 'email',
      type: text,
      example: 'grace@harborlight.example',
      about: 'up to 200 characters',
    },
    { header: 'Phone', field: 'phone', type: text, example: '+351 21 000 0000', about: 'up to 200 characters' },
    { header: 'Role', field: 'role', type: text, example: 'Sponsor', about: 'up to 200 characters' },
    { header: 'Department', field: 'department', type: text, example: 'Marketing', about: 'up to 200 characters' },
  ],
  identity: ({ row, clientId }) => [clientId, personId(row)],
  toFact: (entry) => {
    const { row, clientId } = entry;
    const value = { ...merged(unknown, undefined, withoutClient(row)), id: personId(row), clientId };
    return { kind: 'person', value: validated(entry, 'person', value) };
  },
};

const unknown = { title: '', email: '', phone: '', role: '', department: '' };

function personId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('p', [given.email || given.name]);
}
