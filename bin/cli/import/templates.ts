import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { csvRow } from '../../../shared/domain/csv.ts';
import type { Kind } from '../../../shared/table/entities/entity.ts';
import { kinds } from '../../../shared/table/entities/kinds.ts';

/** Writes a file of every kind with its columns and one row. Together they can be imported. */
export async function writeTemplates(folder: string): Promise<string[]> {
  await makeFolder(folder);
  for (const kind of kinds) await writeFile(join(folder, `${kind.name}.csv`), templateOf(kind));
  return kinds.map(({ name }) => `${name}.csv`);
}

function templateOf({ columns, ownExample = {} }: Kind): string {
  const known = columns.filter(({ importOnly }) => !importOnly);
  const headers = [...known.map(({ header }) => header), ...Object.keys(ownExample)];
  return csvRow(headers) + csvRow([...known.map(({ example = '' }) => example), ...Object.values(ownExample)]);
}
