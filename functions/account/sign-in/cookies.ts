// `__Host-`: the browser takes the cookie only with Secure, with the path / and without a domain, so that no other host
// can set it. Lax: a link in a mail leads to the page, and forms of other sites come without it.

export const sessionCookie = '__Host-session';
/** What a sign-in that is under way has to know. */
export const signInCookie = '__Host-sign-in';

type Name = typeof sessionCookie | typeof signInCookie;

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
