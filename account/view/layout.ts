import { createHash } from 'node:crypto';
import { script as boardScript } from '../../board/view/script.ts';
import { escaped, isolated } from '../../board/view/text.ts';
import type { PageAnswer, PageRequest, Ports, Who } from '../ports.ts';
import { script as filesScript } from './files-script.ts';
import { form } from './html.ts';
import { style } from './style.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const fixed = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(boardScript)} ${hashOf(filesScript)}; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

/** What every answer has. Nobody else keeps it, and other sites learn nothing of it. */
export const safeHeaders = {
  'Cache-Control': 'no-store',
  // same-origin, because with no-referrer browsers send `Origin: null` with forms
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const administratorPages = [
  ['/keys', 'Keys'],
  ['/people', 'People'],
  ['/log', 'Log'],
] as const;

interface Content {
  readonly title: string;
  readonly html: string;
  readonly status?: number;
  readonly script?: string;
}

/** A whole page. The `html` is in a `<main>`, which a board brings itself. */
export function pageAnswer(
  request: PageRequest,
  who: Who,
  ports: Ports,
  { title, html, status = 200, script }: Content,
): PageAnswer {
  const uploads = ports.files?.uploadOrigin;
  const elsewhere = [...(uploads && uploads !== "'self'" ? [uploads] : []), ...(ports.place.formTargets ?? [])];
  const policy = `${fixed}; connect-src ${["'self'", ...(uploads && uploads !== "'self'" ? [uploads] : [])].join(' ')}; form-action ${["'self'", ...elsewhere].join(' ')}`;
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
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}: ${escaped(who.accountName)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header class="bar"><div><a class="skip" href="#main">To the content</a><strong>${isolated(who.accountName)}</strong><nav aria-label="Pages of the account">${links.join('')}</nav><span>${isolated(who.person)}</span>${signOut === undefined ? '' : form({ request: { ...request, base: '' }, ports }, signOut, '<button>Sign out</button>')}</div></header>
${main}
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...safeHeaders, 'Content-Security-Policy': policy };
  return { status, headers, body };
}
