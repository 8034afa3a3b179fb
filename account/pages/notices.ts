import { readRows } from '../../board/data/rows.ts';
import { counted, dateText, escaped, isolated } from '../../board/view/text.ts';
import { compareTexts } from '../../shared/domain/orders.ts';
import { type Notice, noticeAbouts, noticeKinds, noticeTimes } from '../../shared/table/access/notices.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal, type Scored, type ShownNotice } from '../ports.ts';
import { facts, form, timeText } from '../view/html.ts';

const kindNames: Readonly<Record<Notice['kind'], string>> = {
  mail: 'Mail',
  slack: 'Slack',
  teams: 'Teams',
  webhook: 'Webhook of your own',
};
const whenNames: Readonly<Record<Notice['when'], string>> = {
  mornings: 'mornings on which something happened',
  changes: 'mornings on which a client changed level',
  mondays: 'Mondays, about the week',
};
const aboutNames: Readonly<Record<Notice['about'], string>> = {
  both: 'clients and files that are late or wrong',
  morning: 'clients',
  feeds: 'files that are late or wrong',
};
const mostOwners = 200;

export async function noticesPage(call: PageCall): Promise<RouteAnswer> {
  const { query } = call;
  const port = portOf(call);
  const [all, scopes] = await Promise.all([port.list(), scopesOf(call)]);
  const done = query.get('done');
  const html = `<h1>Notices</h1><p>Where the news of a night goes: who changed level and why, who left, what to do next. Nothing is sent when nothing happened. Names of clients and files are sent only where you choose it; else messages have ids.</p>
${done === null ? '' : `<p class="card note" role="status">${escaped(doneTexts.get(done) ?? 'It is changed.')}</p>`}
<h2>Notices of the account</h2>
${all.length === 0 ? '<p class="quiet">There are none yet.</p>' : `<ul class="plain">${all.map((notice) => noticeCard(call, notice, scopes)).join('')}</ul>`}
<h2>Add one</h2>
${addForm(call, scopes)}
<details><summary>Where the address comes from</summary><ul class="card"><li><b>Mail</b>: ${port.mailsGo === undefined ? 'this service sends none.' : `goes ${escaped(port.mailsGo)}. People of the account get mails at once; any other address is asked first, by a mail with a link that works for 7 days.`}</li><li><b>Slack</b>: create an app at api.slack.com/apps, switch on Incoming Webhooks, add one to a channel, and copy its URL.</li><li><b>Teams</b>: at the channel choose Workflows, then "Send webhook alerts to a channel", and copy the URL. Connectors have ended.</li><li><b>A webhook of your own</b>: an https address that takes POST requests, signed as Standard Webhooks says. Its secret is shown once.</li></ul></details>`;
  return { title: 'Notices', html };
}

const doneTexts: ReadonlyMap<string, string> = new Map([
  ['asked', 'A mail asks the address whether it wants this. It works once somebody there has confirmed.'],
  ['added', 'The notice is on.'],
  ['tested', 'The test is on its way. Load this page again to see how it went.'],
  ['again', 'They are on their way once more.'],
]);

interface Scopes {
  readonly owners: readonly string[];
  /** Names by id. */
  readonly portfolios: ReadonlyMap<string, string>;
}

async function scopesOf({ ports: { api } }: PageCall): Promise<Scopes> {
  const [{ rows }, { portfolios }] = await Promise.all([readRows(api, {}), api.listPortfolios()]);
  const owners = [...new Set(rows.map(({ owner }) => owner))].filter((owner) => owner !== '').sort(compareTexts);
  const own = portfolios.filter(({ isSystem }) => !isSystem);
  return { owners: owners.slice(0, mostOwners), portfolios: new Map(own.map(({ id, name }) => [id, name])) };
}

function addForm(call: PageCall, { owners, portfolios }: Scopes): string {
  const options = (all: readonly (readonly [value: string, text: string])[]) =>
    all.map(([value, text]) => `<option value="${escaped(value)}">${escaped(text)}</option>`).join('');
  const group = (label: string, all: readonly (readonly [string, string])[]) =>
    all.length === 0 ? '' : `<optgroup label="${label}">${options(all)}</optgroup>`;
  const scope = `<option value="all">all clients</option>${group(
    'Clients of an owner',
    owners.map((owner) => [`owner:${owner}`, owner]),
  )}${group(
    'Clients of a portfolio',
    [...portfolios].map(([id, name]) => [`portfolio:${id}`, name]),
  )}`;
  return form(
    call,
    '/notices/add',
    `<label>By<select name="kind">${options(Object.entries(kindNames))}</select></label><label>To<input name="to" required maxlength="2000" autocomplete="off" placeholder="an address, or a URL"></label><label>On<select name="when">${options(Object.entries(whenNames))}</select></label><label>About<select name="about">${options(Object.entries(aboutNames))}</select></label><label>For<select name="scope">${scope}</select></label><label>Clients as<select name="names"><option value="no">ids</option><option value="yes">names</option></select></label><button>Add</button>`,
  );
}

function noticeCard(call: PageCall, notice: ShownNotice, scopes: Scopes): string {
  const { id, kind, to, state, because, last, givenUp, oldSecretUntil, confirmUntil } = notice;
  const isWebhook = kind === 'webhook';
  const about = `<span class="off"> (${escaped(to)})</span>`;
  const button = (path: string, text: string) =>
    form(call, `/notices/${id}/${path}`, `<button>${text}${about}</button>`);
  const folded = (path: string, summary: string, text: string, fields = '') =>
    `<details><summary>${summary}${about}</summary>${form(call, `/notices/${id}/${path}`, `${fields}<button class="end">${text}</button>`)}</details>`;
  const states = {
    on: '<span class="state">on</span>',
    waiting: `waits for the address to confirm${confirmUntil === undefined ? '' : `, until ${dateText(confirmUntil)}`}`,
    off: `<span class="state bad">off</span>. ${isolated(because ?? '')}`,
  };
  const result =
    last === undefined
      ? 'nothing was sent yet'
      : `${timeText(last.at)}: ${last.ok ? '' : '<span class="state bad">not delivered</span>. '}${isolated(last.words)}`;
  return `<li class="card"><strong>${kindNames[kind]}</strong> to ${isolated(to)}${facts([
    ['State', states[state]],
    [
      'Sends',
      `${isWebhook && notice.when === 'mornings' ? 'the events of every night' : whenNames[notice.when]}; ${aboutNames[notice.about]}; ${scopeText(notice, scopes)}; ${notice.names ? 'with names' : 'with ids instead of names'}`,
    ],
    ['Last result', result],
    ...(oldSecretUntil === undefined ? [] : [['Old secret', `signs until ${timeText(oldSecretUntil)}`] as const]),
    ...(givenUp === 0 ? [] : [['Given up', `${counted(givenUp, 'message')} that nobody took`] as const]),
  ])}<div class="follow">${state === 'waiting' ? '' : button('test', 'Test')}${state === 'off' ? button('on', 'Switch on') : button('off', 'Switch off')}${givenUp > 0 && state === 'on' ? button('again', `Send ${counted(givenUp, 'message')} again`) : ''}</div>${isWebhook ? folded('roll', 'Roll the secret: the old one signs for another day', 'Roll') : ''}${folded('remove', 'Remove', 'Remove')}</li>`;
}

function scopeText({ owner, portfolio }: ShownNotice, { portfolios }: Scopes): string {
  if (owner !== undefined) return `clients of ${isolated(owner)}`;
  if (portfolio !== undefined) return `portfolio ${isolated(portfolios.get(portfolio) ?? portfolio)}`;
  return 'all clients';
}

const oneOf = <T extends string>(all: readonly T[], given: string | null): T => {
  const found = all.find((each) => each === given);
  if (found === undefined) throw new Refusal('Load the page again, and choose from its lists.');
  return found;
};

export async function addNotice(call: PageCall): Promise<RouteAnswer> {
  const { form: given } = call;
  const [kind, when] = [oneOf(noticeKinds, given.get('kind')), oneOf(noticeTimes, given.get('when'))];
  const about = oneOf(noticeAbouts, given.get('about'));
  if (kind === 'webhook' && when === 'mondays')
    throw new Refusal('A webhook gets the events of each night. Choose mornings.');
  const [, by, of = ''] = /^(owner|portfolio):(.{1,200})$/s.exec(given.get('scope') ?? '') ?? [];
  const scope = by === 'owner' ? { owner: of } : by === 'portfolio' ? { portfolio: of } : {};
  const to = given.get('to')?.trim() ?? '';
  const wanted = { kind, to, when, about, names: given.get('names') === 'yes', ...scope };
  const { secret, isAsked } = await portOf(call).add(wanted, (id) =>
    logChange(call, { what: 'notice added', about: `${kind} ${id}` }),
  );
  if (secret !== undefined) return secretPage(call, 'The webhook is on', secret);
  return doneAt(call, isAsked ? 'asked' : 'added');
}

export async function rollSecret(call: PageCall): Promise<RouteAnswer> {
  const [id = ''] = call.open;
  await log(call, 'notice secret rolled');
  return secretPage(call, 'The new secret', await portOf(call).roll(id));
}

export async function testNotice(call: PageCall): Promise<RouteAnswer> {
  const [id = ''] = call.open;
  await log(call, 'notice tested');
  await portOf(call).test(id, await newestNight(call));
  return doneAt(call, 'tested');
}

async function newestNight({ ports: { api } }: PageCall): Promise<Scored | undefined> {
  const { scoresUpdatedAt, score, breakdown } = await api.getStatisticsOverview();
  const { total, ...levels } = breakdown;
  return scoresUpdatedAt === null ? undefined : { day: scoresUpdatedAt.slice(0, 10), score, total, levels };
}

type Change = 'notice switched on' | 'notice switched off' | 'notice removed' | 'notice sent again';

/** Changes a notice after a line of the log says it. */
const changes =
  (what: Change, done: string, change: (port: ReturnType<typeof portOf>, id: string) => Promise<void>) =>
  async (call: PageCall): Promise<RouteAnswer> => {
    const [id = ''] = call.open;
    await log(call, what);
    await change(portOf(call), id);
    return doneAt(call, done);
  };

export const switchOn = changes('notice switched on', 'changed', (port, id) => port.switchOn(id));
export const switchOff = changes('notice switched off', 'changed', (port, id) => port.switchOff(id));
export const removeNotice = changes('notice removed', 'changed', (port, id) => port.remove(id));
export const sendAgain = changes('notice sent again', 'again', (port, id) => port.sendAgain(id));

/** Throws for a notice that the account does not have. */
async function log(call: PageCall, what: Change | 'notice tested' | 'notice secret rolled'): Promise<void> {
  const [id = ''] = call.open;
  const notice = (await portOf(call).list()).find((each) => each.id === id);
  if (!notice) throw new Refusal('There is no such notice any more.');
  await logChange(call, { what, about: `${notice.kind} ${id}` });
}

const doneAt = ({ request }: PageCall, done: string): RouteAnswer => ({
  location: `${request.base}/notices?done=${done}`,
});

/** The only page that ever has the secret. */
function secretPage({ request }: PageCall, title: string, secret: string): RouteAnswer {
  const html = `<h1>${title}</h1>
<p class="card note" role="status">Copy its secret now: it is shown only once, and nobody can show it again.</p>
<pre class="secret" tabindex="0" aria-label="The secret">${escaped(secret)}</pre>
<p><button type="button" hidden data-copy=".secret">Copy the secret</button></p>
<p>Requests are signed with it, as Standard Webhooks says: check the signature before you trust one.</p>
<p><a href="${escaped(request.base)}/notices">I have copied it: back to the notices</a></p>`;
  return { title, html };
}

function portOf({ ports }: PageCall) {
  if (!ports.notices) throw new Refusal('This service sends no notices.');
  return ports.notices;
}

/** What the board says of notices that nobody switched off. */
export async function noticesLine({ ports, request, who }: PageCall): Promise<string> {
  const ended = (await ports.notices?.ended()) ?? [];
  if (ended.length === 0) return '';
  const link = who.role === 'administrator' ? ` <a href="${escaped(request.base)}/notices">Notices</a>` : '';
  const items = ended.map(({ kind, because = '' }) => `A notice (${kindNames[kind]}) is off. ${isolated(because)}`);
  return `<p class="feeds card bad">${items.join(' ')}${link}</p>`;
}
