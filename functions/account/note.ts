import { createHash } from 'node:crypto';
import { safeHeaders } from '../../account/view/layout.ts';
import { style } from '../../account/view/style.ts';
import { escapeMarkup } from '../../shared/domain/markup.ts';

interface Note {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Where the page is. */
  readonly page: string;
}

const hash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page for somebody of whom no account is known. */
export function noteAnswer({ status, title, text, page }: Note) {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main class="board account"><h1>${escapeMarkup(title)}</h1><p class="card">${escapeMarkup(text)}</p><p><a href="${escapeMarkup(page)}">To the page of your account</a></p></main>
</body>
</html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...safeHeaders, 'Content-Security-Policy': policy };
  return { status, headers, body };
}
