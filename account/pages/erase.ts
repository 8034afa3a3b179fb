import { escaped, isolated } from '../../board/view/text.ts';
import { foundTexts } from '../../shared/people/erase.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal } from '../ports.ts';
import { form } from '../view/html.ts';
import { ignoreNotFound } from './client.ts';

const whatStays =
  'It cannot be taken back. Backups keep it for 35 days, files that were handed in for 90, reports of them for a year; the log keeps ids. What you have downloaded, or sent elsewhere, is yours. The next file that has it is imported without it.';

/** Who is looked for. */
export async function erasePage(call: PageCall): Promise<RouteAnswer> {
  const lines = (label: string, name: string) =>
    `<label>${label}<textarea name="${name}" rows="3" autocomplete="off"></textarea></label>`;
  const fields = `${lines('Names, one a line, of two words or more', 'names')}${lines('Mail addresses, one a line', 'emails')}<button>Find</button>`;
  const html = `<h1>Erase or hand over a person</h1><p>Somebody who works here or at a client asks to be erased, or for what is stored. First you see where the person stands; nothing is changed yet. To erase a client, open it.</p>
${form(call, '/erase/found', fields)}`;
  return { title: 'Erase or hand over', html };
}

/** Where the person stands, what erasing does, and what it leaves. */
export async function foundPerson(call: PageCall): Promise<RouteAnswer> {
  const texts = textsIn(call);
  const found = await call.ports.erasing.find(texts);
  const hidden = ['names', 'emails']
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(call.form.get(name) ?? '')}">`)
    .join('');
  const places = foundTexts(found).map((text) => `<li>${escaped(text)}</li>`);
  const again = `<label>Write ${texts.length === 1 ? 'it' : 'the first'} again<input name="again" required autocomplete="off"></label>`;
  const links = found.namesakes.map((id) => {
    const at = `${call.request.base}/clients/${encodeURIComponent(id)}`;
    return `<a href="${escaped(at)}">${escaped(id)}</a>`;
  });
  const html = `<h1>${texts.map(isolated).join(', ')}</h1>
${places.length === 0 ? '<p>Stands nowhere. Erasing keeps the next files from bringing the person in.</p>' : `<p>Stands in:</p><ul>${places.join('')}</ul>`}
${links.length === 0 ? '' : `<p class="card note">These clients are called so, and stay: ${links.join(', ')}.</p>`}
<h2>Hand over</h2><p>Everything that is stored about the person, as one file.</p>${form(call, '/erase/export', `${hidden}<button>Download</button>`)}
<h2>Erase</h2><p>Records of key people, logins and notices of the person are deleted; in all other places [erased] stands for the name. ${whatStays}</p>
${form(call, '/erase/person', `${hidden}${again}<button class="end">Erase this person</button>`)}`;
  return { title: 'Erase or hand over', html };
}

export async function erasePerson(call: PageCall): Promise<RouteAnswer> {
  const texts = textsIn(call);
  expectAgain(call, texts[0] ?? '');
  await call.ports.erasing.person(texts, call.who.person, announcing(call, 'person erased'));
  return { location: `${call.request.base}/log` };
}

export async function exportPerson(call: PageCall): Promise<RouteAnswer> {
  const stored = await call.ports.erasing.stored(textsIn(call));
  const announce = announcing(call, 'person exported');
  if (stored.members.length === 0) await announce({});
  for (const { id } of stored.members) await announce({ person: id });
  return { file: 'person.json', text: JSON.stringify(stored, undefined, 2) };
}

/** What erasing a client does, and what it leaves. */
export async function eraseClientPage(call: PageCall): Promise<RouteAnswer> {
  const [id = ''] = call.open;
  const found = await call.ports.api.getClient(id).catch(ignoreNotFound);
  if (!found) throw new Refusal('There is no such client any more.');
  const { name } = found;
  const fields = `<input type="hidden" name="name" value="${escaped(name)}"><label>Write the name again<input name="again" required autocomplete="off"></label><button class="end">Erase this client</button>`;
  const html = `<h1>Erase ${isolated(name)}</h1><p>Its notes, people, reads, signals, streams, scores, follow-ups, other names and places in portfolios are deleted with it. ${whatStays}</p>
${form(call, `/clients/${encodeURIComponent(id)}/erase`, fields)}`;
  return { title: `Erase ${name}`, html };
}

export async function eraseClient(call: PageCall): Promise<RouteAnswer> {
  const [id = ''] = call.open;
  expectAgain(call, call.form.get('name') ?? '');
  await call.ports.erasing.client(id, announcing(call, 'client erased'));
  return { location: call.request.base };
}

const announcing =
  (call: PageCall, what: 'person erased' | 'person exported' | 'client erased') =>
  (line: { readonly person?: string; readonly about?: string }) =>
    logChange(call, { what, ...line });

function textsIn({ form: given }: PageCall): string[] {
  const lines = ['names', 'emails'].flatMap((name) => (given.get(name) ?? '').split(/\r?\n/));
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function expectAgain({ form: given }: PageCall, name: string): void {
  if (name === '' || given.get('again')?.trim().toLowerCase() !== name.trim().toLowerCase())
    throw new Refusal(`Write ${name || 'the name'} to confirm that it is erased.`);
}
