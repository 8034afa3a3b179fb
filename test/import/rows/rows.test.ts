import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Format } from '../../../import/files/format.ts';
import type { Row } from '../../../import/files/kinds/kind.ts';
import { kindOf } from '../../../import/files/kinds.ts';
import { type Problem, Problems } from '../../../import/files/problems.ts';
import type { Mapping } from '../../../import/files/source.ts';
import { KeptRows } from '../../../import/rows/kept-rows.ts';
import { readFile } from '../../../import/rows/read.ts';
import { rowReader } from '../../../import/rows/rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

async function signalsIn(rows: readonly string[], format: Format = {}, mapping?: Mapping) {
  const path = join(folder, 'signals.csv');
  writeFileSync(path, ['Client ID,Signal ID,Date,Topic,Polarity', ...rows].join('\n'));
  const problems: Omit<Problem, 'file'>[] = [];
  const read: Row[] = [];
  const about = {
    stem: 'signals',
    origin: 'signals.csv',
    changedAt: 0,
    feed: 'signals',
    contains: 'parts',
  } as const;
  const source = { kind: kindOf('signals'), path, name: 'signals.csv', ...about, format, ...(mapping && { mapping }) };
  const file = await readFile(source, new Problems());
  const { read: readRow } = rowReader(file.source, file.header ?? { line: 1, cells: [] });
  for (let at = 0; at < file.rows.count; at += 1)
    read.push(...readRow(file.rows.at(at), (problem) => problems.push(problem)));
  return { read: read.map(({ line, given }): Record<string, unknown> => ({ line, ...given })), problems };
}

it('cells that recur in thousands of rows are read like the first ones', async () => {
  const polarity = (at: number) => at / 4000;
  const cells = (at: number) => [
    `C ${at % 2500}`,
    `s-${at}`,
    '3 Nov 2026',
    'Trust and Confidence',
    polarity(at % 1500),
  ];
  const rows = Array.from({ length: 4000 }, (_, at) => cells(at).join(','));

  const { read, problems } = await signalsIn(rows);

  expect(problems).toEqual([]);
  expect(read).toEqual(
    rows.map((_, at) => ({
      line: at + 2,
      externalId: `C ${at % 2500}`,
      id: `s-${at}`,
      date: '2026-11-03',
      topic: 'trust',
      polarity: polarity(at % 1500),
    })),
  );
});

it('long cells that differ only at their end are read apart', async () => {
  const ids = ['a', 'b', 'a'].map((end) => `${'c'.repeat(60)}${end}`);

  const { read } = await signalsIn(ids.map((id) => `${id},${id},2026-11-03,trust,1`));

  expect(read.map(({ externalId, id }) => [externalId, id])).toEqual(ids.map((id) => [id, id]));
});

it('a cell that recurs and cannot be read is reported on every line', async () => {
  const { read, problems } = await signalsIn(Array(3).fill('C1,s1,2026-13-01,trust,1'));

  expect(read).toEqual([]);
  const message = '"2026-13-01" is not a date like 2026-04-03';
  expect(problems).toMatchObject([2, 3, 4].map((line) => ({ line, column: 'Date', message })));
});

it('a cell is read in the format of its own file', async () => {
  const rows = ['C1,s1,03/04/2026,trust,1'];
  const dates = async (order: 'dmy' | 'mdy') => (await signalsIn(rows, { dates: order })).read.map(({ date }) => date);

  expect([await dates('dmy'), await dates('mdy')]).toEqual([['2026-04-03'], ['2026-03-04']]);
});

it('all that a mapping finds wrong with a row is reported, and what it can read is read', async () => {
  const headers = ['Client ID', 'Date', 'Topic', 'Polarity'];
  const mapping: Mapping = {
    isColumn: () => true,
    hasOpen: false,
    lacks: () => false,
    bind: () => ({
      headers,
      labels: headers,
      problems: [],
      notes: [],
      rowsOf: ({ line }) => [
        { line, cells: [], problem: 'no date' },
        { line, cells: ['C1', '2026-11-03', 'trust', '1'] },
        { line, cells: [], problem: 'no number' },
      ],
    }),
  };

  const { read, problems } = await signalsIn(['C1,s1,x,trust,y'], {}, mapping);

  expect(read).toEqual([{ line: 2, externalId: 'C1', date: '2026-11-03', topic: 'trust', polarity: 1 }]);
  expect(problems).toEqual(['no date', 'no number'].map((message) => ({ line: 2, message })));
});

it('rows that are kept are what they were, whatever they hold', () => {
  const kept = new KeptRows();
  const long = 'ä€😀'.repeat(400_000);
  const rows = [
    { line: 2, cells: ['a', '', 'b,"c"\nd'] },
    { line: 5, cells: [''] },
    { line: 6, cells: ['x'], problem: 'a quote inside a cell' },
    { line: 7, cells: [long, 'y'] },
    ...Array.from({ length: 5000 }, (_, at) => ({ line: 8 + at, cells: [`C${at}`, String(at / 7)] })),
  ];
  for (const row of rows) kept.add(row);

  expect(rows.map((_, at) => kept.at(at))).toEqual(rows);
  expect(kept.lineOf(3)).toBe(7);
});
