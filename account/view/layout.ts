import { hashOf } from '../../board/page.ts';
import { script as boardScript } from '../../board/view/script.ts';
import { escaped, isolated } from '../../board/view/text.ts';
import { mayAs } from '../../shared/table/access/people.ts';
import type { AnsweredPage } from '../call.ts';
import type { PageAnswer, PageRequest, Ports, Who } from '../ports.ts';
import { documentAnswer } from './document.ts';
import { script as filesScript } from './files-script.ts';
import { form } from './html.ts';
import { script as onceScript } from './once-script.ts';

const scripts = `script-src ${[onceScript, boardScript, filesScript].map(hashOf).join(' ')}`;

const pagesOf = ({ role }: Who, ports: Ports) =>
  (
    [
      ['', 'Board', 'viewer'],
      ['/files', 'Files', 'reader'],
      ['/keys', 'Keys', 'administrator'],
      ...(ports.people ? [['/people', 'People', 'administrator'] as const] : []),
      ...(ports.notices ? [['/notices', 'Notices', 'administrator'] as const] : []),
      ['/log', 'Log', 'administrator'],
      ['/api', 'API', 'viewer'],
    ] as const
  ).filter(([, , needed]) => mayAs(role, needed));

/** A whole page. */
export function pageAnswer(
  request: PageRequest,
  who: Who,
  ports: Ports,
  { title, html, status = 200, script }: AnsweredPage,
): PageAnswer {
  const uploads = ["'self'", ...(ports.files ? [ports.files.uploadOrigin] : [])];
  const targets = [...uploads, ...(ports.place.formTargets ?? [])];
  const policy = `${scripts}; connect-src ${listOf(uploads)}; form-action ${listOf(targets)}`;
  const links = pagesOf(who, ports).map(([path, name]) => {
    const isCurrent = path === '' ? request.path === '' : request.path.startsWith(path);
    return `<a href="${escaped(request.base + path)}"${isCurrent ? ' aria-current="page"' : ''}>${name}</a>`;
  });
  const { signOut } = ports.place;
  const main = html.includes('<main') ? html : `<main class="board account" id="main">${html}</main>`;
  const body = `<header class="bar"><div><a class="skip" href="#main">To the content</a><strong>${isolated(who.accountName)}</strong><nav aria-label="Pages of the account">${links.join('')}</nav><span>${isolated(who.person)}</span>${signOut === undefined ? '' : form({ request: { ...request, base: '' }, ports }, signOut, '<button>Sign out</button>')}</div></header>
${main}
<script>${onceScript}</script>${script === undefined ? '' : `<script>${script}</script>`}`;
  return documentAnswer({ status, title: `${title}: ${who.accountName}`, body, policy });
}

const listOf = (sources: readonly string[]) => [...new Set(sources)].join(' ');
