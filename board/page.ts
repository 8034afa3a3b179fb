import { createHash } from 'node:crypto';
import { levelsText } from '../shared/domain/scoring/bands.ts';
import type { BoardData } from './data/collect.ts';
import { embedded, type Snapshot, snapshotOf } from './data/snapshot.ts';
import { firstScreen } from './view/first-screen.ts';
import { furtherCards } from './view/further-cards.ts';
import { clientList } from './view/list.ts';
import { script } from './view/script.ts';
import { changesSince } from './view/since.ts';
import { style } from './view/style.ts';
import { dateText, escaped } from './view/text.ts';
import { weekCard } from './view/week.ts';

/** A style or script of the page itself, as a policy names it. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a browser may do with a board: its own style and script, and no request. */
export const boardPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** The board as one self-contained HTML file: no other hosts, no key, readable without its script. */
export function boardPage(data: BoardData, now: number, since?: Snapshot): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${boardPolicy}">
<meta name="referrer" content="no-referrer">
<title>Client health: ${escaped(data.title)}</title>
<style>${style}</style>
</head>
<body>
<main class="board">
${firstScreen(data, now)}
${weekCard(data)}
${since ? changesSince(data, since) : ''}
${clientList(data, now)}
${furtherCards(data, now)}
<footer>Written ${dateText(now)}, ${new Date(now).toISOString().slice(11, 16)} UTC. Levels: ${levelsText}. Revenue of 12 months, in ${data.overview.revenueTTM.currency === undefined ? "the account's currency" : escaped(data.overview.revenueTTM.currency)}.</footer>
</main>
${embedded(snapshotOf(data))}
<script>${script}</script>
</body>
</html>
`;
}

/** The first screen of a board, for a page that has its own head. */
export function boardExcerpt(data: BoardData, now: number, rows: number): string {
  return `<style>${style}</style><div class="board excerpt">${firstScreen(data, now)}${clientList(data, now, { short: rows })}</div>`;
}
