import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Leaves the text as it is where nobody looks. */
  readonly style: (style: Style, text: string) => string;
}

export const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  style: (style, text) => styleText(style, text, { stream: process.stdout }),
};

const styles: Readonly<Record<string, Style>> = {
  active: 'green',
  pending: 'yellow',
  suspended: 'yellow',
  expired: 'dim',
  revoked: 'dim',
};

/** Prints rows below their headings, states in their colours. */
export function printTable({ out, style }: Terminal, headings: readonly string[], rows: readonly string[][]): void {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[], paint: (padded: string, cell: string) => string) =>
    out(
      cells
        .map((cell, at) => paint(cell.padEnd(widths[at] ?? 0), cell))
        .join('  ')
        .trimEnd(),
    );
  line(headings, (padded) => style('bold', padded));
  for (const row of rows) {
    line(row, (padded, cell) => {
      const colour = styles[cell];
      return colour ? style(colour, padded) : padded;
    });
  }
}
