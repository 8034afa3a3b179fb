import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * These names are read with a call instead of an import: Node's ESM facade of node:http reads every export, and one of
 * them is a getter that loads undici. A missing name fails the build.
 */
const builtinNames: Readonly<Record<string, string>> = {
  'node:http': 'Agent, request, STATUS_CODES',
  'node:https': 'Agent, request',
};

const builtinHttp: Plugin = {
  name: 'builtin-http',
  setup(build) {
    build.onResolve({ filter: /^(node:)?https?$/ }, ({ path }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      namespace: 'builtin-http',
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtin-http' }, ({ path }) => ({
      contents: `const module = process.getBuiltinModule('${path}');
        export default module;
        export const { ${builtinNames[path]} } = module;`,
    }));
  },
};

const standInFolder = join(import.meta.dirname, 'stand-ins');

/** Replaces parts of the SDK that a function does not use with small files. */
function standIns(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: `stand-ins for ${Object.keys(files)}`,
    setup(build) {
      build.onResolve({ filter: /^@(aws-sdk|smithy)\// }, ({ path }) => {
        const file = files[path];
        return file ? { path: join(standInFolder, file) } : undefined;
      });
    },
  };
}

/** Lambda sets the credentials, and DynamoDB and SQS have neither event streams nor endpoint discovery. */
const unusedInLambda = standIns({
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
  '@aws-sdk/endpoint-cache': 'no-endpoint-discovery.ts',
});

/** An API function calls only DynamoDB, with our own signer and HTTP handler. Jobs use those of the SDK for SQS. */
const unusedInApi = standIns({
  '@smithy/signature-v4': 'no-sdk-signer.ts',
  '@smithy/node-http-handler': 'no-sdk-http-handler.ts',
});

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

export const functionPlugins: readonly Plugin[] = [builtinHttp, unusedInLambda, versionsOnly];
export const apiPlugins: readonly Plugin[] = [...functionPlugins, unusedInApi, withoutAnswers];
