import { createHash } from 'node:crypto';

import { type BuildFailure, build, formatMessages, type Message, type Metafile, type Plugin } from 'esbuild';

import { root } from './paths.ts';

export interface Bundle {
  readonly text: string;
  /** The source map. The text does not refer to it, so Lambda never loads it. */
  readonly map: string;
  readonly meta: Metafile;
  /** The hash of the text: it changes only when the code does. */
  readonly buildId: string;
}

/** Replaced by the id, which has the same length, so that the source map stays correct. */
const buildIdPlaceholder = 'build-id-here';

/** Bundles an entry into one minified ESM file for Lambda's Node. The same sources make the same bytes. */
export async function bundle(entry: string, plugins: readonly Plugin[]): Promise<Bundle> {
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'index.mjs',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // esbuild cannot tree-shake the SDK's CommonJS build
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    // for CommonJS packages that require Node's own modules
    banner: { js: requireBanner },
    define: { 'process.env.BUILD_ID': JSON.stringify(buildIdPlaceholder) },
    plugins: [...plugins],
  }).catch(({ errors }: BuildFailure) => refuse(entry, errors));
  // code that esbuild warns about would fail at run time
  if (warnings.length > 0) await refuse(entry, warnings);
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const text = textOf('.mjs');
  const buildId = createHash('sha256').update(text).digest('hex').slice(0, buildIdPlaceholder.length);
  return { text: text.replaceAll(buildIdPlaceholder, buildId), map: textOf('.map'), meta: metafile, buildId };
}

const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

async function refuse(entry: string, messages: Message[]): Promise<never> {
  throw new Error(`${entry} cannot be bundled:\n${(await formatMessages(messages, { kind: 'error' })).join('')}`);
}
