import { escaped, isolated } from '../../board/view/text.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { timeText } from '../view/html.ts';

/** The changes of the account, or what people read. */
export async function logPage({ ports, query, request }: PageCall): Promise<RouteAnswer> {
  const which = query.has('reads') ? 'reads' : 'changes';
  const lines = (await ports.audit.list(which)).map(
    ({ at, who, what, about, keyId }) =>
      `<li class="card"><strong>${escaped(what)}</strong>${about === '' ? '' : `: ${isolated(about)}`}${keyId === undefined ? '' : `, key <code>${escaped(keyId)}</code>`}<br><span class="quiet">${timeText(at)}, ${isolated(who)}</span></li>`,
  );
  const at = `${escaped(request.base)}/log`;
  const changes = ports.audit.logsReads
    ? `Every change, the newest first. <a href="${at}?reads">What people read</a>`
    : 'Every change, the newest first.';
  const reads = `Who opened which client and downloaded which file, the newest first. <a href="${at}">Changes</a>`;
  const html = `<h1>Log</h1><p>${which === 'reads' ? reads : changes} <a href="${escaped(request.base)}/erase">Erase or hand over a person</a></p>
${lines.length === 0 ? '<p class="quiet">There are none yet.</p>' : `<ul class="plain">${lines.join('')}</ul>`}`;
  return { title: 'Log', html };
}
