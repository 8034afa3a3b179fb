import type { APIGatewayProxyResult as Result } from 'aws-lambda';
import type { PageRequest } from '../../../account/ports.ts';
import { signOut } from '../../../shared/table/access/people.ts';
import { redirect } from '../request.ts';
import { isOurs, noForm, type Place, type Site, type Visitor } from '../site.ts';
import { isSame, isSecret, isState, newSecret, nonceOf, signInUrl, signOutUrl, tokensFor } from './code-flow.ts';
import { cookie, cookieIn, endedSession, signInCookie, startedSession } from './cookies.ts';
import type { Failures } from './failures.ts';
import { WrongToken } from './token.ts';

// To the pages of the pool and back: signing in, in two requests, and signing out.

export function askToSignIn(site: Site, request: PageRequest): Result {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const text = 'Nothing was changed. Sign in, and send the form again.';
    return site.note(request, 401, 'You are not signed in any more', text, endedSession);
  }
  const secret = newSecret(site.deps.randomBytes);
  return redirect(signInUrl(site.deps.pool, secret), [cookie(signInCookie, secret, 600), ...endedSession]);
}

/** From the pool's pages with a code. */
export async function signedIn(site: Site, failures: Failures, address: string, request: PageRequest): Promise<Result> {
  const { pool, claimsIn } = site.deps;
  const { query, headers, path } = request;
  const notSignedIn = (reason: string, cookies: readonly string[] = []) => {
    site.refused(reason, path);
    const text = 'The sign-in took too long, or was begun in another browser. Begin again.';
    return site.note(request, 403, 'You are not signed in', text, cookies);
  };
  const failed = (reason: string) => {
    failures.add(address);
    return notSignedIn(reason, [cookie(signInCookie, '', 0)]);
  };
  const secret = cookieIn(headers.cookie, signInCookie);
  const given = new URLSearchParams(query);
  // any web page can make a browser ask this: it neither counts nor ends a sign-in
  if (!isSecret(secret) || !isState(given.get('state') ?? '', secret)) return notSignedIn('state');
  if (failures.areTooMany(address)) return site.note(request, 429, 'Too many attempts', 'Try it again in ten minutes.');
  const tokens = await tokensFor(pool, given.get('code') ?? '', secret);
  if (tokens === undefined) return failed('code');
  try {
    const claims = await claimsIn(tokens.token);
    const { sub, nonce } = claims;
    if (!isSame(String(nonce), nonceOf(secret))) return failed('nonce');
    await site.followGroups(claims, path);
    const ended = cookie(signInCookie, '', 0);
    if (!(await site.placeOf(sub)) && (await site.invitationsOf(sub)).length === 0) {
      site.refused('no member', path, { sub });
      const text = 'Ask an administrator of your account for an invitation.';
      return site.note(request, 403, 'You have no access', text, [ended, ...endedSession]);
    }
    return redirect(site.base, [...startedSession(tokens), ended]);
  } catch (error) {
    if (error instanceof WrongToken) return failed(error.reason);
    throw error;
  }
}

/** Ends all sessions of the person, so that a copy of the cookie is worth nothing any more. */
export async function leave(
  site: Site,
  request: PageRequest,
  { token, claims: { sub } }: Visitor,
  place: Place | undefined,
): Promise<Result> {
  if (!isOurs(request, token)) {
    site.refused('token', request.path, { sub });
    return site.note(request, 403, 'This form was not accepted', noForm);
  }
  if (place) await signOut(place.table, place.account, sub, Math.floor(site.deps.clock() / 1000));
  return redirect(signOutUrl(site.deps.pool), endedSession);
}
