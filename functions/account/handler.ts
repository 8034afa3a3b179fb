import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answer } from '../../account/page.ts';
import { mostFormBytes, type PageRequest, type Ports } from '../../account/ports.ts';
import { loggedError } from '../../shared/log.ts';
import { type AccountItem, ignoreMissingAccount, readAccount } from '../../shared/table/access/accounts.ts';
import { acceptInvitation, type Invitation, invitationsOf } from '../../shared/table/access/invitations.ts';
import { accountOf, type Member, memberOf, signOut } from '../../shared/table/access/people.ts';
import { countTry } from '../../shared/table/access/tries.ts';
import { type Account, triesKey } from '../../shared/table/store/item-keys.ts';
import type { RequestTable } from '../../shared/table/store/table.ts';
import { type Exits, invitationsAnswer, noteAnswer } from './note.ts';
import type { OpenAccount } from './open-account.ts';
import { redirect, requestOf, resultOf } from './request.ts';
import {
  formTokenOf,
  isSame,
  isSecret,
  isState,
  newSecret,
  nonceOf,
  type Pool,
  signInUrl,
  signOutUrl,
  tokenFor,
} from './sign-in/code-flow.ts';
import { cookie, cookieIn, sessionCookie, signInCookie } from './sign-in/cookies.ts';
import { Failures } from './sign-in/failures.ts';
import { type Claims, WrongToken } from './sign-in/token.ts';

export interface PageDeps {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly log: (record: object) => void;
  /** Tells of which account a person is and which invite the person, and may read nothing else. */
  readonly logins: RequestTable;
  /** What a token of the pool says. */
  readonly claimsIn: (token: string) => Promise<Claims>;
  readonly pool: Pool;
  /** Of the API: the address that was deployed, not the one that a request names. */
  readonly baseUrl: string;
  /** With the rights of this account alone. */
  readonly open: (account: Account) => Promise<OpenAccount>;
}

type Result = APIGatewayProxyResult;

/** Somebody who is signed in, as the pool says. */
interface Visitor {
  readonly claims: Claims;
  /** Made of the cookie, which is a secret of the browser. */
  readonly token: Ports['token'];
}

/** Somebody who belongs to an account. */
interface Place extends OpenAccount {
  readonly account: Account;
  readonly member: Member;
  readonly known: AccountItem;
}

/** Forms of a person in an hour: so many files at once must be possible. */
const forms = { most: 300, seconds: 3600 };
const noForm = 'Load the page again, and send the form from there.';

/**
 * The page of an account on a deployment: signs people in and out, lets them accept invitations, and finds out at every
 * request who asks, in which role of which account. What the page says is up to account/page.ts.
 */
export function create(deps: PageDeps): (event: APIGatewayProxyEvent) => Promise<Result> {
  const site = new Site(deps);
  return (event) => site.answer(event);
}

class Site {
  readonly #deps: PageDeps;
  readonly #failures: Failures;
  readonly #base: string;

  constructor(deps: PageDeps) {
    this.#deps = deps;
    this.#failures = new Failures(deps.clock);
    this.#base = `${new URL(deps.baseUrl).pathname}/account`;
  }

  async answer(event: APIGatewayProxyEvent): Promise<Result> {
    const request = requestOf(event, this.#base, new URL(this.#deps.baseUrl).origin);
    try {
      if (Buffer.byteLength(request.body) > mostFormBytes)
        return this.#note(request, 413, 'Too much at once', 'This form is too long.');
      if (request.method === 'GET' && request.path === '/callback')
        return await this.#signedIn(event.requestContext.identity.sourceIp, request);
      if (request.method === 'GET' && request.path === '/signed-out') {
        const text = 'Nobody can use this page from here until somebody signs in again.';
        return this.#note(request, 200, 'You are signed out', text);
      }
      return await this.#page(request);
    } catch (error) {
      this.#deps.log({ level: 'error', kind: 'account-page', error: loggedError(error) });
      const text = 'The service has failed; it is not your fault. Try it again in a minute.';
      return this.#note(request, 500, 'This did not work', text);
    }
  }

  #note(request: PageRequest, status: number, title: string, text: string, cookies: readonly string[] = []): Result {
    const session = cookieIn(request.headers.cookie, sessionCookie);
    const hasSession = session && cookies.length === 0;
    const exits = this.#exits(hasSession ? formTokenOf(session) : undefined);
    return resultOf(noteAnswer({ status, title, text }, exits), cookies);
  }

  #exits(token: Ports['token'] | undefined): Exits {
    return { base: this.#base, token: token?.make(), poolUrl: signOutUrl(this.#deps.pool) };
  }

  #refused(reason: string, path: string, more: object = {}): void {
    this.#deps.log({ level: 'warn', kind: 'refused', reason, path, ...more });
  }

  /** From the pool's pages with a code. */
  async #signedIn(address: string, request: PageRequest): Promise<Result> {
    const { clock, pool, claimsIn } = this.#deps;
    const { query, headers, path } = request;
    const notSignedIn = (reason: string, cookies: readonly string[] = []) => {
      this.#refused(reason, path);
      const text = 'The sign-in took too long, or was begun in another browser. Begin again.';
      return this.#note(request, 403, 'You are not signed in', text, cookies);
    };
    const failed = (reason: string) => {
      this.#failures.add(address);
      return notSignedIn(reason, [cookie(signInCookie, '', 0)]);
    };
    const secret = cookieIn(headers.cookie, signInCookie);
    const given = new URLSearchParams(query);
    // any web page can make a browser ask this: it neither counts nor ends a sign-in
    if (!isSecret(secret) || !isState(given.get('state') ?? '', secret)) return notSignedIn('state');
    if (this.#failures.areTooMany(address))
      return this.#note(request, 429, 'Too many attempts', 'Try it again in ten minutes.');
    const token = await tokenFor(pool, given.get('code') ?? '', secret);
    if (token === undefined) return failed('code');
    try {
      const { sub, exp, nonce } = await claimsIn(token);
      if (!isSame(String(nonce), nonceOf(secret))) return failed('nonce');
      const ended = cookie(signInCookie, '', 0);
      if (!(await this.#placeOf(sub)) && (await this.#invitationsOf(sub)).length === 0) {
        this.#refused('no member', path, { sub });
        const text = 'Ask an administrator of your account for an invitation.';
        return this.#note(request, 403, 'You have no access', text, [ended, cookie(sessionCookie, '', 0)]);
      }
      return redirect(this.#base, [cookie(sessionCookie, token, exp - clock() / 1000), ended]);
    } catch (error) {
      if (error instanceof WrongToken) return failed(error.reason);
      throw error;
    }
  }

  async #page(request: PageRequest): Promise<Result> {
    const { clock, log } = this.#deps;
    const visitor = await this.#visitorOf(request);
    if (!visitor) return this.#askToSignIn(request);
    const { sub, iat } = visitor.claims;
    const place = await this.#placeOf(sub);
    if (place?.member.signedOut !== undefined && iat <= place.member.signedOut) return this.#askToSignIn(request);
    const isForm = request.method !== 'GET' && request.method !== 'HEAD';
    if (isForm && request.path === '/sign-out') return this.#signOut(request, visitor, place);
    if (!place) return this.#invited(request, visitor);
    const { account, member, known, table, ports } = place;
    if (known.status !== 'active') {
      this.#refused('suspended', request.path, { sub });
      return this.#note(request, 403, 'The account is suspended', 'Ask the operator of the service.');
    }
    if (isForm && !(await countTry(table, triesKey(account, sub), { now: clock(), ...forms }))) {
      this.#refused('too many', request.path, { sub });
      return this.#note(request, 429, 'Too many forms', 'You sent very many forms. Go on in an hour.');
    }
    const who = { account, accountName: known.name, person: member.email, role: member.role };
    const ownLog = ({ error, ...record }: { error?: unknown }) =>
      log({ ...record, customerId: account, ...(error !== undefined && { error: loggedError(error) }) });
    const here = { clock, token: visitor.token, place: this.#place(), log: ownLog };
    return resultOf(await answer(request, who, { ...ports, ...here }));
  }

  /** Undefined unless the cookie holds a token of the pool for this deployment that has not expired. */
  async #visitorOf({ headers, path }: PageRequest): Promise<Visitor | undefined> {
    const session = cookieIn(headers.cookie, sessionCookie);
    if (session === undefined || session === '') return undefined;
    try {
      return { claims: await this.#deps.claimsIn(session), token: formTokenOf(session) };
    } catch (error) {
      if (!(error instanceof WrongToken)) throw error;
      // everybody's ends once
      if (error.reason !== 'expired') this.#refused(error.reason, path);
      return undefined;
    }
  }

  /** Undefined for somebody who belongs to no account, or to one that is gone. */
  async #placeOf(sub: string): Promise<Place | undefined> {
    const account = await accountOf(this.#deps.logins, sub);
    if (account === undefined) return undefined;
    const opened = await this.#deps.open(account);
    const [member, known] = await Promise.all([
      memberOf(opened.table, account, sub),
      readAccount(opened.table, account).catch(ignoreMissingAccount),
    ]);
    return member && member.expires === undefined && known ? { ...opened, account, member, known } : undefined;
  }

  #invitationsOf(sub: string): Promise<Invitation[]> {
    return invitationsOf(this.#deps.logins, sub, this.#deps.clock() / 1000);
  }

  /** Somebody who belongs to no account accepts an invitation, or has to sign in as somebody else. */
  async #invited(request: PageRequest, { claims: { sub }, token }: Visitor): Promise<Result> {
    const invitations = await this.#invitationsOf(sub);
    if (invitations.length === 0) {
      this.#refused('no member', request.path, { sub });
      return this.#askToSignIn(request);
    }
    if (request.method === 'GET' || request.method === 'HEAD')
      return resultOf(invitationsAnswer(200, invitations, this.#exits(token)));
    if (request.path !== '/accept' || !isOurs(request, token)) {
      this.#refused(request.path === '/accept' ? 'token' : 'no member', request.path, { sub });
      return this.#note(request, 403, 'This form was not accepted', noForm);
    }
    const account = new URLSearchParams(request.body).get('account');
    const invitation = invitations.find(({ customerId }) => customerId === account);
    if (invitation && (await this.#accept(invitation, sub))) return redirect(this.#base);
    return this.#note(request, 409, 'This invitation has ended', 'Ask who invited you for another one.');
  }

  async #accept({ customerId, role }: Invitation, sub: string): Promise<boolean> {
    const { table, ports } = await this.#deps.open(customerId);
    const member = await memberOf(table, customerId, sub);
    if (!member) return false;
    const now = this.#deps.clock();
    const [at, who] = [new Date(now).toISOString(), member.email];
    await ports.audit.append({ at, who, what: 'invitation accepted', about: `${who}, ${role}` });
    return acceptInvitation(table, customerId, sub, Math.floor(now / 1000));
  }

  #askToSignIn(request: PageRequest): Result {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const text = 'Nothing was changed. Sign in, and send the form again.';
      return this.#note(request, 401, 'You are not signed in any more', text, [cookie(sessionCookie, '', 0)]);
    }
    const secret = newSecret(this.#deps.randomBytes);
    return redirect(signInUrl(this.#deps.pool, secret), [
      cookie(signInCookie, secret, 600),
      cookie(sessionCookie, '', 0),
    ]);
  }

  /** Ends all sessions of the person, so that a copy of the cookie is worth nothing any more. */
  async #signOut(request: PageRequest, { token, claims: { sub } }: Visitor, place: Place | undefined): Promise<Result> {
    if (!isOurs(request, token)) {
      this.#refused('token', request.path, { sub });
      return this.#note(request, 403, 'This form was not accepted', noForm);
    }
    if (place) await signOut(place.table, place.account, sub, Math.floor(this.#deps.clock() / 1000));
    return redirect(signOutUrl(this.#deps.pool), [cookie(sessionCookie, '', 0)]);
  }

  #place(): Ports['place'] {
    const { baseUrl, pool } = this.#deps;
    return {
      apiUrl: baseUrl,
      signOut: `${this.#base}/sign-out`,
      formTargets: [new URL(pool.loginUrl).origin],
      keysWorkWithin: 'a few minutes',
    };
  }
}

function isOurs({ headers, origin, body }: PageRequest, token: Ports['token']): boolean {
  return headers.origin === origin && token.check(new URLSearchParams(body).get('token') ?? '');
}
