import { readAccount } from '../table/access/accounts.ts';
import { putInvitation } from '../table/access/invitations.ts';
import { removeMailsTo } from '../table/access/notices.ts';
import {
  changeRole,
  endAccess,
  forgetPerson,
  isKnown,
  type Member,
  PeopleRefusal,
  peopleOf,
} from '../table/access/people.ts';
import { countTry } from '../table/access/tries.ts';
import { type Account, invitedKey } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import type { UserPool } from './user-pool.ts';

// Invites and removes the people of an account, for the page and for the operator's CLI. Each can be killed and repeated.

interface Place {
  readonly table: Table;
  readonly pool: UserPool;
  readonly clock: () => number;
}

/** A service without logins has no pool. */
export type AnyPlace = Omit<Place, 'pool'> & { readonly pool?: UserPool | undefined };

interface Change {
  /** As somebody wrote it. */
  readonly email: string;
  /** The address of the administrator who asks for it. Absent: the operator, who is bound by no limit of administrators. */
  readonly by?: string | undefined;
  /** Called with the id of the person when nothing speaks against the change any more, before it takes effect. */
  readonly announce: (id: string) => Promise<void>;
}

export const mostPeople = 100;
/** The mail of a pool ends at 50 a day for all accounts, and then nobody can reset a password. */
const mostInvitationsADay = 10;
const daySeconds = 86_400;
/** As long as the password of the mail is valid (infra/account-page.ts). */
const invitationSeconds = 7 * daySeconds;

/**
 * ASCII alone: Cognito's mail reaches no other local part, a domain has an ASCII form, and so no mark, no letter of
 * another script and no character without width makes two addresses that look alike.
 */
export const addressForm = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}$/i;

/** The address as it is compared: the pool does not tell capital letters from small ones. */
export function addressIn(text: string): string {
  const email = text.trim();
  // before lower case, which makes a k of the Kelvin sign
  if (!addressForm.test(email) || email.length > 254)
    throw new PeopleRefusal(`${text.slice(0, 80)} is no e-mail address of letters from a to z, digits and signs.`);
  return email.toLowerCase();
}

export interface Invited {
  readonly email: string;
  /** The pool sends no mail to a person who has signed in before, or who signs in with the firm's own sign-in. */
  readonly how: 'role changed' | 'invited by mail' | 'invited without a mail';
}

/** Invites the person; one who belongs to the account gets the role. An invitation that is open is sent once more. */
export async function invitePerson(
  { table, pool, clock }: Place,
  account: Account,
  { email: given, role, by, announce }: Change & Pick<Member, 'role'>,
): Promise<Invited> {
  const email = addressIn(given);
  if (email === by) throw new PeopleRefusal('Nobody changes the own role: ask another administrator.');
  const { name: accountName } = await readAccount(table, account);
  const people = await peopleOf(table, account);
  const known = people.filter((each) => each.email === email);
  const login = await pool.find(email);
  if (known.some(({ id, expires }) => id === login?.id && expires === undefined)) {
    await announce(login?.id ?? '');
    await changeRole(table, account, login?.id ?? '', role, idOf(people, by));
    return { email, how: 'role changed' };
  }
  // before the mail: the account has room, and has not invited too many
  if (people.length - known.length >= mostPeople)
    throw new PeopleRefusal(`The account ${account} has ${mostPeople} people, which is the most. Remove one first.`);
  const now = clock();
  const limit = { now, most: mostInvitationsADay, seconds: daySeconds };
  if (by !== undefined && !(await countTry(table, invitedKey(account), limit)))
    throw new PeopleRefusal(`The account has sent ${mostInvitationsADay} invitations today. Go on tomorrow (UTC).`);
  const words = { accountName, by: by ?? 'The operator of the service' };
  const id = login?.id ?? (await pool.create(email, words));
  await pool.link(id, email);
  await announce(id);
  const expires = Math.floor(now / 1000) + invitationSeconds;
  await putInvitation(table, account, { id, email, role, invited: new Date(now).toISOString(), expires }, words);
  // the pool had another login of this address, which is gone
  for (const old of known.filter((each) => each.id !== id)) await endAll({ table, clock }, account, old);
  if (pool.isFirms || login?.isWaiting === false) return { email, how: 'invited without a mail' };
  if (login) await pool.inviteAgain(email, words);
  return { email, how: 'invited by mail' };
}

/** From the next request on, the person has no access, and gets no more mails. Returns the address. */
export async function removePerson(
  place: Place,
  account: Account,
  { email: given, by, announce }: Change,
): Promise<string> {
  const email = addressIn(given);
  if (email === by) throw new PeopleRefusal('You cannot remove yourself: ask another administrator.');
  const people = await peopleOf(place.table, account);
  const found = people.filter((each) => each.email === email);
  if (found.length === 0) throw new PeopleRefusal(`The account ${account} has nobody with the address ${email}.`);
  for (const { id } of found) await announce(id);
  for (const person of found) await endAll(place, account, person, idOf(people, by));
  return email;
}

/** Of an account that is deleted. */
export async function removeAllPeople(place: AnyPlace, account: Account): Promise<void> {
  await removePeople(place, account, await peopleOf(place.table, account));
}

/** Removes people who were found before. */
export async function removePeople(place: AnyPlace, account: Account, found: readonly Member[], by?: string) {
  const administrator = idOf(await peopleOf(place.table, account), by);
  for (const person of found) await endAll(place, account, person, administrator);
}

/** An administrator who was removed meanwhile changes nothing. */
function idOf(people: readonly Member[], by: string | undefined): string | undefined {
  if (by === undefined) return undefined;
  const found = people.find(({ email, expires }) => email === by && expires === undefined);
  if (!found) throw new PeopleRefusal('You belong to the account no longer.');
  return found.id;
}

async function endAll({ table, pool, clock }: AnyPlace, account: Account, { id, email }: Member, by?: string) {
  await endAccess(table, account, id, { second: Math.floor(clock() / 1000), by });
  await removeMailsTo(table, account, email);
  // an invitation of another account stays, and needs the login
  if (pool && !(await isKnown(table, id))) await pool.remove(id);
  await forgetPerson(table, account, id);
}
