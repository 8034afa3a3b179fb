export type Cell = string | number | boolean | null | undefined;

/** One row of RFC 4180, line end included. Texts are guarded, numbers never. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A spreadsheet runs a cell as a formula if it begins with = + - @ or a wide form of them, possibly after spaces,
// quotes or invisible characters. Quoting does not prevent that. If the program expects another separator than a comma,
// quotes do not even keep a cell together: a new cell can begin after any semicolon, tab or line end. The guard is an
// apostrophe at every such place, and before a text that begins with a tab or a line end, which some programs drop.
// A text that already has apostrophes there gets one more, so removing one always restores the original text.

const cellStart = String.raw`(?<=^|[;\t\n\v\f\x85\u2028\u2029]|\r(?!\n))`;
const skipped = String.raw`[[\p{Zs}\p{Cc}\p{Cf}"']--[\t\n\v\f\r\x85]]*`;
const formula = String.raw`${skipped}[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]`;
const dangerous = String.raw`(?=${formula}|(?<=^|^')'*[\t\r\n])`;

const separator = /[;\t\n\v\f\r\x85\u2028\u2029]/;
const dangerousText = new RegExp(`^${dangerous}`, 'v');
const unguardedPlace = new RegExp(`${cellStart}${dangerous}`, 'gv');
const guardedPlace = new RegExp(`${cellStart}'${dangerous}`, 'gv');

/** The text with an apostrophe wherever a spreadsheet could begin a formula. */
export function guarded(text: string): string {
  // fast path: almost no text contains a separator, and this check is ten times as fast
  if (!separator.test(text)) return dangerousText.test(text) ? `'${text}` : text;
  return text.replace(unguardedPlace, "'");
}

/** Reverses `guarded`. A text that was never guarded is returned unchanged, unless it looks guarded. */
export function unguarded(text: string): string {
  return text.replace(guardedPlace, '');
}
