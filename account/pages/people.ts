import { dateText, escaped, isolated } from '../../board/view/text.ts';
import { roles } from '../../shared/table/access/people.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal, type Role } from '../ports.ts';
import { form } from '../view/html.ts';

const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'viewer: board',
  reader: 'reader: also files',
  administrator: 'administrator: also keys and people',
};

export async function peoplePage(call: PageCall): Promise<RouteAnswer> {
  const people = await portOf(call).list();
  const unmailed = call.query.get('unmailed');
  const second = call.ports.clock() / 1000;
  const options = Object.entries(roleNames).map(([role, text]) => `<option value="${role}">${text}</option>`);
  const items = people.map(({ email, role, since, expires, byGroup }) => {
    const remove = `<details><summary>Remove<span class="off"> (${escaped(email)})</span></summary>${form(call, '/people/remove', `<input type="hidden" name="email" value="${escaped(email)}"><label>Write the address<input name="again" required autocomplete="off"></label><button class="end">Remove</button>`)}</details>`;
    const isSelf = email === call.who.person;
    const state =
      expires === undefined
        ? `since ${dateText(since)}${byGroup ? ', by a group of your firm: remove the person there too' : ''}`
        : `${second < expires ? 'invited, can accept until' : 'has not accepted the invitation, which ended on'} ${dateText(new Date(expires * 1000).toISOString())}`;
    return `<li class="card"><strong>${isolated(email)}</strong>${isSelf ? ' (you)' : ''}<br><span class="quiet">${role}, ${state}</span>${isSelf ? '' : remove}</li>`;
  });
  const html = `<h1>People</h1><p>They sign in with an e-mail address, and belong to the account once they have accepted the invitation there. Whoever is removed can do nothing from the next request on; keys stay.</p>
${unmailed === null ? '' : `<p class="card note" role="status">No mail was sent to ${isolated(unmailed)}, who has a login already: ask this person to sign in and to accept the invitation.</p>`}
<h2>Invite, or change a role</h2>
${form(call, '/people/invite', `<label>E-mail address<input name="email" type="email" required maxlength="254" autocomplete="off"></label><label>As<select name="role">${options.join('')}</select></label><button>Invite</button>`)}
<p><a href="${escaped(call.request.base)}/erase">Erase or hand over a person</a>, also one of a client</p>
<h2>People of the account</h2><ul class="plain">${items.join('')}</ul>`;
  return { title: 'People', html };
}

export async function invite(call: PageCall): Promise<RouteAnswer> {
  const role = roles.find((each) => each === call.form.get('role'));
  if (role === undefined) throw new Refusal('Choose a role.');
  const { email, how } = await portOf(call).invite({ ...changeOf(call, 'person invited', role), role });
  const unmailed = how === 'invited without a mail' ? `?unmailed=${encodeURIComponent(email)}` : '';
  return { location: `${call.request.base}/people${unmailed}` };
}

export async function remove(call: PageCall): Promise<RouteAnswer> {
  const change = changeOf(call, 'person removed');
  if (call.form.get('again')?.trim().toLowerCase() !== change.email.trim().toLowerCase())
    throw new Refusal(`Write ${change.email} to remove this person.`);
  await portOf(call).remove(change);
  return { location: `${call.request.base}/people` };
}

const changeOf = (call: PageCall, what: 'person invited' | 'person removed', about = '') => ({
  email: call.form.get('email') ?? '',
  by: call.who.person,
  announce: (person: string) => logChange(call, { what, person, about }),
});

function portOf({ ports }: PageCall) {
  if (!ports.people) throw new Refusal('Nobody signs in to this service.');
  return ports.people;
}
