import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from '../../bin/paths.ts';

export { root };

export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** Every TypeScript file below these folders. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ file: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
