import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openApiFile } from './build/openapi/document.ts';
import { root } from './build/paths.ts';

// npm run lint:openapi and npm run unused: checks whose tools are large, so that they are installed separately, in a
// folder of their own in tools. Without them a check says how to install them, and passes.

const toolsFolder = (name: string) => join(root, 'tools', name);
const openApiConfig = (name: string) => join(toolsFolder('openapi'), name);

const commandsOf: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  [
    'openapi',
    [
      ['redocly', 'lint', '--config', openApiConfig('redocly.yaml'), openApiFile],
      ['spectral', 'lint', '--fail-severity', 'hint', '--ruleset', openApiConfig('spectral.yaml'), openApiFile],
    ],
  ],
  ['unused', [['knip', '--no-progress', '--directory', root]]],
]);

function check(name: string, commands: readonly (readonly string[])[]): void {
  const installed = join(toolsFolder(name), 'node_modules');
  if (!existsSync(installed)) {
    console.log(`check "${name}" skipped: install its tools with npm ci --prefix tools/${name}`);
    return;
  }
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  for (const [program = '', ...words] of commands) {
    // npm's launchers are .cmd files on Windows, which only a shell starts
    const shell = process.platform === 'win32';
    const { status } = spawnSync(join(installed, '.bin', program), words, { stdio: 'inherit', env, shell });
    if (status !== 0) process.exitCode = 1;
  }
}

if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    const commands = commandsOf.get(name);
    if (!commands) throw new Error(`There is no check "${name}"; there are ${[...commandsOf.keys()].join(' and ')}.`);
    check(name, commands);
  }
}
