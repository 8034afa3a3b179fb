import { escaped } from '../../board/view/text.ts';
import type { PageCall, RouteAnswer } from '../call.ts';

/** Where the API is, and lines that work once they have a key. */
export function apiPage({ ports }: PageCall): RouteAnswer {
  const { apiUrl, reference } = ports.place;
  const curl = `curl -H 'X-API-Key: KEY' '${apiUrl}/clients?limit=3'`;
  const assistant = `claude mcp add --transport http client-health ${apiUrl}/mcp --header 'Authorization: Bearer KEY'`;
  const html = `<h1>API</h1>
<p>Programs and assistants read the account with a key. Write yours for KEY.</p>
<h2>Address</h2><pre>${escaped(apiUrl)}</pre>
<h2>A first request</h2><pre>${escaped(curl)}</pre>
<h2>An assistant</h2><p>Claude Code; others need the same address and header.</p><pre>${escaped(assistant)}</pre>
<h2>Reference</h2><p>${reference === undefined ? '' : `<a href="${escaped(reference)}">Every endpoint, with examples</a>; for programs: `}<a href="${escaped(apiUrl)}/openapi.json">openapi.json</a></p>`;
  return { title: 'API', html };
}
