import { type Account, peopleRange, personKey } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

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

export function toPersonItem(account: Account, person: Person): Item {
  return { ...personKey(account, person.clientId, person.id), v: itemVersion, ...person };
}

export function fromPersonItem(item: Item): Person {
  return entityIn(item);
}

export async function peopleOfClient(table: RequestTable, account: Account, clientId: string): Promise<Person[]> {
  return (await readRange(table, peopleRange(account, clientId))).map(fromPersonItem);
}
