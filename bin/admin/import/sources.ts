import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Kind } from '../files/kinds/kind.ts';
import { kinds } from '../files/kinds.ts';
import type { Source } from '../files/rows.ts';

/** The files of a folder, or the one file, in the order in which they are imported. */
export async function sourcesAt(path: string, as?: Kind): Promise<Source[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${path}.`);
  if (as && found.isDirectory()) throw new Error('--as gives the kind of one file; pass a file, not a folder.');
  const names = found.isDirectory() ? (await readdir(path)).filter(isCsv).sort() : [basename(path)];
  const sources = names.map((name): Source => {
    const kind = as ?? kindNamed(name);
    if (!kind)
      throw new Error(
        `${name} is not the name of a kind (${fileNames()}). Rename it, or import it alone with --as KIND.`,
      );
    return { kind, name, path: found.isDirectory() ? join(path, name) : path };
  });
  if (sources.length === 0) throw new Error(`There is no CSV file in ${path}; expected ${fileNames()}.`);
  return kinds.flatMap((kind) => sources.filter((source) => source.kind === kind));
}

function isCsv(name: string): boolean {
  return /\.(csv|tsv)$/i.test(name) && !name.startsWith('.');
}

/** `notes.csv`, `notes-2026.csv`, `Key People.csv`. */
function kindNamed(file: string): Kind | undefined {
  const words = file
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_]+/g, '-');
  return kinds
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => words === name || new RegExp(`^${name}[-.]?\\d`).test(words));
}

function fileNames(): string {
  return kinds.map(({ name }) => `${name}.csv`).join(', ');
}
