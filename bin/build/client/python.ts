import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { openApiFile } from '../openapi/document.ts';
import { root } from '../paths.ts';

/** Where tools/README.md installs the generators of clients. */
export const toolsFolder = join(root, 'tools', 'clients', '.venv', 'bin');

export const pythonOfTools = join(toolsFolder, 'python');

/** openapi-python-client formats what it writes with ruff, which it looks for on the PATH. */
export const toolsEnvironment = { ...process.env, PATH: `${toolsFolder}${delimiter}${process.env.PATH}` };

/** What is not installed; undefined if the client can be made. */
export function missingForPython(): string | undefined {
  return existsSync(join(toolsFolder, 'openapi-python-client'))
    ? undefined
    : 'python3 -m venv tools/clients/.venv && tools/clients/.venv/bin/pip install -r tools/clients/requirements.txt';
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  parameters: readonly { readonly name?: string; readonly $ref?: string }[];
  responses: Readonly<Record<string, unknown>>;
}

/** Makes the wheel: what a generator makes from openapi.json, and the class in client/python. Returns its path. */
export function buildPythonClient(into = join(root, 'dist', 'client-python')): string {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  cpSync(join(root, 'client', 'python'), into, { recursive: true });
  const operations = generate(into);
  const modules = operations.map(({ operationId, tags: [tag] }) => {
    const name = snake(operationId);
    return `from .generated.api.${snake(tag)}.${name} import sync_detailed as ${name}`;
  });
  // without this list, type checkers take the names for private
  const names = `__all__ = [${operations.map(({ operationId }) => `"${snake(operationId)}"`).join(', ')}]`;
  writeFileSync(join(into, 'client_health', 'operations.py'), `${[...modules, '', names].join('\n')}\n`);
  writeFileSync(join(into, 'client_health', 'py.typed'), '');
  writeFileSync(join(into, 'pyproject.toml'), project());
  const wheel = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', into, into];
  execFileSync(pythonOfTools, wheel, { stdio: 'inherit' });
  return join(into, readdirSync(into).find((name) => name.endsWith('.whl')) ?? '');
}

/** Errors become exceptions and pages are read whole, so the generator gets the successes alone. */
function generate(into: string): Operation[] {
  const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as { paths: Record<string, { get: Operation }> };
  const operations = Object.values(document.paths).map(({ get }) => get);
  for (const operation of operations) {
    operation.parameters = operation.parameters.filter(({ name }) => name !== undefined && name !== 'portfolioId');
    operation.responses = { 200: operation.responses['200'] };
  }
  const spec = join(into, 'openapi.json');
  writeFileSync(spec, JSON.stringify(document));
  const package_ = join(into, 'client_health', 'generated');
  execFileSync(
    join(toolsFolder, 'openapi-python-client'),
    ['generate', '--path', spec, '--output-path', package_, '--meta', 'none'],
    { stdio: ['ignore', 'ignore', 'inherit'], env: toolsEnvironment },
  );
  return operations;
}

function project(): string {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "client-health"
version = "${version}"
description = "Python client of the Client Health API."
license = "${license}"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["attrs>=22.2", "httpx>=0.27,<0.29", "python-dateutil>=2.8"]

[tool.setuptools.packages.find]
include = ["client_health*"]

[tool.setuptools.package-data]
"*" = ["py.typed"]
`;
}

const snake = (name: string) =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll(/[ -]+/g, '_')
    .replace(/^_/, '');
