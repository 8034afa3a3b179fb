import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvRow } from '../../../shared/domain/csv.ts';
import { type Kind, kinds } from '../files/kinds.ts';

/** What the customer's own columns may look like. */
const furtherExamples: Readonly<Record<NonNullable<Kind['further']>, readonly [string, string][]>> = {
  metadata: [
    ['Region', 'South'],
    ['Employees (number)', '250'],
  ],
  'extra columns': [['segment', 'Enterprise']],
};

/** Writes a file of every kind, with its columns and one row; together they can be imported. */
export async function writeTemplates(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  for (const kind of kinds) await writeFile(join(folder, `${kind.name}.csv`), templateOf(kind));
  return kinds.map(({ name }) => `${name}.csv`);
}

export function templateOf({ columns, further }: Kind): string {
  const cells = [
    ...columns.map(({ header, example }) => [header, example] as const),
    ...(further ? furtherExamples[further] : []),
  ];
  return csvRow(cells.map(([header]) => header)) + csvRow(cells.map(([, example]) => example));
}
