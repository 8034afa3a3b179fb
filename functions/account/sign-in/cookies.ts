import type { PoolTokens } from './code-flow.ts';

// `__Host-`: the browser takes the cookie only with Secure, with the path / and without a domain, so that no other host
// can set it. Lax: a link in a mail leads to the page, and forms of other sites come without it.

/** The pool's token, which says for five minutes who the person is. */
export const sessionCookie = '__Host-session';
/** With which the pool gives the next one, as long as the person may sign in and has not signed out everywhere. */
export const renewalCookie = '__Host-renewal';
/** What a sign-in that is under way has to know. */
export const signInCookie = '__Host-sign-in';

type Name = typeof sessionCookie | typeof renewalCookie | typeof signInCookie;

/** A working day. The pool ends its renewals after as long. */
const sessionSeconds = 8 * 3600;

export const startedSession = ({ token, renewal }: PoolTokens): string[] => [
  cookie(sessionCookie, token, sessionSeconds),
  ...(renewal === undefined ? [] : [cookie(renewalCookie, renewal, sessionSeconds)]),
];

export const endedSession = [cookie(sessionCookie, '', 0), cookie(renewalCookie, '', 0)];

export function cookie(name: Name, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${Math.max(0, Math.floor(seconds))}; HttpOnly; Secure; SameSite=Lax`;
}

/** Undefined also if there are two: one of them is not ours. */
export function cookieIn(header: string | undefined, name: Name): string | undefined {
  const values = (header ?? '').split(';').flatMap((part) => {
    const [key = '', ...value] = part.trim().split('=');
    return key === name ? [value.join('=')] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
