import { dateText, escaped, isolated } from '../../board/view/text.ts';
import { roles } from '../../shared/table/access/people.ts';
import type { Asked, Said } from '../asked.ts';
import { logChange } from '../log-change.ts';
import { Refusal, type Role } from '../ports.ts';
import { form } from '../view/html.ts';

const roleNames: Readonly<Record<Role, string>> = {
  reader: 'reader: board and files',
  administrator: 'administrator: also keys and people',
};
const mostAddress = 200;

export async function peoplePage(asked: Asked): Promise<Said> {
  const people = await portOf(asked).list();
  const options = Object.entries(roleNames).map(([role, text]) => `<option value="${role}">${text}</option>`);
  const items = people.map(({ email, role, since }) => {
    const remove = `<details><summary>Remove<span class="off"> (${escaped(email)})</span></summary>${form(asked, '/people/remove', `<input type="hidden" name="email" value="${escaped(email)}"><label>Write the address<input name="again" required autocomplete="off"></label><button class="end">Remove</button>`)}</details>`;
    const isSelf = email === asked.who.person;
    return `<li class="card"><strong>${isolated(email)}</strong>${isSelf ? ' (you)' : ''}<br><span class="quiet">${role}, since ${dateText(since)}</span>${isSelf ? '' : remove}</li>`;
  });
  const html = `<h1>People</h1><p>They sign in with an e-mail address. Whoever is removed can do nothing from the next request on; keys stay.</p>
<h2>Invite</h2>
${form(asked, '/people/invite', `<label>E-mail address<input name="email" type="email" required maxlength="${mostAddress}" autocomplete="off"></label><label>As<select name="role">${options.join('')}</select></label><button>Invite</button>`)}
<h2>People of the account</h2><ul class="plain">${items.join('')}</ul>`;
  return { title: 'People', html };
}

export async function invite(asked: Asked): Promise<Said> {
  const email = addressIn(asked);
  const role = roles.find((each) => each === asked.form.get('role'));
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > mostAddress) throw new Refusal('Give an e-mail address.');
  if (role === undefined) throw new Refusal('Choose a role.');
  if (email === asked.who.person) throw new Refusal('Nobody changes the own role: ask another administrator.');
  await logChange(asked, { what: 'person invited', about: `${email} (${role})` });
  await portOf(asked).invite(email, role);
  return { location: `${asked.request.base}/people` };
}

export async function remove(asked: Asked): Promise<Said> {
  const email = addressIn(asked);
  const known = (await portOf(asked).list()).some((person) => person.email === email);
  if (!known) throw new Refusal('There is no such person in the account.');
  if (email === asked.who.person) throw new Refusal('You cannot remove yourself: ask another administrator.');
  if (asked.form.get('again')?.trim().toLowerCase() !== email)
    throw new Refusal(`Write ${email} to remove this person.`);
  await logChange(asked, { what: 'person removed', about: email });
  await portOf(asked).remove(email);
  return { location: `${asked.request.base}/people` };
}

const addressIn = ({ form: given }: Asked) => (given.get('email') ?? '').trim().toLowerCase();

function portOf({ ports }: Asked) {
  if (!ports.people) throw new Refusal('Nobody signs in to this service.');
  return ports.people;
}
