import type { Table } from './client.ts';
import { type Account, peopleOf, personKey } from './keys.ts';
import { type Item, readRange } from './read.ts';

/** Somebody at the client. What is not known is empty. */
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

export function toPersonItem(account: Account, person: Person): Item {
  return { ...personKey(account, person.clientId, person.id), v: 1, ...person };
}

export async function peopleOfClient(table: Table, account: Account, clientId: string): Promise<Person[]> {
  return (await readRange(table, peopleOf(account, clientId))) as unknown as Person[];
}
