import type { UserPool } from '../../../shared/people/user-pool.ts';

export interface FakeUserPool extends UserPool {
  /** Ids by addresses. Nobody has signed in yet. */
  readonly logins: ReadonlyMap<string, string>;
  /** The addresses of all invitations. */
  readonly mails: readonly string[];
}

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
    loginOf: async (email) => {
      const id = logins.get(email);
      if (id !== undefined) return { id, isWaiting: true };
      const made = `${email.split('@')[0]}-${mails.length + 1}`;
      logins.set(email, made);
      mails.push(email);
      return { id: made, isWaiting: false };
    },
    inviteAgain: async (email) => void mails.push(email),
    remove: async (id) => {
      for (const [email, each] of logins) if (each === id) logins.delete(email);
    },
  };
}
