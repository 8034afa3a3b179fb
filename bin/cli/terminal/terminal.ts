import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { visible } from './visible.ts';
import { wrapped } from './wrap.ts';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Returns the text unchanged if the output is not a terminal. */
  readonly style: (style: Style, text: string) => string;
  /** Characters in a line; absent if there is no terminal. */
  readonly columns?: number | undefined;
  /** Whether block characters can be shown. */
  readonly unicode?: boolean;
  /** Shows a line that the next call overwrites; absent if there is no terminal. */
  readonly status?: (line: string) => void;
  /** Asks a yes/no question; absent if there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
}

const clearLine = '\r\x1b[K';
const isTerminal = process.stderr.isTTY === true;

export const terminal: Terminal = {
  out: (line) => process.stdout.write(`${wrapped(line, process.stdout.columns)}\n`),
  err: (line) => process.stderr.write(`${wrapped(line, process.stderr.columns)}\n`),
  style: (style, text) => styleText(style, text, { stream: process.stdout }),
  columns: process.stdout.columns,
  unicode:
    /utf-?8/i.test(process.env.LC_ALL || process.env.LC_CTYPE || process.env.LANG || '') && process.env.TERM !== 'dumb',
  ...(isTerminal && { status: (line: string) => process.stderr.write(`${clearLine}${line}`) }),
  ...(isTerminal && process.stdin.isTTY && { ask }),
};

async function ask(question: string): Promise<boolean> {
  const answers = createInterface({ input: process.stdin, output: process.stderr });
  // readline receives Ctrl+C instead of the process, and Ctrl+D closes the question without an answer
  answers.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<string>((resolve) => answers.once('close', () => resolve('')));
  try {
    return /^y(es)?$/i.test((await Promise.race([answers.question(`${question} [y/N] `), ended])).trim());
  } finally {
    answers.close();
  }
}

const styles: ReadonlyMap<string, Style> = new Map([
  ['active', 'green'],
  ['pending', 'yellow'],
  ['suspended', 'yellow'],
  ['expired', 'dim'],
  ['revoked', 'dim'],
]);

/**
 * Prints an aligned table with coloured states; cells may hold stored text. If the columns before the last one do not
 * fit into a line of the terminal, every row becomes a block with a line for each cell. An empty table says so.
 */
export function printTable(terminal: Terminal, headings: readonly string[], cells: readonly string[][]): void {
  const { out, style, columns = Number.POSITIVE_INFINITY } = terminal;
  const rows = cells.map((row) => row.map(visible));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => (row[at] ?? '').length)));
  if (rows.length > 0 && widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0) > columns) {
    printBlocks(terminal, headings, rows);
    return;
  }
  const line = (cells: readonly string[], paint: (padded: string, cell: string) => string) =>
    out(
      cells
        .map((cell, at) => paint(cell.padEnd(widths[at] ?? 0), cell))
        .join('  ')
        .trimEnd(),
    );
  line(headings, (padded) => style('bold', padded.toUpperCase()));
  for (const row of rows) line(row, (padded, cell) => painted(style, cell, padded));
  if (rows.length === 0) out('There are none.');
}

function printBlocks({ out, style }: Terminal, headings: readonly string[], rows: readonly string[][]): void {
  const width = Math.max(...headings.map(({ length }) => length));
  rows.forEach((row, place) => {
    if (place > 0) out('');
    row.forEach((cell, at) => {
      out(`${style('bold', (headings[at] ?? '').toUpperCase().padEnd(width))}  ${painted(style, cell, cell)}`);
    });
  });
}

function painted(style: Terminal['style'], cell: string, text: string): string {
  const colour = styles.get(cell);
  return colour ? style(colour, text) : text;
}
