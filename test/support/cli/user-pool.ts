import type { MailWords, UserPool } from '../../../shared/people/user-pool.ts';

export interface FakeUserPool extends UserPool {
  /** Ids by addresses. Nobody has signed in yet. */
  readonly logins: ReadonlyMap<string, string>;
  /** The addresses of all invitations, and their words. */
  readonly mails: readonly string[];
}

const mail = (email: string, { accountName, by }: MailWords) => `${email}: ${by} invites to ${accountName}`;

/** A user pool in memory. */
export function userPool(
  known: Iterable<readonly [string, string]> = [],
  mailed: readonly string[] = [],
): FakeUserPool {
  const logins = new Map(known);
  const mails = [...mailed];
  return {
    logins,
    mails,
    isFirms: false,
    link: async () => {},
    find: async (email) => {
      const id = logins.get(email);
      return id === undefined ? undefined : { id, isWaiting: true };
    },
    create: async (email, words) => {
      const id = `${email.split('@')[0]}-${mails.length + 1}`;
      logins.set(email, id);
      mails.push(mail(email, words));
      return id;
    },
    inviteAgain: async (email, words) => void mails.push(mail(email, words)),
    remove: async (id) => {
      for (const [email, each] of logins) if (each === id) logins.delete(email);
    },
  };
}
