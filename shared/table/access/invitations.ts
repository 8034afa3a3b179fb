import type { Scrub } from '../../domain/names-in-text.ts';
import { type Account, invitationKey, invitationsRange, loginKey, memberOfAccountKey } from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { putItem } from '../store/write.ts';
import { type Member, PeopleRefusal, type Role } from './people.ts';

// An account invites a person, who belongs to it from the moment of accepting. Until then the person is a member that
// `expires`, and the login has an item for each account that invites, with what the person must know to accept.

export interface Invitation {
  readonly customerId: Account;
  readonly accountName: string;
  readonly role: Role;
  /** The address of the administrator, or the operator. */
  readonly by: string;
  /** Unix seconds. */
  readonly expires: number;
}

type InvitedMember = Member & { readonly expires: number };

/** A removal that was killed may have left the person with this account. */
const belongsToNoOther = (account: Account) => ({
  condition: 'attribute_not_exists(pk) OR customerId = :account',
  values: { ':account': account },
});

/** Invites the person, or invites once more. Refused if the person belongs to an account: not even this one says which. */
export async function putInvitation(
  table: Table,
  account: Account,
  member: InvitedMember,
  { accountName, by }: Pick<Invitation, 'accountName' | 'by'>,
): Promise<void> {
  const { id, role, expires } = member;
  const invitation: Invitation = { customerId: account, accountName, role, by, expires };
  const failed = await transact(table, [
    { check: { key: loginKey(id), ...belongsToNoOther(account) } },
    { put: { item: { ...memberOfAccountKey(account, id), v: itemVersion, ...member } } },
    { put: { item: { ...invitationKey(id, account), v: itemVersion, ...invitation, ttl: expires } } },
  ]);
  if (failed.length > 0)
    throw new PeopleRefusal(
      `${member.email} belongs to another account, and a person belongs to one. Invite another address.`,
    );
}

/** Those that can still be accepted. */
export async function invitationsOf(table: RequestTable, person: string, second: number): Promise<Invitation[]> {
  const items = await readRange(table, invitationsRange(person), { consistent: true });
  return items.map((item) => entityIn<Invitation>(item)).filter(({ expires }) => second < expires);
}

/** Takes the address of whoever invited out of the invitations that are open. */
export async function hideInviter(table: Table, account: Account, members: readonly Member[], scrub: Scrub) {
  for (const { id } of members.filter(({ expires }) => expires !== undefined)) {
    const items = await readRange(table, invitationsRange(id), { consistent: true });
    const own = items.find(({ customerId }) => customerId === account);
    const by = scrub(String(own?.by));
    if (own && by !== own.by) await putItem(table, { item: { ...own, by } });
  }
}

/** Makes the person belong to the account. Returns false if the invitation has ended, or the person belongs to one. */
export async function acceptInvitation(
  table: Table,
  account: Account,
  person: string,
  second: number,
): Promise<boolean> {
  const failed = await transact(table, [
    { put: { item: { ...loginKey(person), v: itemVersion, customerId: account }, ...belongsToNoOther(account) } },
    {
      update: {
        key: memberOfAccountKey(account, person),
        update: 'REMOVE expires',
        condition: 'expires > :second',
        values: { ':second': second },
      },
    },
    { delete: { key: invitationKey(person, account) } },
  ]);
  return failed.length === 0;
}
