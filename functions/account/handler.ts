import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answer } from '../../account/page.ts';
import { mostFormBytes, type PageRequest, type Ports } from '../../account/ports.ts';
import { loggedError } from '../../shared/log.ts';
import { ignoreMissingAccount, readAccount } from '../../shared/table/access/accounts.ts';
import { accountOf, countTry, type Member, memberOf, signOut } from '../../shared/table/access/people.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { RequestTable } from '../../shared/table/store/table.ts';
import { noteAnswer } from './note.ts';
import type { OpenAccount } from './open-account.ts';
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
import { type Claims, claimsIn, type Issuer, WrongToken } from './sign-in/token.ts';

export interface PageDeps {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly log: (record: object) => void;
  /** Tells of which account a person is, and may read nothing else. */
  readonly logins: RequestTable;
  readonly issuer: Issuer;
  readonly pool: Pool;
  /** Of the API: the address that was deployed, not the one that a request names. */
  readonly baseUrl: string;
  /** With the rights of this account alone. */
  readonly open: (account: Account) => Promise<OpenAccount>;
}

type Result = APIGatewayProxyResult;
type Event = APIGatewayProxyEvent;

/** Somebody who is signed in, as the pool says. */
interface Visitor {
  /** The value of the cookie: a secret of the browser. */
  readonly session: string;
  readonly claims: Claims;
}

/** Forms of a person: so many files at once must be possible. */
const mostFormsAnHour = 300;

/**
 * The page of an account on a deployment: signs people in and out, and finds out at every request who asks, in which role
 * of which account. What the page says is up to account/page.ts.
 */
export function create(deps: PageDeps): (event: Event) => Promise<Result> {
  const site = new Site(deps);
  return async (event) => {
    try {
      return await site.answer(event);
    } catch (error) {
      deps.log({ level: 'error', kind: 'account-page', error: loggedError(error) });
      return site.note(
        500,
        'This did not work',
        'The service has failed; it is not your fault. Try it again in a minute.',
      );
    }
  };
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

  answer(event: Event): Promise<Result> | Result {
    const request = this.#requestOf(event);
    if (Buffer.byteLength(request.body) > mostFormBytes)
      return this.note(413, 'Too much at once', 'This form is too long.');
    switch (`${event.httpMethod} ${request.path}`) {
      case 'GET /callback':
        return this.#signedIn(event, request);
      case 'GET /signed-out':
        return this.note(
          200,
          'You are signed out',
          'Nobody can use this page from here until somebody signs in again.',
        );
      default:
        return this.#page(request);
    }
  }

  note(status: number, title: string, text: string, cookies: readonly string[] = []): Result {
    return resultOf(noteAnswer({ status, title, text, page: this.#base }), cookies);
  }

  /** From the pool's pages with a code. */
  async #signedIn(event: Event, { query, headers }: PageRequest): Promise<Result> {
    const { clock, pool, issuer, log } = this.#deps;
    const address = event.requestContext.identity.sourceIp;
    const failed = (reason: string) => {
      this.#failures.add(address);
      log({ level: 'warn', kind: 'refused', reason, path: '/callback' });
      const text = 'The sign-in took too long, or was begun in another browser. Begin again.';
      return this.note(403, 'You are not signed in', text, [cookie(signInCookie, '', 0)]);
    };
    if (this.#failures.areTooMany(address)) return this.note(429, 'Too many attempts', 'Try it again in ten minutes.');
    const secret = cookieIn(headers.cookie, signInCookie);
    const given = new URLSearchParams(query);
    if (!isSecret(secret) || !isState(given.get('state') ?? '', secret)) return failed('state');
    const token = await tokenFor(pool, given.get('code') ?? '', secret);
    if (token === undefined) return failed('code');
    try {
      const { exp, nonce = '' } = await claimsIn(token, issuer, clock());
      if (!isSame(nonce, nonceOf(secret))) return failed('nonce');
      const cookies = [cookie(sessionCookie, token, exp - clock() / 1000), cookie(signInCookie, '', 0)];
      return redirect(this.#base, cookies);
    } catch (error) {
      if (error instanceof WrongToken) return failed(error.reason);
      throw error;
    }
  }

  async #page(request: PageRequest): Promise<Result> {
    const { clock, log, logins, open } = this.#deps;
    const visitor = await this.#visitorOf(request);
    if (!visitor) return this.#askToSignIn(request);
    const refused = (reason: string, title: string, text: string, status = 403) => {
      log({ level: 'warn', kind: 'refused', reason, path: request.path, sub: visitor.claims.sub });
      return this.note(status, title, text);
    };
    const nobody = () =>
      refused('no member', 'You have no access', 'Ask an administrator of your account for an invitation.');
    const { sub, iat } = visitor.claims;
    const account = await accountOf(logins, sub);
    if (account === undefined) return nobody();
    const { table, ports } = await open(account);
    const [member, known] = await Promise.all([
      memberOf(table, account, sub),
      readAccount(table, account).catch(ignoreMissingAccount),
    ]);
    if (!member || !known) return nobody();
    if (member.signedOut !== undefined && iat <= member.signedOut) return this.#askToSignIn(request);
    if (known.status !== 'active')
      return refused('suspended', 'The account is suspended', 'Ask the operator of the service.');
    const isForm = request.method !== 'GET' && request.method !== 'HEAD';
    if (isForm && !(await countTry(table, account, sub, { now: clock(), most: mostFormsAnHour })))
      return refused('too many', 'Too many forms', 'You sent very many forms. Go on in an hour.', 429);
    const token = formTokenOf(visitor.session);
    if (isForm && request.path === '/sign-out') return this.#signOut(request, token, { table, account, member });
    const who = { account, accountName: known.name, person: member.email, role: member.role };
    const ownLog = ({ error, ...record }: { error?: unknown }) =>
      log({ ...record, customerId: account, ...(error !== undefined && { error: loggedError(error) }) });
    return resultOf(await answer(request, who, { ...ports, clock, token, place: this.#place(), log: ownLog }));
  }

  /** Undefined unless the cookie holds a token of the pool for this deployment that has not expired. */
  async #visitorOf({ headers, path }: PageRequest): Promise<Visitor | undefined> {
    const session = cookieIn(headers.cookie, sessionCookie);
    if (session === undefined || session === '') return undefined;
    try {
      return { session, claims: await claimsIn(session, this.#deps.issuer, this.#deps.clock()) };
    } catch (error) {
      if (!(error instanceof WrongToken)) throw error;
      // everybody's ends once
      if (error.reason !== 'expired') this.#deps.log({ level: 'warn', kind: 'refused', reason: error.reason, path });
      return undefined;
    }
  }

  #askToSignIn({ method }: PageRequest): Result {
    if (method !== 'GET' && method !== 'HEAD') {
      const text = 'Nothing was changed. Sign in, and send the form again.';
      return this.note(401, 'You are not signed in any more', text, [cookie(sessionCookie, '', 0)]);
    }
    const secret = newSecret(this.#deps.randomBytes);
    return redirect(signInUrl(this.#deps.pool, secret), [
      cookie(signInCookie, secret, 600),
      cookie(sessionCookie, '', 0),
    ]);
  }

  /** Ends all sessions of the person, so that a copy of the cookie is worth nothing any more. */
  async #signOut(
    { headers, origin, body }: PageRequest,
    token: Ports['token'],
    { table, account, member }: Pick<OpenAccount, 'table'> & { account: Account; member: Member },
  ): Promise<Result> {
    if (headers.origin !== origin || !token.check(new URLSearchParams(body).get('token') ?? '')) {
      this.#deps.log({ level: 'warn', kind: 'refused', reason: 'token', path: '/sign-out', customerId: account });
      return this.note(403, 'This form was not accepted', 'Load the page again, and sign out there.');
    }
    await signOut(table, account, member.id, Math.floor(this.#deps.clock() / 1000));
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

  #requestOf(event: Event): PageRequest {
    const headers = Object.fromEntries(
      Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const query = new URLSearchParams(
      Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    );
    const proxy = event.pathParameters?.proxy;
    return {
      method: event.httpMethod,
      base: this.#base,
      // not `path` of the event, which has the stage behind a domain of one's own
      path: proxy ? `/${proxy}` : '',
      query: `${query}`,
      headers,
      body: event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? ''),
      origin: new URL(this.#deps.baseUrl).origin,
    };
  }
}

function resultOf(
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: string },
  cookies: readonly string[] = [],
): Result {
  const multiValueHeaders = cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : undefined;
  return { statusCode: status, headers: { ...headers }, ...(multiValueHeaders && { multiValueHeaders }), body };
}

function redirect(location: string, cookies: readonly string[]): Result {
  return resultOf({ status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }, cookies);
}
