import { escapeMarkup } from '../../../shared/domain/markup.ts';

/** An account as the local service shows it; the key is known if the service created it. */
export interface ShownAccount {
  readonly customerId: string;
  readonly name: string;
  readonly apiKey?: string;
}

interface Front {
  /** The origin of the page if it is a loopback one. */
  readonly origin: string | undefined;
  readonly keepsData: boolean;
  /** The first screen of the board of the first account. */
  readonly firstScreen?: string | undefined;
}

/**
 * The page at `/`: the first screen of a board, links, the accounts, and the keys of made-up data if the page has a
 * loopback origin.
 */
export function frontPage(accounts: readonly ShownAccount[] | undefined, front: Front): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${accounts && (front.firstScreen || !front.origin || accounts.length === 0) ? '' : '<meta http-equiv="refresh" content="3">'}
<title>Client Health API, local service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<main>
${front.firstScreen && accounts?.[0] ? `${front.firstScreen}${boardLink(accounts[0], front)}` : ''}
<div class="page">
<h1>Client Health API</h1>
<p class="quiet">The local service${front.keepsData ? ', with data that is kept in a file' : '. Its data ends with it'}. The API is below <code>/v1</code>; every request carries a key in the header <code>X-API-Key</code>.</p>
${front.origin ? ownData : ''}
<h2>Start here</h2>
<ul>
<li><a href="/docs/">Reference</a>: every endpoint, to read and to try with a key</li>
<li><a href="/openapi.json">openapi.json</a>: the same for programs; Postman, Bruno and Insomnia import it</li>
<li>Accounts: each has a page below with its board, files and keys; <code>npm run admin -- board --out board.html</code> writes a board to a file</li>
</ul>
<h2>Accounts and keys</h2>
${accounts === undefined ? loading : accounts.length > 0 && front.origin && !front.firstScreen ? `${noBoard}${accountTable(accounts, front)}` : front.origin === undefined ? elsewhere : accounts.length > 0 ? accountTable(accounts, front) : noAccounts}
</div>
</main>
</body>
</html>
`;
}

const boardLink = ({ customerId, name, apiKey }: ShownAccount, { keepsData }: Front) =>
  `<p class="page open"><a href="/accounts/${escapeMarkup(customerId)}">Open the whole board of ${escapeMarkup(name)}</a>. It is made from the API below${apiKey === undefined || keepsData ? '' : ', with data that is made up'}.</p>`;

function accountTable(accounts: readonly ShownAccount[], { origin, keepsData }: Front): string {
  const first = accounts.find(({ apiKey }) => apiKey !== undefined);
  const rows = accounts.map(({ customerId, name, apiKey }) => {
    const key =
      apiKey !== undefined && !keepsData
        ? `<code>${escapeMarkup(apiKey)}</code>`
        : '<span class="quiet">not shown here</span>';
    return `<tr><td>${escapeMarkup(name)}<br><span class="quiet">${escapeMarkup(customerId)}</span></td><td>${key}</td><td><a href="/accounts/${escapeMarkup(customerId)}">Page of ${escapeMarkup(name)}</a></td></tr>`;
  });
  const command = `curl -H 'X-API-Key: ${first?.apiKey}' '${origin}/v1/clients?limit=3'`;
  return `<table>
<thead><tr><th scope="col">Account</th><th scope="col">API key</th><th scope="col">Board, files, keys</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
${first && !keepsData ? `<h2>First call</h2>\n<pre>${escapeMarkup(command)}</pre>` : keysAtIssue}`;
}

const keysAtIssue = '<p>A key is shown once, where it is issued: on the page of the account, or in a terminal.</p>';

const ownData =
  '<form class="own" action="/accounts" method="post"><label>Your own data: the name of your agency <input name="name" required maxlength="200" autocomplete="organization" placeholder="Finch &amp; Co Agency"></label> <button>Make the account, and hand in files</button></form>';

const elsewhere =
  '<p>Accounts and keys are shown only on the machine of the service: open it as <code>localhost</code> or <code>127.0.0.1</code>.</p>';

const loading = '<p>The made-up data is still being loaded.</p>';

const noBoard = '<p>There is no data of the first account yet. Its board appears here when there is.</p>\n';

const noAccounts = `<p>There are none yet. The board of the first one appears here.</p>`;
