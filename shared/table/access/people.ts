import { type Account, loginKey, memberOfAccountKey, membersOfAccountRange, triesKey } from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Part, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { deleteAll, deleteItem, ifConditionHolds } from '../store/write.ts';

// Who may use the page of an account. A person is two items: the login, which says of which account, and the member,
// which says in which role. The page reads both at every request, and needs both.

/** A reader sees the board and hands in files; an administrator also changes keys and people. */
export const roles = ['reader', 'administrator'] as const;
export type Role = (typeof roles)[number];

export interface Member {
  /** As the user pool names the person. An address can change hands, this does not. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly invited: string;
  /** Unix seconds: what was signed in until then is signed out. */
  readonly signedOut?: number;
}

const mostPeople = 100;

class OfAnotherAccount extends Error {
  override name = 'OfAnotherAccount' as const;

  constructor(email: string) {
    super(`${email} belongs to another account, and a person belongs to one. Invite another address.`);
  }
}

class TooManyPeople extends Error {
  override name = 'TooManyPeople' as const;

  constructor(account: Account) {
    super(`The account ${account} has ${mostPeople} people, which is the most; remove one first.`);
  }
}

export class NoSuchPerson extends Error {
  override name = 'NoSuchPerson' as const;

  constructor(account: Account, email: string) {
    super(`The account ${account} has nobody with the address ${email}.`);
  }
}

export async function peopleOf(table: Table, account: Account): Promise<Member[]> {
  const items = await readRange(table, membersOfAccountRange(account), { consistent: true });
  return items.map((item) => entityIn<Member>(item)).sort((a, b) => (a.email < b.email ? -1 : 1));
}

/** Also changes the role of a person that the account has. */
export async function admitPerson(table: Table, account: Account, member: Member): Promise<void> {
  const others = (await peopleOf(table, account)).filter(({ id }) => id !== member.id);
  if (others.length >= mostPeople) throw new TooManyPeople(account);
  const isTheirs: Part = {
    put: {
      item: { ...loginKey(member.id), v: itemVersion, customerId: account },
      condition: 'attribute_not_exists(pk) OR customerId = :account',
      values: { ':account': account },
    },
  };
  const put = { item: { ...memberOfAccountKey(account, member.id), v: itemVersion, ...member } };
  if ((await transact(table, [isTheirs, { put }])).length > 0) throw new OfAnotherAccount(member.email);
}

/** Ends the access of a person with the next request. The account still lists the person, until `forgetPerson`. */
export async function endAccess(table: Table, account: Account, person: string): Promise<void> {
  const condition = 'customerId = :account';
  await ifConditionHolds(deleteItem(table, { key: loginKey(person), condition, values: { ':account': account } }));
}

export async function forgetPerson(table: Table, account: Account, person: string): Promise<void> {
  await deleteAll(table, [memberOfAccountKey(account, person), triesKey(account, person)]);
}
