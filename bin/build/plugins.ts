import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * These names are read with a call instead of an import: Node's ESM facade of a built-in module reads every export, and
 * some are getters that load undici, the Web Crypto API or the streams of the process. A missing name fails the build.
 */
const builtinNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'node:http': 'Agent, request, STATUS_CODES',
    'node:https': 'Agent, request',
    'node:crypto': 'createHash, createHmac, createSecretKey, hash, randomBytes, randomFillSync: getRandomValues',
    'node:process': 'env, versions',
  }),
);

const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?(https?|crypto|process)$/ }, ({ path }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      namespace: 'builtins',
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtins' }, ({ path }) => ({
      contents: `const module = process.getBuiltinModule('${path}');
        export default module;
        export const { ${builtinNames.get(path)} } = module;`,
    }));
  },
};

const standInFolder = join(import.meta.dirname, 'stand-ins');

/** Replaces parts of the SDK that a function does not use with small files. */
function standIns(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: `stand-ins for ${Object.keys(files)}`,
    setup(build) {
      build.onResolve({ filter: /^@(aws-sdk|smithy)\/|^\.\.\/shared-ini-file-loader\// }, ({ path }) => {
        const file = Object.hasOwn(files, path) ? files[path] : undefined;
        return file ? { path: join(standInFolder, file) } : undefined;
      });
    },
  };
}

/**
 * Lambda sets the credentials and has no configuration files. DynamoDB and SQS have neither event streams nor endpoint
 * discovery.
 */
const unusedInLambda = standIns({
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '../shared-ini-file-loader/loadSharedConfigFiles': 'no-config-files.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
  '@aws-sdk/endpoint-cache': 'no-endpoint-discovery.ts',
});

/** An API function calls only DynamoDB, with our own signer and HTTP handler. Jobs use those of the SDK for SQS. */
const unusedInApi = standIns({
  '@smithy/signature-v4': 'no-sdk-signer.ts',
  '@smithy/node-http-handler': 'no-sdk-http-handler.ts',
});

/**
 * Reading these globals loads Node's web APIs. The SDK reads them to recognise web streams, which DynamoDB never gets,
 * and to make random ids, for which it falls back to `getRandomValues`.
 */
const noWebApis: Plugin = {
  name: 'no-web-apis',
  setup({ initialOptions }) {
    initialOptions.define = { ...initialOptions.define, ReadableStream: 'undefined', crypto: 'undefined' };
  },
};

/** The SDK reads nothing but the version from the package.json of a client: it sends it as its user agent. */
const versionsOnly: Plugin = {
  name: 'versions-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
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

export const functionPlugins: readonly Plugin[] = [builtins, unusedInLambda, versionsOnly];
export const apiPlugins: readonly Plugin[] = [...functionPlugins, unusedInApi, noWebApis, withoutAnswers];
