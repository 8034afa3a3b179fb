import { id as idCell, text } from '../../../shared/domain/cells/cells.ts';
import { quoted } from '../../../shared/domain/cells/quoted.ts';
import { peopleRange, personKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { recordIdFrom } from '../ids.ts';
import { clientReference, nameColumn } from './columns.ts';
import { leavesOut, merged, trimmedName, Unstorable, validated, withoutClient } from './fact.ts';
import type { Kind, Row } from './kind.ts';

export const keyPeople: Kind = {
  name: 'key-people',
  about: 'people at the clients',
  columns: [
    ...clientReference,
    { header: 'Person ID', field: 'id', type: idCell, about: 'default: made of the e-mail, or of the name' },
    // a contact of a web form often has an address alone
    { ...nameColumn, otherwise: 'email', about: `${nameColumn.about}; if empty, the e-mail` },
    { header: 'Title', field: 'title', type: text, about: 'up to 200 characters' },
    { header: 'Email', aliases: ['E-mail'], field: 'email', type: text, about: 'up to 200 characters' },
    { header: 'Phone', field: 'phone', type: text, about: 'up to 200 characters' },
    { header: 'Role', field: 'role', type: text, about: 'up to 200 characters' },
    { header: 'Department', field: 'department', type: text, about: 'up to 200 characters' },
  ],
  identity: ({ row, clientId }) => [clientId, personId(row)],
  storedAt: (account, { row, clientId }) => {
    if (isNamedByName(row)) return peopleRange(account, clientId);
    return leavesOut(row, ...Object.keys(unknown)) ? personKey(account, clientId, personId(row)) : undefined;
  },
  toFact: (statement, people) => {
    const { row, clientId } = statement;
    const id = isNamedByName(row) ? idOfNamed(row, people) : personId(row);
    const stored = people.find((person) => person.id === id);
    const value = { ...trimmedName(merged(unknown, stored, withoutClient(row))), id, clientId };
    return { kind: 'person', value: validated(statement, 'person', value) };
  },
};

const unknown = { title: '', email: '', phone: '', role: '', department: '' };

function personId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('p', [given.email || given.name]);
}

/** True if the file has neither ids nor e-mails, so that stored people are found by name. */
function isNamedByName(row: Row): boolean {
  return !('id' in row.given) && !('email' in row.given);
}

/** The id of the stored person with this name, or of a new one. Two stored people with the same name are ambiguous. */
function idOfNamed(row: Row, people: readonly Item[]): string {
  const id = personId(row);
  const name = String(row.given.name).trim();
  const [found, another] = people.filter((person) => String(person.name).trim() === name);
  if (!found || people.some((person) => person.id === id)) return id;
  if (!another) return String(found.id);
  throw new Unstorable([
    { column: 'Name', message: `the client has several people named ${quoted(name)}; add Email or Person ID` },
  ]);
}
