import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiFile } from '../openapi/document.ts';
import { curlOf } from './curl.ts';
import { type Document, operationsOf } from './document.ts';

export interface PageFile {
  readonly contentType: string;
  readonly read: () => string;
}

const renderer = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const assets = () => join(import.meta.dirname, 'assets');

/** Allows nothing from other hosts and no inline scripts. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The reference page and the files that it loads, by name. With `tryIt`, the page can send requests to its own origin.
 * Otherwise each operation shows a curl command instead, because a key does not belong in a browser.
 */
export function referenceFiles({ tryIt }: { readonly tryIt: boolean }): Readonly<Record<string, PageFile>> {
  const text = (contentType: string, read: () => string): PageFile => ({
    contentType: `${contentType}; charset=utf-8`,
    read,
  });
  const file = (contentType: string, folder: () => string, name: string) =>
    text(contentType, () => readFileSync(join(folder(), name), 'utf8'));
  return {
    'index.html': text('text/html', () => page(tryIt)),
    'document.js': text('text/javascript', () => `globalThis.apiDocument = ${JSON.stringify(shownDocument(tryIt))};\n`),
    'reference.js': file('text/javascript', assets, 'reference.js'),
    'reference.css': file('text/css', assets, 'reference.css'),
    'page.css': file('text/css', assets, 'page.css'),
    'swagger-ui-bundle.js': file('text/javascript', renderer, 'swagger-ui-bundle.js'),
    'swagger-ui.css': file('text/css', renderer, 'swagger-ui.css'),
    'openapi.json': text('application/json', () => readFileSync(openApiFile, 'utf8')),
  };
}

function shownDocument(tryIt: boolean): Document {
  const document = JSON.parse(
    readFileSync(openApiFile, 'utf8'),
    tryIt ? withoutOptionalExample : undefined,
  ) as Document;
  if (tryIt) return { ...document, servers: [{ url: '/v1' }] } as Document;
  const paths = operationsOf(document).map((operation) => {
    const item = document.paths[operation.path];
    const description = `${operation.description}\n\n\`\`\`sh\n${curlOf(operation)}\n\`\`\``;
    return [operation.path, { ...item, get: { ...item?.get, description } }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The page fills fields with examples, and nobody asks for the portfolio of an example. */
function withoutOptionalExample(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('in' in value) || !('example' in value)) return value;
  const { example, ...parameter } = value as { readonly example: unknown; readonly required?: boolean };
  return parameter.required ? value : parameter;
}

function page(tryIt: boolean): string {
  const policy = `${contentSecurityPolicy}; connect-src ${tryIt ? "'self'" : "'none'"}`;
  const links = `${tryIt ? '<a href="/">Accounts and keys</a> ' : ''}<a href="openapi.json">openapi.json</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>Client Health API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="reference.css">
</head>
<body>
<header class="bar"><strong>Client Health API</strong> <nav>${links}</nav></header>
<noscript><p class="notice">This page needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="reference"${tryIt ? ' data-try-it' : ''}></div>
<script src="document.js"></script>
<script src="swagger-ui-bundle.js"></script>
<script src="reference.js"></script>
</body>
</html>
`;
}
