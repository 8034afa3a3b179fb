import { readAccount } from '../table/access/accounts.ts';
import { admitPerson, endAccess, forgetPerson, type Member, PeopleRefusal, peopleOf } from '../table/access/people.ts';
import type { Account } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import type { UserPool } from './user-pool.ts';

// Invites and removes the people of an account, for the page and for the operator's CLI. Each can be killed and repeated.

interface Place {
  readonly table: Table;
  readonly pool: UserPool;
}

/** A service without logins has no pool. */
type AnyPlace = Pick<Place, 'table'> & { readonly pool?: UserPool | undefined };

const addressForm = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}$/;

/** The address as it is compared: the pool does not tell capital letters from small ones. */
function addressIn(text: string): string {
  const email = text.trim().toLowerCase();
  if (!addressForm.test(email) || email.length > 254)
    throw new PeopleRefusal(`${text.slice(0, 80)} is no e-mail address.`);
  return email;
}

/** Gives the person this role. Who has never signed in gets the invitation once more. */
export async function invitePerson(
  { table, pool }: Place,
  account: Account,
  { email: given, role }: Pick<Member, 'email' | 'role'>,
  now: number,
): Promise<Member> {
  const email = addressIn(given);
  await readAccount(table, account);
  const { id, isWaiting } = await pool.loginOf(email);
  const known = (await peopleOf(table, account)).filter((each) => each.email === email);
  const before = known.find((each) => each.id === id) ?? { invited: new Date(now).toISOString() };
  const member: Member = { ...before, id, email, role };
  await admitPerson(table, account, member);
  // the pool had another login of this address, which is gone
  for (const old of known.filter((each) => each.id !== id)) await endAll({ table }, account, old);
  if (isWaiting) await pool.inviteAgain(email);
  return member;
}

/** From the next request on, the person has no access. */
export async function removePerson(place: Place, account: Account, given: string): Promise<Member> {
  const email = addressIn(given);
  const found = (await peopleOf(place.table, account)).filter((each) => each.email === email);
  const [first] = found;
  if (!first) throw new PeopleRefusal(`The account ${account} has nobody with the address ${email}.`);
  for (const person of found) await endAll(place, account, person);
  return first;
}

/** Of an account that is deleted. */
export async function removeAllPeople(place: AnyPlace, account: Account): Promise<void> {
  for (const person of await peopleOf(place.table, account)) await endAll(place, account, person);
}

async function endAll({ table, pool }: AnyPlace, account: Account, { id }: Member) {
  await endAccess(table, account, id);
  await pool?.remove(id);
  await forgetPerson(table, account, id);
}
