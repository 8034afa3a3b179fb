import type { APIGatewayProxyResult as Result } from 'aws-lambda';
import type { PageRequest, Ports } from '../../account/ports.ts';
import { followGroups, joinByGroup, membershipIn } from '../../shared/people/groups.ts';
import type { LogLine } from '../../shared/table/access/account-log.ts';
import { type AccountItem, ignoreMissingAccount, readAccount } from '../../shared/table/access/accounts.ts';
import { type Invitation, invitationsOf } from '../../shared/table/access/invitations.ts';
import { accountOf, type Member, memberOf } from '../../shared/table/access/people.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { RequestTable } from '../../shared/table/store/table.ts';
import { type Exits, noteAnswer } from './note.ts';
import type { OpenAccount } from './open-account.ts';
import { resultOf } from './request.ts';
import { formTokenOf, type Pool, renewedTokens, signOutUrl } from './sign-in/code-flow.ts';
import { cookieIn, renewalCookie, sessionCookie, startedSession } from './sign-in/cookies.ts';
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
  /** What names of groups begin with, if people join by groups of the firm's own sign-in. */
  readonly groupsOf?: string | undefined;
  /** With the rights of this account alone. */
  readonly open: (account: Account) => Promise<OpenAccount>;
}

/** Somebody who is signed in, as the pool says. */
export interface Visitor {
  readonly claims: Claims;
  /** Made of a cookie, which is a secret of the browser. */
  readonly token: Ports['token'];
  /** Of a session that was renewed. */
  readonly cookies: readonly string[];
}

/** Somebody who belongs to an account. */
export interface Place extends OpenAccount {
  readonly account: Account;
  readonly member: Member;
  readonly known: AccountItem;
}

export const noForm = 'Load the page again, and send the form from there.';

/** Finds out who asks, and what somebody is told who may not go on. */
export class Site {
  readonly deps: PageDeps;
  readonly base: string;

  constructor(deps: PageDeps) {
    this.deps = deps;
    this.base = `${new URL(deps.baseUrl).pathname}/account`;
  }

  note(request: PageRequest, status: number, title: string, text: string, cookies: readonly string[] = []): Result {
    const exits = this.exits(cookies.length === 0 ? formTokenIn(request) : undefined);
    return resultOf(noteAnswer({ status, title, text }, exits), cookies);
  }

  exits(token: Ports['token'] | undefined): Exits {
    return { base: this.base, token: token?.make(), poolUrl: signOutUrl(this.deps.pool) };
  }

  refused(reason: string, path: string, more: object = {}): void {
    this.deps.log({ level: 'warn', kind: 'refused', reason, path, ...more });
  }

  /** Undefined unless the cookies hold a token of the pool for this deployment, or with what the pool gives another one. */
  async visitorOf(request: PageRequest): Promise<Visitor | undefined> {
    const { headers, path } = request;
    const session = cookieIn(headers.cookie, sessionCookie);
    const token = formTokenIn(request);
    if (!session || !token) return undefined;
    try {
      return { claims: await this.deps.claimsIn(session), token, cookies: [] };
    } catch (error) {
      if (!(error instanceof WrongToken)) throw error;
      if (error.reason === 'expired') return this.#renewed(request, token);
      this.refused(error.reason, path);
      return undefined;
    }
  }

  async #renewed({ headers, path }: PageRequest, token: Ports['token']): Promise<Visitor | undefined> {
    const renewal = cookieIn(headers.cookie, renewalCookie);
    // everybody's session ends once
    const tokens = renewal ? await renewedTokens(this.deps.pool, renewal) : undefined;
    if (!tokens) return undefined;
    try {
      return { claims: await this.deps.claimsIn(tokens.token), token, cookies: startedSession(tokens) };
    } catch (error) {
      if (!(error instanceof WrongToken)) throw error;
      this.refused(error.reason, path);
      return undefined;
    }
  }

  /** Undefined for somebody who belongs to no account, or to one that is gone. */
  async placeOf(sub: string): Promise<Place | undefined> {
    const account = await accountOf(this.deps.logins, sub);
    if (account === undefined) return undefined;
    const opened = await this.deps.open(account);
    const [member, known] = await Promise.all([
      memberOf(opened.table, account, sub),
      readAccount(opened.table, account).catch(ignoreMissingAccount),
    ]);
    return member && member.expires === undefined && known ? { ...opened, account, member, known } : undefined;
  }

  /** Lets a person who signs in join or leave by the groups of the firm. Invited people stay as they are. */
  async followGroups({ sub, email = '', profile }: Claims, path: string): Promise<void> {
    if (this.deps.groupsOf === undefined) return;
    const now = membershipIn(profile, this.deps.groupsOf);
    const place = await this.placeOf(sub);
    const second = Math.floor(this.deps.clock() / 1000);
    const at = new Date(this.deps.clock()).toISOString();
    const of = ({ table, ports }: OpenAccount) => ({
      ...{ table, second },
      append: (line: Pick<LogLine, 'what' | 'about'>) => ports.audit.append({ at, who: sub, person: sub, ...line }),
    });
    if (place?.member.byGroup) await followGroups(of(place), place.account, place.member, now);
    if (!now || (place && (!place.member.byGroup || place.account === now.account))) return;
    const reason = await joinByGroup(of(await this.deps.open(now.account)), now, { id: sub, email });
    if (reason !== undefined) this.refused(reason, path, { sub });
  }

  invitationsOf(sub: string): Promise<Invitation[]> {
    return invitationsOf(this.deps.logins, sub, this.deps.clock() / 1000);
  }
}

/** What forms carry outlives the token of five minutes: it is made of what renews the session. */
function formTokenIn({ headers: { cookie } }: PageRequest): Ports['token'] | undefined {
  const secret = cookieIn(cookie, renewalCookie) || cookieIn(cookie, sessionCookie);
  return secret ? formTokenOf(secret) : undefined;
}

/** Whether the form was made by this page, for this session. */
export function isOurs({ headers, origin, body }: PageRequest, token: Ports['token']): boolean {
  return headers.origin === origin && token.check(new URLSearchParams(body).get('token') ?? '');
}
