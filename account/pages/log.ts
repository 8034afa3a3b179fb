import { escaped, isolated } from '../../board/view/text.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { timeText } from '../view/html.ts';

/** The changes of the account. */
export async function logPage({ ports }: PageCall): Promise<RouteAnswer> {
  const lines = (await ports.audit.list()).map(
    ({ at, who, what, about, keyId }) =>
      `<li class="card"><strong>${escaped(what)}</strong>${about === '' ? '' : `: ${isolated(about)}`}${keyId === undefined ? '' : `, key <code>${escaped(keyId)}</code>`}<br><span class="quiet">${timeText(at)}, ${isolated(who)}</span></li>`,
  );
  const html = `<h1>Log</h1><p>Every change, the newest first.</p>
${lines.length === 0 ? '<p class="quiet">There are none yet.</p>' : `<ul class="plain">${lines.join('')}</ul>`}`;
  return { title: 'Log', html };
}
