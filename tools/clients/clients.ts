import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { missingForPython, pythonOfTools, toolsEnvironment, toolsFolder } from '../../bin/build/client/python.ts';
import { openApiFile } from '../../bin/build/openapi/document.ts';
import { root } from '../../bin/build/paths.ts';
import { buildClient } from '../../bin/client.ts';
import { isInstalled, outputOf, succeeds } from '../check.ts';
import type { Case } from './cases.ts';

/** A client of the API: made from openapi.json, compiled, and started with a base URL and a file of cases. */
export interface ApiClient {
  readonly name: string;
  readonly missing: () => string | undefined;
  /** Makes and compiles the client; returns what the compiler reports of the generator's own code, if it allows it. */
  readonly make: (folder: string, cases: readonly Case[]) => Promise<string>;
  /** The command that calls every case and prints a JSON line for each. */
  readonly command: (folder: string) => readonly string[];
  /** False for a client that has its own way to send If-None-Match. */
  readonly readsConditionally?: false;
}

const here = import.meta.dirname;
const drivers = join(here, 'drivers');
const packages = join(here, 'node_modules');

const noPackages = () => (existsSync(packages) ? undefined : 'npm ci --prefix tools/clients');
const noCommand = (name: string, how: string) => () => (isInstalled(name) ? undefined : how);
const noJava = noCommand('java', 'Java 17 or newer (Debian: openjdk-17-jdk-headless)');
const firstOf =
  (...reasons: readonly (() => string | undefined)[]) =>
  () =>
    reasons.map((reason) => reason()).find((reason) => reason !== undefined);

const tsc = (folder: string) => outputOf(process.execPath, [join(packages, 'typescript', 'bin', 'tsc'), '-p', folder]);

const strict = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

async function openapiGenerator(generator: string, folder: string, ...options: string[]): Promise<void> {
  const words = ['generate', '-i', openApiFile, '-g', generator, '-o', folder, ...options];
  await outputOf(join(toolsFolder, 'openapi-generator-cli'), words);
}

/** Fails where mypy --strict reports something outside the parts that do not depend on openapi.json. */
async function mypyStrict(folder: string, name: string, ownParts: RegExp): Promise<string> {
  const report = await outputOf(join(toolsFolder, 'mypy'), ['--strict', name], { cwd: folder }).catch(
    ({ message }) => message,
  );
  const errors = report.split('\n').filter((line: string) => line.includes(': error: '));
  const ours = errors.filter((line: string) => !ownParts.test(line));
  if (ours.length > 0) throw new Error(`mypy --strict:\n${ours.join('\n')}`);
  return `mypy --strict: ${errors.length} errors, all in the generator's own code`;
}

/** What openapi-generator writes into every Python client, whatever the document: functions without types. */
const untypedTemplates = /\[(no-untyped-def|no-untyped-call|no-any-return|attr-defined)\]$/;

/** Where a command is, leaving out what npm puts on the PATH: the project's own Node is tested by `npm test`. */
function commandOf(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Runtimes of our own client. */
const runtimes = [
  { runtime: 'node', words: [] },
  { runtime: 'deno', words: ['run', '--allow-read', '--allow-net', '--allow-env'] },
  { runtime: 'bun', words: [] },
];

/** Generators of Go clients, and what calls each. */
const goGenerators = [
  {
    name: 'oapi-codegen',
    module: 'github.com/oapi-codegen/oapi-codegen/v2',
    version: 'v2.8.2',
    words: ['-generate', 'types,client', '-package', 'main', '-o', 'client.go'],
  },
  {
    name: 'ogen',
    module: 'github.com/ogen-go/ogen',
    version: 'v1.25.0',
    words: ['--package', 'main', '--target', '.'],
  },
];

/** The generated clients, and our own. */
export const clients: readonly ApiClient[] = [
  {
    name: 'openapi-typescript',
    missing: noPackages,
    async make(folder, cases) {
      const types = join(folder, 'api.d.ts');
      await outputOf(process.execPath, [
        join(packages, 'openapi-typescript', 'bin', 'cli.js'),
        openApiFile,
        '-o',
        types,
      ]);
      // every response has to have the type that is generated for it
      const samples = cases.flatMap(({ schema, body }, index) =>
        schema === undefined
          ? []
          : [`export const case${index}: components['schemas']['${schema}'] = ${JSON.stringify(body)};`],
      );
      writeFileSync(
        join(folder, 'samples.ts'),
        `import type { components } from './api.d.ts';\n${samples.join('\n')}\n`,
      );
      const compilerOptions = {
        ...strict,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['samples.ts', 'api.d.ts'] }),
      );
      await tsc(folder);
      return `tsc strict, exactOptionalPropertyTypes: ${samples.length} responses have their types`;
    },
    command: () => [process.execPath, join(drivers, 'openapi_fetch.mjs')],
  },
  {
    name: 'typescript-fetch',
    missing: firstOf(noPackages, missingForPython, noJava),
    async make(folder) {
      await openapiGenerator('typescript-fetch', join(folder, 'sources'));
      writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
      const compilerOptions = { ...strict, module: 'commonjs', moduleResolution: 'node10', outDir: 'compiled' };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['sources'] }));
      await tsc(folder);
      return 'tsc strict: no error';
    },
    command: () => [process.execPath, join(drivers, 'typescript_fetch.mjs')],
  },
  {
    name: 'openapi-generator-python',
    missing: firstOf(missingForPython, noJava),
    async make(folder) {
      await openapiGenerator('python', folder);
      await outputOf(join(toolsFolder, 'mypy'), ['openapi_client'], { cwd: folder });
      return `mypy with the generator's settings: no error; ${await mypyStrict(folder, 'openapi_client', untypedTemplates)}`;
    },
    command: () => [pythonOfTools, join(drivers, 'openapi_generator_python.py')],
  },
  {
    name: 'openapi-python-client',
    missing: missingForPython,
    async make(folder) {
      const words = ['generate', '--path', openApiFile, '--output-path', join(folder, 'client'), '--meta', 'none'];
      await outputOf(join(toolsFolder, 'openapi-python-client'), words, { env: toolsEnvironment });
      return mypyStrict(folder, 'client', /^client\/client\.py:/);
    },
    command: () => [pythonOfTools, join(drivers, 'openapi_python_client.py')],
  },
  ...goGenerators.map(
    ({ name, module, version, words }): ApiClient => ({
      name,
      missing: firstOf(
        () => (commandOf('go') === undefined ? 'Go 1.26 or newer' : undefined),
        () =>
          succeeds('go', 'mod', 'download', `${module}@${version}`) ? undefined : `${module}, which Go cannot fetch`,
      ),
      async make(folder) {
        copyFileSync(join(drivers, `${name.replace('-', '_')}.go`), join(folder, 'main.go'));
        writeFileSync(join(folder, 'go.mod'), 'module client\n\ngo 1.26\n');
        const generate = ['run', `${module}/cmd/${name}@${version}`, ...words, openApiFile];
        for (const each of [generate, ['mod', 'tidy'], ['build', '-o', 'client', '.']])
          await outputOf('go', each, { cwd: folder });
        return 'go build: no error';
      },
      command: (folder) => [join(folder, 'client')],
    }),
  ),
  ...runtimes.map(
    ({ runtime, words }): ApiClient => ({
      name: `client-on-${runtime}`,
      missing: () => (commandOf(runtime) === undefined ? `${runtime} on the PATH` : undefined),
      readsConditionally: false,
      async make(folder) {
        buildClient(join(folder, 'built'));
        const [version = ''] = (await outputOf(commandOf(runtime) ?? '', ['--version'])).split('\n');
        return version.startsWith(runtime) ? version : `${runtime} ${version}`;
      },
      command: () => [commandOf(runtime) ?? '', ...words, join(drivers, 'own_client.mjs')],
    }),
  ),
];
