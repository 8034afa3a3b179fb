import { createHash, timingSafeEqual } from 'node:crypto';
import type { Answer } from '../../../shared/jobs/aws-call.ts';

// OAuth 2.0's authorization code flow with PKCE. A sign-in has one secret, which the browser keeps in a cookie: it is
// the verifier, and state and nonce are made of it, so a code can only be used where the sign-in was begun.

export interface Pool {
  /** Of the pool's pages, without a slash at the end. */
  readonly loginUrl: string;
  readonly clientId: string;
  readonly callbackUrl: string;
  readonly signedOutUrl: string;
  /** Posts a form to the pool. */
  readonly post: (url: string, form: string) => Promise<Answer>;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
const stateOf = (secret: string) => digest(`state ${secret}`);
export const nonceOf = (secret: string) => digest(`nonce ${secret}`);

export function newSecret(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

export function isSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}

/** In constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Where the browser goes to sign in. */
export function signInUrl({ loginUrl, clientId, callbackUrl }: Pool, secret: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callbackUrl,
    scope: 'openid',
    state: stateOf(secret),
    nonce: nonceOf(secret),
    code_challenge: digest(secret),
    code_challenge_method: 'S256',
  });
  return `${loginUrl}/oauth2/authorize?${query}`;
}

/** Where the browser goes to sign out of the pool too. */
export function signOutUrl({ loginUrl, clientId, signedOutUrl }: Pool): string {
  return `${loginUrl}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: signedOutUrl })}`;
}

export function isState(given: string, secret: string): boolean {
  return isSame(given, stateOf(secret));
}

export interface PoolTokens {
  /** The ID token. */
  readonly token: string;
  /** With which the pool gives another one. */
  readonly renewal: string | undefined;
}

/** The tokens for a code; undefined if the pool refuses the code. */
export function tokensFor(pool: Pool, code: string, secret: string): Promise<PoolTokens | undefined> {
  return ask(pool, {
    grant_type: 'authorization_code',
    redirect_uri: pool.callbackUrl,
    code,
    code_verifier: secret,
  });
}

/** Undefined for somebody who was disabled or signed out everywhere in the pool, and after the time of a session. */
export function renewedTokens(pool: Pool, renewal: string): Promise<PoolTokens | undefined> {
  return ask(pool, { grant_type: 'refresh_token', refresh_token: renewal });
}

async function ask(pool: Pool, fields: Readonly<Record<string, string>>): Promise<PoolTokens | undefined> {
  const form = new URLSearchParams({ client_id: pool.clientId, ...fields });
  const { status, text } = await pool.post(`${pool.loginUrl}/oauth2/token`, `${form}`);
  // a pool that is busy has ended no session
  if (status >= 500 || status === 429) throw new Error(`The user pool answered ${status} instead of tokens.`);
  if (status !== 200) return undefined;
  const { id_token: token, refresh_token: renewal } = JSON.parse(text) as Record<string, unknown>;
  return typeof token === 'string' ? { token, renewal: typeof renewal === 'string' ? renewal : undefined } : undefined;
}

/** What the forms of a session carry. Only who has the cookie can make it, and other sites cannot read that. */
export function formTokenOf(session: string): { make: () => string; check: (token: string) => boolean } {
  const token = digest(`form ${session}`);
  return { make: () => token, check: (given) => isSame(given, token) };
}
