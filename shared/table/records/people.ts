import { type Account, peopleRange, personKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';

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
  return (await readRange(table, peopleRange(account, clientId))) as unknown as Person[];
}
