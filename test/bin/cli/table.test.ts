import { expect, it } from 'vitest';
import { printTable } from '../../../bin/cli/terminal/terminal.ts';

const headings = ['key', 'last used', 'name'];
const rows = [
  ['k1', '2026-11-20T08:00', 'Reports of the finance team'],
  ['k22', '-', 'Board'],
];

function printed(columns?: number): string[] {
  const lines: string[] = [];
  const terminal = { out: (line: string) => lines.push(line), err: () => {}, style: (_: string, text: string) => text };
  printTable({ ...terminal, ...(columns !== undefined && { columns }) }, headings, rows);
  return lines;
}

it.each([undefined, 80, 23])('a table has a line for each row on %s columns', (columns) => {
  expect(printed(columns)).toEqual([
    'KEY  LAST USED         NAME',
    'k1   2026-11-20T08:00  Reports of the finance team',
    'k22  -                 Board',
  ]);
});

it('a table whose columns before the last one do not fit shows every cell on its own line', () => {
  expect(printed(22)).toEqual([
    'KEY        k1',
    'LAST USED  2026-11-20T08:00',
    'NAME       Reports of the finance team',
    '',
    'KEY        k22',
    'LAST USED  -',
    'NAME       Board',
  ]);
});
