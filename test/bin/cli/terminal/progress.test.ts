import { expect, it } from 'vitest';
import { progressText, type Unit } from '../../../../bin/cli/terminal/progress.ts';

it.each<[done: number, total: number, milliseconds: number, unit: Unit, text: string]>([
  [0, 100, 0, 'rows', '0 % · 0 rows/s'],
  [50, 100, 0, 'rows', '50 % · 0 rows/s'],
  [0, 100, 1000, 'rows', '0 % · 0 rows/s'],
  [1999, 200_000, 1000, 'rows', '0 % · 1,999 rows/s, 1 min 40 s left'],
  [200, 200, 1000, 'rows', '100 % · 200 rows/s, 0 s left'],
  // files may grow while they are read
  [300, 200, 1000, 'rows', '100 % · 300 rows/s, 0 s left'],
  [1, 60, 1000, 'pages', '1 % · 1 pages/s, 59 s left'],
  [1, 61, 1000, 'pages', '1 % · 1 pages/s, 1 min 00 s left'],
  [1, 3662, 1000, 'pages', '0 % · 1 pages/s, 61 min 01 s left'],
  [10, 100, 4000, 'records', '10 % · 3 records/s, 36 s left'],
  [0, 0, 500, 'clients', '0 clients · 0 clients/s'],
  [1200, 0, 2000, 'clients', '1,200 clients · 600 clients/s'],
  [999_499, 0, 1000, 'bytes', '999 kB · 999 kB/s'],
  [1_000_000, 0, 2000, 'bytes', '1.0 MB · 500 kB/s'],
  [2_550_000, 5_100_000, 1000, 'bytes', '50 % · 2.5 MB/s, 1 s left'],
])('%i of %i after %i ms in %s is shown as %s', (done, total, milliseconds, unit, text) => {
  expect(progressText(done, total, milliseconds, unit)).toBe(text);
});
