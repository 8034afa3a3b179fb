import type { LogLine } from '../table/access/account-log.ts';
import { type AccountItem, ignoreMissingAccount, readAccount } from '../table/access/accounts.ts';
import { acceptInvitation, putInvitation } from '../table/access/invitations.ts';
import { removeMailsTo } from '../table/access/notices.ts';
import {
  changeRole,
  endAccess,
  forgetPerson,
  type Member,
  mayAs,
  peopleOf,
  type Role,
  roles,
} from '../table/access/people.ts';
import { type Account, asAccount } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import { addressForm, mostPeople } from './people.ts';

// Membership by the groups that the firm's own sign-in asserts, for people who were not invited. It is looked at when
// somebody signs in, as the pool hears of groups only then.

export interface Membership {
  readonly account: Account;
  readonly role: Role;
}

/** Such as `client-health-prod:acme:viewer`. */
const groupForm = /^(.+):([A-Za-z0-9][\w-]{0,63}):(\w+)$/;

/** What groups of this deployment say, in the text that the pool makes of a list: the first account by its id, the highest role. */
export function membershipIn(claim: unknown, deployment: string): Membership | undefined {
  const found = String(claim ?? '')
    .split(/[\s,"[\]]+/)
    .flatMap((group): Membership[] => {
      const [, name, account = '', given] = groupForm.exec(group) ?? [];
      const role = roles.find((each) => each === given);
      return name === deployment && role ? [{ account: asAccount(account), role }] : [];
    });
  const account = found.map((each) => each.account).sort()[0];
  return found.filter((each) => each.account === account).sort((a, b) => (mayAs(a.role, b.role) ? -1 : 1))[0];
}

interface Place {
  readonly table: Table;
  readonly second: number;
  /** Writes a line of the log, before the change that it tells of. */
  readonly append: (line: Pick<LogLine, 'what' | 'about'>) => Promise<void>;
}

/** Makes the person belong to the account. Returns why not, for the log of the function. */
export async function joinByGroup(
  { table, second, append }: Place,
  { account, role }: Membership,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string | undefined> {
  const known: AccountItem | undefined = await readAccount(table, account).catch(ignoreMissingAccount);
  if (!known) return 'group of no account';
  if (!addressForm.test(email)) return 'address';
  const people = await peopleOf(table, account);
  if (people.length >= mostPeople) return 'too many people';
  await append({ what: 'person joined', about: role });
  const invited = new Date(second * 1000).toISOString();
  const member = { id, email: email.toLowerCase(), role, invited, expires: second + 60, byGroup: true } as const;
  await putInvitation(table, account, member, { accountName: known.name, by: 'The operator of the service' });
  return (await acceptInvitation(table, account, id, second)) ? undefined : 'belongs to another account';
}

/** Somebody who joined by a group, and now has another role, or none in this account. */
export async function followGroups(
  { table, second, append }: Place,
  account: Account,
  { id, email, role }: Member,
  now: Membership | undefined,
): Promise<void> {
  if (now?.account !== account) {
    await append({ what: 'person removed', about: 'by group' });
    await endAccess(table, account, id, { second });
    await removeMailsTo(table, account, email);
    await forgetPerson(table, account, id);
  } else if (now.role !== role) {
    await append({ what: 'person joined', about: now.role });
    await changeRole(table, account, id, now.role);
  }
}
