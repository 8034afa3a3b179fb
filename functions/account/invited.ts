import type { APIGatewayProxyResult as Result } from 'aws-lambda';
import type { PageRequest } from '../../account/ports.ts';
import { acceptInvitation, type Invitation } from '../../shared/table/access/invitations.ts';
import { memberOf } from '../../shared/table/access/people.ts';
import { invitationsAnswer } from './note.ts';
import { redirect, resultOf } from './request.ts';
import { askToSignIn } from './sign-in/pages.ts';
import { isOurs, noForm, type Site, type Visitor } from './site.ts';

/** Somebody who belongs to no account accepts an invitation, or has to sign in as somebody else. */
export async function invited(site: Site, request: PageRequest, { claims: { sub }, token }: Visitor): Promise<Result> {
  const invitations = await site.invitationsOf(sub);
  if (invitations.length === 0) {
    site.refused('no member', request.path, { sub });
    return askToSignIn(site, request);
  }
  if (request.method === 'GET' || request.method === 'HEAD')
    return resultOf(invitationsAnswer(200, invitations, site.exits(token)));
  if (request.path !== '/accept' || !isOurs(request, token)) {
    site.refused(request.path === '/accept' ? 'token' : 'no member', request.path, { sub });
    return site.note(request, 403, 'This form was not accepted', noForm);
  }
  const account = new URLSearchParams(request.body).get('account');
  const invitation = invitations.find(({ customerId }) => customerId === account);
  if (invitation && (await accept(site, invitation, sub))) return redirect(site.base);
  return site.note(request, 409, 'This invitation has ended', 'Ask who invited you for another one.');
}

async function accept(site: Site, { customerId, role }: Invitation, sub: string): Promise<boolean> {
  const { table, ports } = await site.deps.open(customerId);
  const member = await memberOf(table, customerId, sub);
  if (!member) return false;
  const now = site.deps.clock();
  const at = new Date(now).toISOString();
  await ports.audit.append({ at, who: sub, what: 'invitation accepted', person: sub, about: role });
  return acceptInvitation(table, customerId, sub, Math.floor(now / 1000));
}
