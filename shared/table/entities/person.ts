import { id as idCell, quoted, text } from '../../domain/cells/cells.ts';
import { type Account, peopleRange, personKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, nameColumn, type OfClient } from './columns.ts';
import type { Entity, Row } from './entity.ts';
import * as limits from './limits.ts';
import {
  leavesOutOptional,
  merged,
  recordIdFrom,
  trimmedName,
  Unstorable,
  validated,
  withoutClient,
} from './statement.ts';

/** A contact at the client. Unknown fields are empty strings. */
export interface Person {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly title: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly department: string;
}

export const person: Entity<{ readonly kind: 'person'; readonly value: Person }, OfClient<Person>> = {
  fact: 'person',
  name: 'key-people',
  about: 'people at the clients',
  shape: () => ({
    id: limits.id,
    clientId: limits.clientId,
    name: limits.name,
    title: limits.text(limits.caps.name, 'the title'),
    email: limits.text(limits.caps.name, 'the e-mail'),
    phone: limits.text(limits.caps.name, 'the phone'),
    role: limits.text(limits.caps.name, 'the role'),
    department: limits.text(limits.caps.name, 'the department'),
  }),
  columns: () => ({
    ...clientReference,
    id: column('Person ID', idCell, 'default: made of the e-mail, or of the name', { example: 'p-1' }),
    // a contact of a web form often has an address alone
    name: {
      ...nameColumn,
      otherwise: 'email',
      about: `${nameColumn.about}; if empty, the e-mail`,
      example: 'Grace Nunes',
    },
    title: column('Title', text, 'up to 200 characters', { example: 'CMO' }),
    email: column('Email', text, 'up to 200 characters', { aliases: ['E-mail'], example: 'grace@harborlight.example' }),
    phone: column('Phone', text, 'up to 200 characters', { example: '+351 21 000 0000' }),
    role: column('Role', text, 'up to 200 characters', { example: 'Sponsor' }),
    department: column('Department', text, 'up to 200 characters', { example: 'Marketing' }),
  }),
  identity: ({ row, clientId }) => [clientId, personId(row)],
  storedAt: (account, { row, clientId }) => {
    if (isNamedByName(row)) return peopleRange(account, clientId);
    return leavesOutOptional(row) ? personKey(account, clientId, personId(row)) : undefined;
  },
  toFact: (statement, people) => {
    const { row, clientId } = statement;
    const id = isNamedByName(row) ? idOfNamed(row, people) : personId(row);
    const stored = people.find((each) => each.id === id);
    const value = { ...trimmedName(merged(unknown, stored, withoutClient(row))), id, clientId };
    return { kind: 'person', value: validated(statement, person, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, ...cells } = fromPersonItem(item);
    return [{ serviceId, ...cells }];
  },
  toItem: toPersonItem,
  personIn: ({ name, email }) => [name, email],
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
  const [found, another] = people.filter((each) => String(each.name).trim() === name);
  if (!found || people.some((each) => each.id === id)) return id;
  if (!another) return String(found.id);
  throw new Unstorable([
    { column: 'Name', message: `the client has several people named ${quoted(name)}; add Email or Person ID` },
  ]);
}

export function toPersonItem(account: Account, each: Person): Item {
  return { ...personKey(account, each.clientId, each.id), v: itemVersion, ...each };
}

export function fromPersonItem(item: Item): Person {
  return entityIn(item);
}

export async function peopleOfClient(table: RequestTable, account: Account, clientId: string): Promise<Person[]> {
  return (await readRange(table, peopleRange(account, clientId))).map(fromPersonItem);
}
