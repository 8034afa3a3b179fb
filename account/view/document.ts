import { hashOf } from '../../board/page.ts';
import { escaped } from '../../board/view/text.ts';
import type { PageAnswer } from '../ports.ts';
import { style } from './style.ts';

/** What every answer has. Nobody else keeps it, and other sites learn nothing of it. */
export const safeHeaders = {
  'Cache-Control': 'no-store',
  // same-origin, because with no-referrer browsers send `Origin: null` with forms
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // browsers heed it on https alone, so it does nothing to a service on this computer
  'Strict-Transport-Security': 'max-age=31536000',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const fixed = `default-src 'none'; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

interface Document {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** What a browser may do with the page besides showing it: directives of a policy. */
  readonly policy: string;
}

/** A whole page in the style of the account's page. */
export function documentAnswer({ status, title, body, policy }: Document): PageAnswer {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': `${fixed}; ${policy}` };
  return { status, headers: { ...headers, ...safeHeaders }, body: text };
}
