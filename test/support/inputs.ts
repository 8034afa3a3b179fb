import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type TransformOptions, transformSync } from 'esbuild';
import { importsOf, targetOf } from './imports.ts';
import { root } from './sources.ts';

/** The files of a folder that a run can read, or the file that is named. Pages are for people. */
function filesOf(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|\.venv|dist)\//.test(file));
}

/** These files, all files of these folders, what they import, and so on. */
export function filesBehind(paths: readonly string[]): string[] {
  const found = new Set<string>();
  const open = paths.flatMap(filesOf);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!/\.[cm]?[jt]s$/.test(file)) continue;
    const from = file;
    for (const to of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (to.startsWith('.')) open.push(...filesOf(targetOf({ from, to })));
    }
  }
  return [...found].sort();
}

const stripped = new Map<string, string>();
const options: TransformOptions = {
  ...{ loader: 'ts', minifyWhitespace: true, legalComments: 'none' },
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
};

/** TypeScript without comments, types and blanks, which change nothing that runs. */
export function withoutComments(text: string): string {
  const code = stripped.get(text) ?? transformSync(text, options).code;
  stripped.set(text, code);
  return code;
}

/** A hash of everything that these files and folders run: a result holds as long as it stays the same. */
export function inputsOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of filesBehind([...paths, 'package-lock.json'])) {
    const content = readFileSync(join(root, file));
    hash
      .update(`${file}\n`)
      .update(file.endsWith('.ts') ? withoutComments(content.toString()) : content)
      .update('\n');
  }
  return hash.digest('hex').slice(0, 8);
}
