import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BuildFailure, build, formatMessages, type Message, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

export interface Bundle {
  readonly text: string;
  /** Source map; the text does not mention it. */
  readonly map: string;
  readonly meta: Metafile;
}

/** Stands where the id will be, and is as long, so that the map stays true. */
const buildIdPlace = 'build-id-here';

/** One minified ESM file out of one entry, for Lambda's Node. The same sources make the same bytes. */
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
    // the SDK's CommonJS build cannot be shaken
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    // for packages in CommonJS that require what is built into Node
    banner: { js: requireBanner },
    define: { 'process.env.BUILD_ID': JSON.stringify(buildIdPlace) },
    plugins: [...plugins],
  }).catch(({ errors }: BuildFailure) => refuse(entry, errors));
  // what esbuild warns of would break when it runs
  if (warnings.length > 0) await refuse(entry, warnings);
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { text: withBuildId(textOf('.mjs')), map: textOf('.map'), meta: metafile };
}

const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** The id of a build is the hash of its own text: it changes with the code, and only then. */
function withBuildId(text: string): string {
  const id = createHash('sha256').update(text).digest('hex').slice(0, buildIdPlace.length);
  return text.replaceAll(buildIdPlace, id);
}

async function refuse(entry: string, messages: Message[]): Promise<never> {
  throw new Error(`${entry} cannot be bundled:\n${(await formatMessages(messages, { kind: 'error' })).join('')}`);
}
