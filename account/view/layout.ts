import { hashOf } from '../../board/page.ts';
import { script as boardScript } from '../../board/view/script.ts';
import { escaped, isolated } from '../../board/view/text.ts';
import type { AnsweredPage } from '../call.ts';
import type { PageAnswer, PageRequest, Ports, Who } from '../ports.ts';
import { documentAnswer } from './document.ts';
import { script as filesScript } from './files-script.ts';
import { form } from './html.ts';
import { script as onceScript } from './once-script.ts';

const scripts = `script-src ${[onceScript, boardScript, filesScript].map(hashOf).join(' ')}`;

const administratorPages = [
  ['/keys', 'Keys'],
  ['/people', 'People'],
  ['/log', 'Log'],
] as const;

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
  const pages = [
    ['', 'Board'],
    ['/files', 'Files'],
    ...administratorPages.filter(
      ([path]) => who.role === 'administrator' && (path !== '/people' || ports.people !== undefined),
    ),
    ['/api', 'API'],
  ] as const;
  const links = pages.map(([path, name]) => {
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
