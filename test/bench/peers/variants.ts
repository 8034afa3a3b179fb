import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle } from '../../../bin/build/bundle.ts';
import { apiPlugins } from '../../../bin/build/plugins.ts';
import { entryOf, functionNames } from '../../../bin/build.ts';
import { groups } from '../../../shared/contract/groups.ts';

/** A bundle to compare: a function of the service, or a handler that does the same work in another way. */
export interface Variant {
  readonly name: string;
  readonly file: string;
}

export interface Variants {
  /** The handler on the bare SDK that stores its answers as texts. */
  readonly reference: Variant;
  readonly floor: Variant;
  /** The functions of the service as they are deployed, by name. */
  readonly deployed: ReadonlyMap<string, Variant>;
  /** The same without their warm-up. */
  readonly withoutWarmUp: readonly Variant[];
}

/** All variants, built by the same script; those of others without the plugins of our build. */
export async function buildVariants(into: string): Promise<Variants> {
  const make = async (name: string, entry: string, plugins: readonly Plugin[]): Promise<Variant> => {
    const { text } = await bundle(entry, plugins);
    const file = join(into, `${name.replaceAll(/\W+/g, '-')}.mjs`);
    writeFileSync(file, text);
    return { name, file };
  };
  const peer = (name: string, file: string) => make(name, join(import.meta.dirname, `handlers/${file}.ts`), []);
  const apis = functionNames().filter((name) => groups.some((group) => group.name === name));
  const deployed = await Promise.all(apis.map((name) => make(name, entryOf(name), apiPlugins)));
  return {
    reference: await peer('bare SDK, stored text', 'bare-text'),
    floor: await peer('written by hand, without SDK', 'floor'),
    deployed: new Map(deployed.map((variant) => [variant.name, variant])),
    withoutWarmUp: await Promise.all(
      apis.map((name) => make(`${name}, without warm-up`, entryOf(name), [...apiPlugins, noWarmUp])),
    ),
  };
}

/** Removes the warm-up from a measured bundle; the product has no switch for this. */
const noWarmUp: Plugin = {
  name: 'no warm-up',
  setup(build) {
    build.onLoad({ filter: /[\\/]shared[\\/]http[\\/]start\.ts$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split('  await warmUp(create, deps, group);\n');
      if (after === undefined || more.length > 0) throw new Error(`${path} warms up in another way`);
      return { contents: before + after, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};
