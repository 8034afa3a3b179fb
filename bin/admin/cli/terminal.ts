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

const styles: Readonly<Record<string, Style>> = {
  active: 'green',
  pending: 'yellow',
  suspended: 'yellow',
  expired: 'dim',
  revoked: 'dim',
};

/** Prints an aligned table with coloured states; cells may hold stored text. */
export function printTable({ out, style }: Terminal, headings: readonly string[], cells: readonly string[][]): void {
  const rows = cells.map((row) => row.map(visible));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[], paint: (padded: string, cell: string) => string) =>
    out(
      cells
        .map((cell, at) => paint(cell.padEnd(widths[at] ?? 0), cell))
        .join('  ')
        .trimEnd(),
    );
  line(headings, (padded) => style('bold', padded.toUpperCase()));
  for (const row of rows) {
    line(row, (padded, cell) => {
      const colour = styles[cell];
      return colour ? style(colour, padded) : padded;
    });
  }
}
