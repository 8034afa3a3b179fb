import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { groups } from '../shared/contract/groups.ts';
import { buildPythonClient, missingForPython } from './build/client/python.ts';
import { clientSources } from './build/client/sources.ts';
import { openApiOf } from './build/openapi/document.ts';
import { root } from './build/paths.ts';
import type { Document } from './build/reference/document.ts';

const clientRoom = join(root, 'client');

export const generatedFolder = join(clientRoom, 'generated');

export const generatedSources = () => clientSources(openApiOf(groups) as unknown as Document);

/** The package: ES modules and CommonJS, declarations, README and package.json, for `npm publish` or `npm install FOLDER`. */
export function buildClient(into = join(root, 'dist', 'client')): string {
  rmSync(into, { recursive: true, force: true });
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const compile = (to: string, ...options: readonly string[]) =>
    execFileSync(process.execPath, [tsc, '--project', clientRoom, '--outDir', to, ...options], { stdio: 'inherit' });
  compile(into);
  // for callers whose compiler makes CommonJS, which cannot import declarations of ES modules
  const required = join(into, 'cjs');
  compile(required, '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
  writeFileSync(join(required, 'package.json'), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(into, { recursive: true, encoding: 'utf8' })) {
    // the compiler rewrites the extensions of imports in code only
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(into, file), 'utf8');
    writeFileSync(join(into, file), text.replaceAll(/(from ')(\.[^']+)\.ts'/g, "$1$2.js'"));
  }
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'client-health-client',
    version,
    description: 'TypeScript client of the Client Health API.',
    license,
    keywords: ['client-health', 'api', 'client'],
    type: 'module',
    sideEffects: false,
    // AbortSignal.any
    engines: { node: '>=20.3' },
    types: './index.d.ts',
    exports: {
      '.': {
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
        default: { types: './index.d.ts', default: './index.js' },
      },
      './package.json': './package.json',
    },
  };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(clientRoom, 'README.md'), join(into, 'README.md'));
  if (existsSync(join(root, 'LICENSE'))) copyFileSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  return into;
}

if (import.meta.main && process.argv.includes('python')) {
  const missing = missingForPython();
  if (missing === undefined) console.log(`${relative(root, buildPythonClient())} written`);
  else console.log(`skipped: the generator of the Python client is not installed. To install it: ${missing}`);
} else if (import.meta.main) {
  mkdirSync(generatedFolder, { recursive: true });
  for (const [name, text] of Object.entries(generatedSources())) writeFileSync(join(generatedFolder, name), text);
  console.log('client/generated written');
  if (!process.argv.includes('--sources')) {
    buildClient();
    console.log('dist/client written');
  }
}
