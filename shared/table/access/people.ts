import { compareTexts } from '../../domain/orders.ts';
import { type Account, loginKey, memberOfAccountKey, membersOfAccountRange, triesKey } from '../store/item-keys.ts';
import { readItem, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Part, RequestTable, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { deleteAll, deleteItem, ifConditionHolds, updateItem } from '../store/write.ts';

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

/** Also changes the role of a person that the account has. */
export async function admitPerson(table: Table, account: Account, member: Member): Promise<void> {
  const others = (await peopleOf(table, account)).filter(({ id }) => id !== member.id);
  if (others.length >= mostPeople) {
    throw new PeopleRefusal(`The account ${account} has ${mostPeople} people, which is the most. Remove one first.`);
  }
  const isTheirs: Part = {
    put: {
      item: { ...loginKey(member.id), v: itemVersion, customerId: account },
      condition: 'attribute_not_exists(pk) OR customerId = :account',
      values: { ':account': account },
    },
  };
  const put = { item: { ...memberOfAccountKey(account, member.id), v: itemVersion, ...member } };
  if ((await transact(table, [isTheirs, { put }])).length > 0) {
    throw new PeopleRefusal(
      `${member.email} belongs to another account, and a person belongs to one. Invite another address.`,
    );
  }
}

/** Ends the access of a person with the next request. The account still lists the person, until `forgetPerson`. */
export async function endAccess(table: Table, account: Account, person: string): Promise<void> {
  const condition = 'customerId = :account';
  await ifConditionHolds(deleteItem(table, { key: loginKey(person), condition, values: { ':account': account } }));
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

/** Counts what a person sends in an hour. Returns false above the limit. */
export async function countTry(
  table: Table,
  account: Account,
  person: string,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<boolean> {
  const hour = Math.floor(now / 3_600_000);
  const key = triesKey(account, person);
  const names = { '#hour': 'hour', '#count': 'count' };
  const counted = await ifConditionHolds(
    updateItem(table, {
      key,
      names,
      update: 'SET #count = #count + :one',
      condition: '#hour = :hour AND #count < :most',
      values: { ':hour': hour, ':one': 1, ':most': most },
    }),
  );
  if (counted) return true;
  return ifConditionHolds(
    updateItem(table, {
      key,
      names: { ...names, '#ttl': 'ttl' },
      update: 'SET #hour = :hour, #count = :one, #ttl = :ttl, v = :v',
      condition: 'attribute_not_exists(#hour) OR #hour < :hour',
      values: { ':hour': hour, ':one': 1, ':ttl': (hour + 2) * 3600, ':v': itemVersion },
    }),
  );
}
