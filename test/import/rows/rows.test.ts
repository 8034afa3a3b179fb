import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Problems } from '../../../import/files/problems.ts';
import { KeptRows } from '../../../import/rows/kept-rows.ts';
import { readFile } from '../../../import/rows/read.ts';
import { rowReader } from '../../../import/rows/rows.ts';
import { kindOf } from '../../../shared/table/entities/kinds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The values of each row, and its line. */
async function signalsIn(rows: readonly string[]): Promise<Record<string, unknown>[]> {
  const header = 'Client ID,Signal ID,Date,Topic,Polarity';
  const folder = temporaryFolder({ 'signals.csv': [header, ...rows].join('\n') });
  const file = await readFile(
    {
      kind: kindOf('signals'),
      path: join(folder, 'signals.csv'),
      name: 'signals.csv',
      stem: 'signals',
      origin: 'signals.csv',
      changedAt: 0,
      feed: 'signals',
      contains: 'parts',
      format: {},
    },
    new Problems(),
  );
  const { read } = rowReader(file.source, file.header ?? expect.fail());
  const all = Array.from({ length: file.rows.count }, (_, at) => file.rows.at(at));
  const refuse = ({ message }: { message: string }) => expect.fail(message);
  return all.flatMap((row) => read(row, refuse)).map(({ line, given }) => ({ line, ...given }));
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

  expect(await signalsIn(rows)).toEqual(
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

  const read = await signalsIn(ids.map((id) => `${id},${id},2026-11-03,trust,1`));

  expect(read.map(({ externalId, id }) => [externalId, id])).toEqual(ids.map((id) => [id, id]));
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
