import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from '../../bin/build/paths.ts';

export { root };

/** The folders of code that users run. */
export const product = [
  'account',
  'bin',
  'board',
  'client',
  'functions',
  'import',
  'infra',
  'mcp',
  'notices',
  'shared',
];

export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** These files, and every TypeScript file below these folders. */
export function sourcesIn(...paths: string[]): Source[] {
  return paths
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => (path.endsWith('.ts') ? [path] : filesBelow(path)))
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ file: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
