import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../../bin/diagram/section.ts';
import { proofFile } from '../support/proof-file.ts';
import { root } from '../support/sources.ts';
import { areas, sourcesOf } from './areas.ts';
import { mergeRows, type Row, rowsOf, tableOfAreas, tableOfFiles } from './report.ts';

const scoresFile = join(root, 'test', 'mutation', 'scores.md');

/** Writes these rows into both tables, keeps the others, and marks those whose files have changed since. */
export function writeScores(rows: readonly Row[]): void {
  const sources = Object.keys(areas).flatMap(sourcesOf);
  const files = sources.map(({ file }) => file);
  const all = mergeRows(rowsOf(readFileSync(scoresFile, 'utf8')), rows, files);
  writeFileSync(scoresFile, tableOfFiles(all, sources));
  writeFileSync(proofFile, replaceSection(readFileSync(proofFile, 'utf8'), 'mutation', tableOfAreas(all, sources)));
}
