import { dateText, escaped, isolated } from '../../board/view/text.ts';
import { usageOf, windows } from '../../shared/domain/access/windows.ts';
import { compareTexts } from '../../shared/domain/orders.ts';
import type { CountedKey } from '../../shared/table/access/issued-keys.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { isRevokedOrExpired } from '../keys/issue-key.ts';
import { type KeepTime, keepSeconds } from '../keys/roll-key.ts';
import { logChange } from '../log-change.ts';
import { Refusal } from '../ports.ts';
import { facts, form, timeText } from '../view/html.ts';

const keepNames: Readonly<Record<KeepTime, string>> = {
  '0h': 'ends at once',
  '1h': 'works for another hour',
  '24h': 'works for another day',
  '7d': 'works for another week',
};
const mostName = 100;

const [minute, hour, day] = windows.map(({ limit }) => limit.toLocaleString('en'));
const counting = `A key may send ${minute} requests a minute, ${hour} an hour and ${day} a day. What is above that is refused with status 429, and counted with the next request that is answered, so some are missing. Days and months are those of UTC.`;

export async function keysPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, query } = call;
  const second = ports.clock() / 1000;
  const all = [...(await ports.keys.list())].sort((a, b) => compareTexts(b.created, a.created));
  const usable = all.filter((key) => !isRevokedOrExpired(key, second));
  const ended = all.filter((key) => isRevokedOrExpired(key, second));
  const revoked = query.get('revoked');
  const html = `<h1>Keys</h1><p>A program or an assistant that reads this account has a key of its own, so that each can be ended alone.</p>
${revoked === null ? '' : `<p class="card note" role="status">The key ${isolated(revoked)} is revoked. Requests with it are refused.</p>`}
<h2>New key</h2>
${form(call, '/keys/issue', `<label>What it is for<input name="name" required maxlength="${mostName}" autocomplete="off"></label><button>Issue</button>`)}
<h2>Keys in use</h2>
${usable.length === 0 ? '<p class="quiet">There are none.</p>' : `<p class="quiet">${counting}</p><ul class="plain">${usable.map((key) => keyCard(call, key)).join('')}</ul>`}
${ended.length === 0 ? '' : `<details><summary>Keys that have ended: ${ended.length}</summary><ul class="plain">${ended.map((key) => `<li class="card">${keyFacts(call, key)}</li>`).join('')}</ul></details>`}`;
  return { title: 'Keys', html };
}

function keyCard(call: PageCall, key: CountedKey): string {
  const { keyId, name, state, expires } = key;
  const periods = Object.entries(keepNames).map(
    ([value, text]) => `<option value="${value}"${value === '24h' ? ' selected' : ''}>${text}</option>`,
  );
  const roll = `<details><summary>Roll: replace it by a new one<span class="off"> (${escaped(name)})</span></summary>${form(call, `/keys/${keyId}/roll`, `<label>This key<select name="keep">${periods.join('')}</select></label><button>Roll</button>`)}</details>`;
  const revoke = `<details><summary>Revoke: end it for good<span class="off"> (${escaped(name)})</span></summary>${form(call, `/keys/${keyId}/revoke`, `<label>Write its name, ${escaped(name)}<input name="name" required autocomplete="off"></label><button class="end">Revoke</button>`)}</details>`;
  return `<li class="card">${keyFacts(call, key)}${state === 'active' && expires === undefined ? roll : ''}${revoke}</li>`;
}

function keyFacts({ ports }: PageCall, key: CountedKey): string {
  const { keyId, name, lastFour, created, lastUsed, expires, state, rolledFrom } = key;
  const { day, month, refused } = usageOf(key.counts, ports.clock());
  return `<strong>${isolated(name)}</strong>${facts([
    ['Ends in', `<code>…${escaped(lastFour)}</code>`],
    ['Id', `<code>${escaped(keyId)}</code>`],
    ['Created', dateText(created)],
    ['Last used', lastUsed === undefined ? 'never' : timeText(new Date(lastUsed).toISOString())],
    ['Requests today', day.toLocaleString('en')],
    ['This month', `${month.toLocaleString('en')}, and ${refused.toLocaleString('en')} refused`],
    ['Expires', expires === undefined ? 'never' : timeText(new Date(expires * 1000).toISOString())],
    ...(rolledFrom === undefined ? [] : [['Replaces', `<code>${escaped(rolledFrom)}</code>`] as const]),
    ...(state === 'active' ? [] : [['State', state] as const]),
  ])}`;
}

export async function issue(call: PageCall): Promise<RouteAnswer> {
  const { ports, form: given } = call;
  const name = (given.get('name') ?? '').trim();
  if (name === '' || name.length > mostName)
    throw new Refusal(`Say what the key is for, in 1 to ${mostName} characters.`);
  const { keyId, apiKey } = await ports.keys.issue(name, (id) =>
    logChange(call, { what: 'key issued', about: name, keyId: id }),
  );
  return shown(call, `The key ${name}`, keyId, apiKey, '');
}

export async function roll(call: PageCall): Promise<RouteAnswer> {
  const { ports, form: given, open } = call;
  const [keyId = ''] = open;
  const keep = (Object.keys(keepSeconds) as KeepTime[]).find((each) => each === given.get('keep'));
  if (keep === undefined) throw new Refusal('Say how long the key that is replaced still works.');
  const { name } = await keyOf(call, keyId);
  const successor = await ports.keys.roll(keyId, keep, (id) =>
    logChange(call, { what: 'key rolled', about: `${name} (was ${keyId})`, keyId: id }),
  );
  const old =
    keep === '0h'
      ? `The key ${keyId} is revoked.`
      : `The key ${keyId} works until ${successor.expires.slice(0, 16).replace('T', ' ')} UTC.`;
  return shown(call, `The new key ${name}`, successor.keyId, successor.apiKey, old);
}

export async function revoke(call: PageCall): Promise<RouteAnswer> {
  const { ports, form: given, open, request } = call;
  const [keyId = ''] = open;
  const { name } = await keyOf(call, keyId);
  if ((given.get('name') ?? '').trim() !== name)
    throw new Refusal(`The name of this key is ${name}. Write exactly that to revoke it.`);
  await logChange(call, { what: 'key revoked', about: name, keyId });
  await ports.keys.revoke(keyId);
  return { location: `${request.base}/keys?revoked=${encodeURIComponent(name)}` };
}

async function keyOf({ ports }: PageCall, keyId: string): Promise<CountedKey> {
  const key = (await ports.keys.list()).find((each) => each.keyId === keyId);
  if (!key) throw new Refusal('There is no such key.');
  return key;
}

/** The only page that ever has the key. Loading it again issues nothing: the name is in use by then. */
function shown({ request, ports }: PageCall, what: string, keyId: string, apiKey: string, more: string): RouteAnswer {
  const { keysWorkWithin } = ports.place;
  const html = `<h1>${isolated(what)}</h1>
<p class="card note" role="status">Copy it now: it is shown only once, and nobody can show it again.</p>
<pre class="secret" tabindex="0" aria-label="The key">${escaped(apiKey)}</pre>
<p><button type="button" hidden data-copy=".secret">Copy the key</button></p>
<p>Its id is <code>${escaped(keyId)}</code>. ${keysWorkWithin === undefined ? 'It works now.' : `It works within ${escaped(keysWorkWithin)}.`} ${escaped(more)}</p>
<p><a href="${escaped(request.base)}/keys">I have copied it: back to the keys</a></p>`;
  return { title: what, html };
}
