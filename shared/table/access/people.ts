import { compareTexts } from '../../domain/orders.ts';
import {
  type Account,
  invitationKey,
  loginKey,
  loginRange,
  memberOfAccountKey,
  membersOfAccountRange,
  triesKey,
} from '../store/item-keys.ts';
import { readItem, readRange } from '../store/read.ts';
import { entityIn } from '../store/stored-item.ts';
import type { Part, RequestTable, Table, Update } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { deleteAll, deleteItem, ifConditionHolds, updateItem } from '../store/write.ts';

// Who may use the page of an account. A person is two items: the login, which says of which account, and the member,
// which says in which role. The page reads both at every request, and needs both.

/** A viewer sees the board and its clients; a reader also hands in files; an administrator also changes keys and people. */
export const roles = ['viewer', 'reader', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Each role may do what the ones before it may. */
export const mayAs = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

export interface Member {
  /** As the user pool names the person. An address can change hands, this does not. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly invited: string;
  /** Unix seconds: the end of an invitation that was not accepted. Such a person has no access. */
  readonly expires?: number;
  /** Joined by a group of the firm's own sign-in, and follows it. */
  readonly byGroup?: true;
  /** Unix seconds: what was signed in until then is signed out. */
  readonly signedOut?: number;
}

/** What was asked cannot be done; the message says why, for the operator and for the page. */
export class PeopleRefusal extends Error {
  override name = 'PeopleRefusal' as const;
}

/** The account of a person. It gives no right: that the account knows the person does. */
export async function accountOf(table: RequestTable, person: string): Promise<Account | undefined> {
  const item = await readItem(table, loginKey(person), { consistent: true });
  return item && entityIn<{ customerId: Account }>(item).customerId;
}

export async function memberOf(table: Table, account: Account, person: string): Promise<Member | undefined> {
  const item = await readItem(table, memberOfAccountKey(account, person), { consistent: true });
  return item && entityIn<Member>(item);
}

export async function peopleOf(table: Table, account: Account): Promise<Member[]> {
  const items = await readRange(table, membersOfAccountRange(account), { consistent: true });
  return items.map((item) => entityIn<Member>(item)).sort((a, b) => compareTexts(a.email, b.email));
}

/** Holds while the administrator who makes a change still is one: of two who remove each other at once, one is left. */
const isAdministrator = (account: Account, id: string): Part => ({
  check: {
    key: memberOfAccountKey(account, id),
    names: { '#role': 'role' },
    condition: '#role = :administrator AND attribute_not_exists(expires)',
    values: { ':administrator': 'administrator' satisfies Role },
  },
});

/** A change of a person that the account has; `by` is the administrator who makes it, if it is not the operator. */
async function change(table: Table, account: Account, update: Omit<Update, 'key'> & { person: string }, by?: string) {
  const { person, ...rest } = update;
  const part = { update: { ...rest, key: memberOfAccountKey(account, person) } };
  const failed = await transact(table, [part, ...(by === undefined ? [] : [isAdministrator(account, by)])]);
  if (failed.length > 0)
    throw new PeopleRefusal('Somebody changed these people at the same time. Load the page again.');
}

export function changeRole(table: Table, account: Account, person: string, role: Role, by?: string): Promise<void> {
  const condition = 'attribute_exists(pk) AND attribute_not_exists(expires)';
  const update = { person, update: 'SET #role = :role', condition, names: { '#role': 'role' } };
  return change(table, account, { ...update, values: { ':role': role } }, by);
}

/**
 * Ends the access of a person with the next request. The account still lists the person, like somebody whose invitation
 * has expired, until `forgetPerson`.
 */
export async function endAccess(
  table: Table,
  account: Account,
  person: string,
  { second, by }: { readonly second: number; readonly by?: string | undefined },
): Promise<void> {
  const update = { person, update: 'SET expires = :second', condition: 'attribute_exists(pk)' };
  await change(table, account, { ...update, values: { ':second': second } }, by);
  await deleteItem(table, { key: invitationKey(person, account) });
  const condition = 'customerId = :account';
  await ifConditionHolds(deleteItem(table, { key: loginKey(person), condition, values: { ':account': account } }));
}

/** True if the person belongs to an account, or is invited to one. */
export async function isKnown(table: Table, person: string): Promise<boolean> {
  return (await readRange(table, loginRange(person), { consistent: true, attributes: ['pk', 'sk'] })).length > 0;
}

export async function forgetPerson(table: Table, account: Account, person: string): Promise<void> {
  await deleteAll(table, [memberOfAccountKey(account, person), triesKey(account, person)]);
}

/** Ends all sessions that began until this second. */
export async function signOut(table: Table, account: Account, person: string, second: number): Promise<void> {
  await ifConditionHolds(
    updateItem(table, {
      key: memberOfAccountKey(account, person),
      update: 'SET signedOut = :second',
      condition: 'attribute_exists(pk)',
      values: { ':second': second },
    }),
  );
}
