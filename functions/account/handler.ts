import type { APIGatewayProxyEvent, APIGatewayProxyResult as Result } from 'aws-lambda';
import { answerLink, wrongLink } from '../../account/notices/link.ts';
import { answer } from '../../account/page.ts';
import { mostFormBytes, type PageRequest, type Ports } from '../../account/ports.ts';
import { loggedError } from '../../shared/log.ts';
import { countTry } from '../../shared/table/access/tries.ts';
import { type Account, triesKey } from '../../shared/table/store/item-keys.ts';
import { invited } from './invited.ts';
import { requestOf, resultOf } from './request.ts';
import { Failures } from './sign-in/failures.ts';
import { askToSignIn, leave, signedIn } from './sign-in/pages.ts';
import { type PageDeps, Site, type Visitor } from './site.ts';

/** Forms of a person in an hour: so many files at once must be possible. */
const forms = { most: 300, seconds: 3600 };

/**
 * The page of an account on a deployment: signs people in and out, lets them accept invitations, and finds out at every
 * request who asks, in which role of which account. What the page says is up to account/page.ts.
 */
export function create(deps: PageDeps): (event: APIGatewayProxyEvent) => Promise<Result> {
  const site = new Site(deps);
  const failures = new Failures(deps.clock);
  return async (event) => {
    const request = requestOf(event, site.base, new URL(deps.baseUrl).origin);
    try {
      if (Buffer.byteLength(request.body) > mostFormBytes)
        return site.note(request, 413, 'Too much at once', 'This form is too long.');
      if (request.method === 'GET' && request.path === '/callback')
        return await signedIn(site, failures, event.requestContext.identity.sourceIp, request);
      if (request.method === 'GET' && request.path === '/signed-out') {
        const text = 'Nobody can use this page from here until somebody signs in again.';
        return site.note(request, 200, 'You are signed out', text);
      }
      if (request.path.startsWith('/notice/'))
        return await linked(site, failures, event.requestContext.identity.sourceIp, request);
      return await pageFor(site, request);
    } catch (error) {
      deps.log({ level: 'error', kind: 'account-page', error: loggedError(error) });
      const text = 'The service has failed; it is not your fault. Try it again in a minute.';
      return site.note(request, 500, 'This did not work', text);
    }
  };
}

/** The link of a mail, for whoever has it. */
async function linked(site: Site, failures: Failures, address: string, request: PageRequest): Promise<Result> {
  if (failures.areTooMany(address)) return site.note(request, 429, 'Too many tries', 'Try it again in ten minutes.');
  const open = async (account: Account) => {
    const { table, ports } = await site.deps.open(account);
    return { table, append: ports.audit.append };
  };
  const said = await answerLink(request, { clock: site.deps.clock, open });
  if (said !== undefined && said !== 'wrong') return resultOf(said);
  failures.add(address);
  return resultOf(wrongLink());
}

async function pageFor(site: Site, request: PageRequest): Promise<Result> {
  const visitor = await site.visitorOf(request);
  if (!visitor) return askToSignIn(site, request);
  const result = await answerTo(site, request, visitor);
  // an answer with cookies has ended the session
  return result.multiValueHeaders || visitor.cookies.length === 0
    ? result
    : { ...result, multiValueHeaders: { 'Set-Cookie': [...visitor.cookies] } };
}

async function answerTo(site: Site, request: PageRequest, visitor: Visitor): Promise<Result> {
  const { clock, log } = site.deps;
  const { sub, auth_time: since } = visitor.claims;
  const place = await site.placeOf(sub);
  if (place?.member.signedOut !== undefined && since <= place.member.signedOut) return askToSignIn(site, request);
  const isForm = request.method !== 'GET' && request.method !== 'HEAD';
  if (isForm && request.path === '/sign-out') return leave(site, request, visitor, place);
  if (!place) return invited(site, request, visitor);
  const { account, member, known, table, ports } = place;
  if (known.status !== 'active') {
    site.refused('suspended', request.path, { sub });
    return site.note(request, 403, 'The account is suspended', 'Ask the operator of the service.');
  }
  if (isForm && !(await countTry(table, triesKey(account, sub), { now: clock(), ...forms }))) {
    site.refused('too many', request.path, { sub });
    return site.note(request, 429, 'Too many forms', 'You sent very many forms. Go on in an hour.');
  }
  const who = { account, accountName: known.name, person: member.email, id: member.id, role: member.role };
  const ownLog = ({ error, ...record }: { error?: unknown }) =>
    log({ ...record, customerId: account, ...(error !== undefined && { error: loggedError(error) }) });
  const here = { clock, token: visitor.token, place: placeOn(site), log: ownLog };
  return resultOf(await answer(request, who, { ...ports, ...here }));
}

function placeOn({ base, deps: { baseUrl, pool } }: Site): Ports['place'] {
  return {
    apiUrl: baseUrl,
    signOut: `${base}/sign-out`,
    formTargets: [new URL(pool.loginUrl).origin],
    keysWorkWithin: 'a few minutes',
  };
}
