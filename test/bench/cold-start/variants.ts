import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle } from '../../../bin/build/bundle.ts';
import { apiPlugins } from '../../../bin/build/plugins.ts';
import { entryOf, functionNames } from '../../../bin/build.ts';
import { groups } from '../../../shared/contract/groups.ts';

export interface Variant {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** The query of the requests to /clients; a variant without one is only loaded. */
  readonly query?: string;
}

export interface Variants {
  readonly reference: Variant;
  /** The reference with the list stored as one text. */
  readonly frugal: Variant;
  /** The deployed function for the same list. */
  readonly clients: Variant;
  /** Every API function, without its warm-up. */
  readonly functions: readonly Variant[];
}

/** All variants, built by the same script; the reference without its optimizations. */
export async function buildVariants(into: string): Promise<Variants> {
  const make = async (name: string, entry: string, plugins: readonly Plugin[]) => {
    const { text } = await bundle(entry, plugins);
    const file = join(into, `${name}.mjs`);
    writeFileSync(file, text);
    return { name, file, bytes: Buffer.byteLength(text) };
  };
  const here = (file: string) => join(import.meta.dirname, file);
  const apis = functionNames().filter((name) => groups.some((group) => group.name === name));
  const bare = await make('bare handler', here('bare.ts'), []);
  return {
    reference: { ...bare, query: '' },
    frugal: { ...bare, name: 'bare handler, list as one text', query: '?list=JSON' },
    clients: { ...(await make('clients, warmed up', entryOf('clients'), apiPlugins)), query: '' },
    functions: await Promise.all(apis.map((name) => make(name, entryOf(name), [...apiPlugins, withoutWarmUp]))),
  };
}

/** Removes the warm-up from a measured bundle; the product has no switch for this. */
const withoutWarmUp: Plugin = {
  name: 'without-warm-up',
  setup(build) {
    build.onLoad({ filter: /[\\/]shared[\\/]http[\\/]start\.ts$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split('  await warmUp(table);\n');
      if (after === undefined || more.length > 0) throw new Error(`${path} warms up in another way`);
      return { contents: before + after, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};
