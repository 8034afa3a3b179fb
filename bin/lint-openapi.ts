import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openApiFile } from './openapi/document.ts';
import { root } from './paths.ts';

// npm run lint:openapi: checks openapi.json with Redocly and Spectral. They are large, so they are installed
// separately.

const tools = join(root, 'tools', 'openapi');

const linters = [
  ['redocly', 'lint', '--config', join(tools, 'redocly.yaml')],
  ['spectral', 'lint', '--fail-severity', 'hint', '--ruleset', join(tools, 'spectral.yaml')],
] as const;

if (import.meta.main) {
  if (existsSync(join(tools, 'node_modules'))) {
    for (const [name, ...options] of linters) {
      const command = join(tools, 'node_modules', '.bin', name);
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const { status } = spawnSync(command, [...options, openApiFile], { stdio: 'inherit', env });
      if (status !== 0) process.exitCode = 1;
    }
  } else {
    console.log('openapi.json not linted: install the linters with npm ci --prefix tools/openapi');
  }
}
