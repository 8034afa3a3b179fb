import type { Plugin } from 'esbuild';

/**
 * These names are read with a call instead of an import: Node's ESM facade of a built-in module reads every export, and
 * some are getters that load undici or the Web Crypto API. A missing name fails the build.
 */
const builtinNames: ReadonlyMap<string, string> = new Map([
  ['http', 'STATUS_CODES'],
  ['crypto', 'createHash, createHmac, createSecretKey, hash, randomBytes'],
]);

const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^node:(http|crypto)$/ }, ({ path }) => ({
      path: path.slice('node:'.length),
      namespace: 'builtins',
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtins' }, ({ path }) => ({
      contents: `export const { ${builtinNames.get(path)} } = process.getBuiltinModule('${path}');`,
    }));
  },
};

/** No request validates its response, so the bundles leave out the response schemas. */
const withoutAnswers: Plugin = {
  name: 'without-answers',
  setup(build) {
    // they are undefined on purpose
    build.initialOptions.logOverride = { 'import-is-undefined': 'silent' };
    build.onLoad({ filter: /[\\/]shared[\\/]contract[\\/]answers[\\/]/ }, () => ({ contents: '', loader: 'empty' }));
  },
};

/** Jobs have time, so their bundles hold packages as they are. */
export const jobPlugins: readonly Plugin[] = [];
/** The page answers with operations of the API. It has a session to open, so milliseconds of Node's modules do not matter. */
export const pagePlugins: readonly Plugin[] = [withoutAnswers];
export const apiPlugins: readonly Plugin[] = [builtins, withoutAnswers];
