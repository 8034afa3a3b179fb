import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kind } from '../../../import/files/kinds/kind.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { csvRow } from '../../../shared/domain/csv.ts';

/** Examples of the customer's own columns. */
const ownColumnExamples: Readonly<Record<NonNullable<Kind['ownColumns']>, readonly [string, string][]>> = {
  metadata: [
    ['Region', 'South'],
    ['Employees (number)', '250'],
  ],
  'extra columns': [['segment', 'Enterprise']],
};

/** Writes a file of every kind with its columns and one row. Together they can be imported. */
export async function writeTemplates(folder: string): Promise<string[]> {
  await makeFolder(folder);
  for (const kind of kinds) await writeFile(join(folder, `${kind.name}.csv`), templateOf(kind));
  return kinds.map(({ name }) => `${name}.csv`);
}

function templateOf({ columns, ownColumns }: Kind): string {
  const cells = [
    ...columns.filter(({ importOnly }) => !importOnly).map(({ header, example }) => [header, example] as const),
    ...(ownColumns ? ownColumnExamples[ownColumns] : []),
  ];
  return csvRow(cells.map(([header]) => header)) + csvRow(cells.map(([, example]) => example));
}
