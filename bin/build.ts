import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { elsewhereGroup, groups } from '../shared/contract/groups.ts';
import { type Bundle, bundle } from './build/bundle.ts';
import { root } from './build/paths.ts';
import { apiPlugins, jobPlugins, pagePlugins } from './build/plugins.ts';

export const distFolder = join(root, 'dist');

export interface BuiltFunction {
  readonly name: string;
  /** Everything that is deployed. Source maps and metafiles are in the folder `meta` next to it. */
  readonly folder: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly meta: Metafile;
}

/** The functions: each is a folder with a `lambda.ts`. */
export function functionNames(): string[] {
  return readdirSync(join(root, 'functions'))
    .filter((name) => existsSync(join(root, entryOf(name))))
    .sort();
}

/** Programs that a function starts as processes of their own, next to its bundle. */
const programsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['importer', ['import/files/readers/workbook-process.ts']],
]);

/** Files that a function reads, next to its bundle. */
const filesOf: ReadonlyMap<string, readonly string[]> = new Map([[elsewhereGroup.name, ['openapi.json']]]);

export const entryOf = (name: string) => `functions/${name}/lambda.ts`;

/** The bundle of a function, as it is deployed. */
export function bundleOf(name: string): Promise<Bundle> {
  const isApi = groups.some((group) => group.name === name);
  return bundle(entryOf(name), isApi ? apiPlugins : name === 'account' ? pagePlugins : jobPlugins);
}

/** Bundles every function into a folder with its name. Deletes previous bundles first, and nothing else. */
export async function buildFunctions(into = distFolder, names = functionNames()): Promise<BuiltFunction[]> {
  deleteBundles(into, names);
  mkdirSync(join(into, 'meta'), { recursive: true });
  return Promise.all(names.map((name) => buildFunction(name, into)));
}

/** Also those of functions that no longer exist: each bundle has a source map in `meta`. */
function deleteBundles(from: string, names: readonly string[]): void {
  const meta = join(from, 'meta');
  const files = existsSync(meta) ? readdirSync(meta) : [];
  const built = files.filter((file) => file.endsWith('.map')).map((file) => file.slice(0, -'.map'.length));
  for (const name of new Set([...names, ...built])) {
    for (const path of [join(from, name), join(meta, `${name}.map`), join(meta, `${name}.json`)]) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

async function buildFunction(name: string, into: string): Promise<BuiltFunction> {
  const { text, map, meta } = await bundleOf(name);
  const folder = join(into, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.mjs'), text);
  for (const program of programsOf.get(name) ?? []) {
    const { text: programText } = await bundle(program, jobPlugins);
    writeFileSync(join(folder, basename(program).replace(/ts$/, 'mjs')), programText);
  }
  for (const file of filesOf.get(name) ?? []) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(into, 'meta', `${name}.map`), map);
  writeFileSync(join(into, 'meta', `${name}.json`), JSON.stringify(meta));
  return { name, folder, bytes: Buffer.byteLength(text), gzipBytes: gzipSync(text).length, meta };
}

if (import.meta.main) {
  try {
    const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`.padStart(10);
    for (const { name, bytes, gzipBytes } of await buildFunctions()) {
      console.log(`${name.padEnd(16)}${kilobytes(bytes)}${kilobytes(gzipBytes)} gzip`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
